import type { Command } from '../arguments/command.ts';
import { HELP, optionLines } from '../arguments/option.ts';
import { alignColumns } from './wrap.ts';

/** Returns the usage of `krm-variants`: one screen. */
export function programUsage(commands: readonly Command[]): string {
  const rows = commands.map(({ name, operands, summary }) => [`  ${[name, ...operands].join(' ')}`, summary]);
  return `Usage: krm-variants FUNCTION
           read a ResourceList from stdin, write the result to stdout
       krm-variants COMMAND [OPTIONS]

Commands:
${alignColumns(rows).join('\n')}

Example:
  krm-variants run apply-package-context shop --diff -- region=eu-1

Exit code: 0 done, 1 error, 2 wrong usage, 3 merge conflict, 4 changes (--check)
Reference: krm-variants help FUNCTION, krm-variants COMMAND --help
`;
}

/** Returns the line that shows the arguments of a command. */
function usageLine({ name, operands, options, rest }: Command): string {
  const words = [name, ...operands, ...(options.length > 0 ? ['[OPTIONS]'] : []), ...(rest ? [`[-- ${rest}]`] : [])];
  return `Usage: krm-variants ${words.join(' ')}\n`;
}

/** Returns the help of a command: its arguments, its summary, and its options. */
export function commandHelp(command: Command): string {
  const { summary, details = [], options } = command;
  return `${usageLine(command)}\n${[summary, ...details].join('\n')}\n\nOptions:\n${optionLines([...options, HELP])}`;
}

/** Returns the hint to append to a message about invalid arguments. */
export function usageHint(command: Command): string {
  return `${usageLine(command)}Reference: krm-variants ${command.name} --help\n`;
}
