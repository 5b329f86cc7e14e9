import type { Build } from './arguments/command.ts';
import { describeCommand, findCommand } from './arguments/define-group.ts';
import { unknownName } from './arguments/find-function.ts';
import { isHelp } from './arguments/option.ts';
import { COMMANDS } from './commands.ts';
import { print } from './process/print.ts';
import { commandHelp, programUsage, usageHint } from './reference/usage.ts';
import type { Functions } from '../src/function/index.ts';

/** Options that stand for a command. */
const COMMAND_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
]);

/**
 * Runs the command of a command line, and returns its exit code. Throws a `UsageError` if there is none of this name.
 */
export async function runCommand(
  program: Build & { readonly functions: Functions },
  [name, ...args]: readonly string[],
): Promise<number> {
  if (name === undefined) return print(programUsage(COMMANDS));
  const found = findCommand(COMMANDS, [COMMAND_OPTIONS.get(name) ?? name, ...args]);
  if (found === undefined) throw unknownName(name, { ...program, commands: COMMANDS });
  const { command } = found;
  const isBare = command.commands !== undefined && found.args.length === 0;
  if (isBare || asksForHelp(found.args)) return print(commandHelp(await describeCommand(command)));
  return await command.run(found.args, { ...program, commands: COMMANDS });
}

/** Reports whether an option asks for help; arguments after `--` are none. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).some(isHelp);
}

/** Returns the lines after a message about invalid arguments: none for an unknown command, whose message has a hint. */
export async function usageOf(args: readonly string[]): Promise<string> {
  const found = findCommand(COMMANDS, args);
  return found === undefined ? '' : usageHint(await describeCommand(found.command));
}
