import type { DescribedCommand } from '../cli/arguments/command.ts';
import { allCommands, describeCommands } from '../cli/arguments/define-group.ts';
import { HELP, OPTION_GROUPS, optionText, type Option } from '../cli/arguments/option.ts';
import { COMMANDS } from '../cli/commands.ts';
import { EXIT } from '../cli/process/exit-code.ts';
import type { FunctionDefinition } from '../src/function/index.ts';

/** All commands but groups. */
const COMMAND_LIST = allCommands(await describeCommands(COMMANDS)).filter(({ commands }) => commands === undefined);

/** Meanings of the exit codes. */
const EXIT_CODES: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'Done.',
  failed: 'An error, or a warning with --strict. Nothing was written, except other packages by render --all.',
  misuse: 'A wrong command line.',
  conflicts: 'Conflicts of merge or update. Nothing was written, except a new folder with --markers.',
  wouldChange: '--check found that something would change.',
};

/**
 * Returns the manual page `krm-variants(1)`, in the man macros of troff: all commands with their options, and all
 * functions.
 */
export function manPage(definitions: readonly FunctionDefinition[], version: string): string {
  const codes = Object.entries(EXIT_CODES).map(([name, meaning]) =>
    item(String(EXIT[name as keyof typeof EXIT]), meaning),
  );
  return [
    `.TH KRM-VARIANTS 1 "" "krm-variants ${version}" "krm-variants"`,
    '.SH NAME',
    'krm\\-variants \\- apply policies to Kubernetes manifests, and change no other line',
    '.SH SYNOPSIS',
    ...COMMAND_LIST.flatMap((command) => ['.br', `krm\\-variants ${escaped(usageOf(command))}`]).slice(1),
    '.SH COMMANDS',
    ...COMMAND_LIST.flatMap(commandSection),
    '.SH FUNCTIONS',
    ...definitions.map(({ name, summary }) => item(name, summary)),
    '.SH EXIT STATUS',
    ...codes,
    '.SH SEE ALSO',
    'krm\\-variants help FUNCTION, krm\\-variants explain KIND',
    '',
  ].join('\n');
}

function usageOf({ name, operands, options, rest }: DescribedCommand): string {
  return [name, ...operands, ...(options.length > 0 ? ['[OPTIONS]'] : []), ...(rest ? [`[-- ${rest}]`] : [])].join(' ');
}

function commandSection(command: DescribedCommand): readonly string[] {
  const { summary, details = [], examples, options } = command;
  return [
    `.SS ${escaped(usageOf(command))}`,
    escaped([summary, ...details].join(' ')),
    ...groupsOf([...options, HELP]),
    ...examples.flatMap(([purpose, line]) => [
      '.PP',
      `${escaped(purpose)}:`,
      '.PP',
      '.nf',
      '.RS',
      escaped(line),
      '.RE',
      '.fi',
    ]),
  ];
}

function groupsOf(options: readonly Option[]): readonly string[] {
  return OPTION_GROUPS.flatMap((title) => {
    const own = options.filter(({ group = 'Options' }) => group === title);
    return own.length === 0
      ? []
      : ['.PP', `${title}:`, ...own.map((option) => item(optionText(option), option.meaning))];
  });
}

function item(term: string, meaning: string): string {
  return `.TP\n.B ${escaped(term)}\n${escaped(meaning)}`;
}

/**
 * Escapes a text for troff: backslashes, hyphens, which are to be copied as they are, and control characters of lines.
 */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gm, '\\&');
}
