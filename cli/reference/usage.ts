import type { Command, DescribedCommand } from '../arguments/command.ts';
import { lastWord } from '../arguments/define-group.ts';
import { HELP, optionGroups } from '../arguments/option.ts';
import { alignColumns } from '../terminal/table.ts';

/** Calls for the five things that most people do. */
const FIRST_CALLS: readonly (readonly [purpose: string, call: string])[] = [
  [
    'Adapt a chart to a cluster',
    'helm template shop ./chart | krm-variants run \\\n    apply-override-policy - --policy op.yaml -- cluster=oslo',
  ],
  ["Run a package's pipeline, and show the changes", 'krm-variants render shop --diff'],
  ['Keep a copy of a package for each cluster in git', 'krm-variants fleet init'],
  ['Upgrade all copies: look first, then write', 'krm-variants fleet plan; krm-variants fleet apply'],
  ['Find out who set a line', 'krm-variants blame shop/web.yaml:12'],
];

/** Returns the usage of `krm-variants`: one screen. */
export function programUsage(commands: readonly Pick<Command, 'name' | 'operands' | 'summary'>[]): string {
  const rows = commands.map(({ name, operands, summary }) => [`  ${[name, ...operands].join(' ')}`, summary]);
  return `Applies policies to Kubernetes YAML, and changes only the lines that need it.
${FIRST_CALLS.map(([purpose, call]) => `  # ${purpose}\n  ${call}\n`).join('')}
Usage: krm-variants COMMAND [OPTIONS]
${alignColumns(rows).join('\n')}
       krm-variants FUNCTION   Run a function as kpt does, on a ResourceList.
Exit code: 0 done, 1 error, 2 wrong usage, 3 merge conflict, 4 changes (--check)
More help: krm-variants list, krm-variants COMMAND|FUNCTION --help
`;
}

/** Returns the line that shows the arguments of a command. */
function usageLine({ name, operands, options, rest }: DescribedCommand): string {
  const words = [name, ...operands, ...(options.length > 0 ? ['[OPTIONS]'] : []), ...(rest ? [`[-- ${rest}]`] : [])];
  return `Usage: krm-variants ${words.join(' ')}\n`;
}

/** Returns the help of a command: its summary, examples, arguments and options. */
export function commandHelp(command: DescribedCommand): string {
  const { summary, details = [], examples, options } = command;
  const shown = examples.map(([purpose, line]) => `  # ${purpose}\n  ${line.replaceAll('\n', '\n    ')}\n`).join('\n');
  const members = (command.commands ?? []).map(({ name, operands, summary: about }) => [
    `  ${[lastWord(name), ...operands].join(' ')}`,
    about,
  ]);
  const parts = [
    `${[summary, ...details].join('\n')}\n`,
    `Examples:\n${shown}`,
    usageLine(command),
    ...(members.length === 0 ? [] : [`Commands:\n${alignColumns(members).join('\n')}\n`]),
    optionGroups([...options, HELP]),
  ];
  return parts.join('\n');
}

/** Returns the hint to append to a message about invalid arguments. */
export function usageHint(command: DescribedCommand): string {
  return `${usageLine(command)}Reference: krm-variants ${command.name} --help\n`;
}
