import type { CommandProgram, DescribedCommand } from '../arguments/command.ts';
import { isRepeated } from '../arguments/option.ts';
import { lastWord } from '../arguments/define-group.ts';
import { HELP, type Option } from '../arguments/option.ts';
import { kindsOf } from '../reference/kinds.ts';
import { joinValues, type Names, type Values, valuesOf } from './placeholder.ts';

/** Everything that a shell completes, as data. */
export interface Grammar {
  readonly commands: readonly CommandGrammar[];
  /** Options before a command. */
  readonly options: readonly OptionGrammar[];
}

/** A command, or a function, which is one without operands. */
export interface CommandGrammar {
  /** For a command of a group both words, such as `fleet plan`. */
  readonly name: string;
  readonly summary: string;
  readonly isFunction: boolean;
  readonly options: readonly OptionGrammar[];
  readonly operands: readonly OperandGrammar[];
  /** Commands of a group; none for other commands. */
  readonly commands: readonly CommandGrammar[];
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
export function grammarOf(functions: CommandProgram['functions'], commands: readonly DescribedCommand[]): Grammar {
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
        commands: [],
      })),
    ],
  };
}

function commandGrammar(command: DescribedCommand, names: Names): CommandGrammar {
  const { name, summary, options, operands, commands = [] } = command;
  const members = { ...names, commands: commands.map((each) => lastWord(each.name)) };
  return {
    name,
    summary,
    isFunction: false,
    options: [...options, HELP].map((option) => optionGrammar(option, names)),
    operands: withOneRest(
      operands.map((usage) => ({
        usage,
        isRepeatable: isRepeated(usage),
        values: valuesOf(usage, commands.length > 0 ? members : names),
      })),
    ),
    commands: commands.map((each) => commandGrammar(each, names)),
  };
}

/** Joins the operands from the first repeatable one on, as no shell can tell where the next one begins. */
function withOneRest(operands: readonly OperandGrammar[]): readonly OperandGrammar[] {
  const first = operands.findIndex(({ isRepeatable }) => isRepeatable);
  const [rest, ...others] = first === -1 ? [] : operands.slice(first);
  if (rest === undefined || others.length === 0) return operands;
  const usage = [rest, ...others].map((each) => each.usage).join(' ');
  const values = joinValues([rest, ...others].map((each) => each.values));
  return [...operands.slice(0, first), { usage, isRepeatable: true, values }];
}

function optionGrammar({ name, short, value, meaning, isRepeatable }: Option, names: Names): OptionGrammar {
  return {
    names: [...(short === undefined ? [] : [`-${short}`]), `--${name}`],
    meaning,
    isRepeatable: isRepeatable === true,
    values: value === undefined ? undefined : valuesOf(value, names),
  };
}

/** Returns the names of groups. */
export function groupNames(commands: readonly CommandGrammar[]): readonly string[] {
  return commands.filter((command) => command.commands.length > 0).map(({ name }) => name);
}

function distinct(words: readonly string[]): string[] {
  return [...new Set(words)];
}
