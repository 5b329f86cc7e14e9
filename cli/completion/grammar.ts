import type { Command, CommandProgram } from '../arguments/command.ts';
import { HELP, type Option } from '../arguments/option.ts';
import { kindsOf } from '../reference/kinds.ts';
import { valuesOf, type Names, type Values } from './placeholder.ts';

/** Everything that a shell completes, as data. */
export interface Grammar {
  readonly commands: readonly CommandGrammar[];
  /** Options before a command. */
  readonly options: readonly OptionGrammar[];
}

/** A command, or a function, which is one without operands. */
export interface CommandGrammar {
  readonly name: string;
  readonly summary: string;
  readonly isFunction: boolean;
  readonly options: readonly OptionGrammar[];
  readonly operands: readonly OperandGrammar[];
}

export interface OptionGrammar {
  /** With dashes, the short one first. */
  readonly names: readonly string[];
  readonly meaning: string;
  readonly isRepeatable: boolean;
  /** Undefined for a flag. */
  readonly values: Values | undefined;
}

interface OperandGrammar {
  /** As in the usage. */
  readonly usage: string;
  readonly isRepeatable: boolean;
  readonly values: Values;
}

const VERSION: Option = { name: 'version', meaning: 'Print the version.' };

/** Returns the grammar of a program. Loads all its functions. */
export function grammarOf({ functions, commands }: Pick<CommandProgram, 'functions' | 'commands'>): Grammar {
  const kinds = kindsOf(functions).map(({ form: { kind } }) => kind);
  const names: Names = {
    functions: Object.keys(functions),
    commands: commands.map(({ name }) => name),
    kinds: distinct(kinds),
  };
  const options = [HELP, VERSION].map((option) => optionGrammar(option, names));
  return {
    options,
    commands: [
      ...commands.map((command) => commandGrammar(command, names)),
      ...Object.entries(functions).map(([name, load]) => ({
        name,
        summary: load().definition.summary,
        isFunction: true,
        options,
        operands: [],
      })),
    ],
  };
}

function commandGrammar({ name, summary, options, operands }: Command, names: Names): CommandGrammar {
  return {
    name,
    summary,
    isFunction: false,
    options: [...options, HELP].map((option) => optionGrammar(option, names)),
    operands: operands.map((usage) => ({
      usage,
      isRepeatable: usage.endsWith(' ...'),
      values: valuesOf(usage, names),
    })),
  };
}

function optionGrammar({ name, short, value, meaning, isRepeatable }: Option, names: Names): OptionGrammar {
  return {
    names: [...(short === undefined ? [] : [`-${short}`]), `--${name}`],
    meaning,
    isRepeatable: isRepeatable === true,
    values: value === undefined ? undefined : valuesOf(value, names),
  };
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}
