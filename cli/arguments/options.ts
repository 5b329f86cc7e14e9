import { parseArgs } from 'node:util';
import { didYouMean } from '../../src/index.ts';
import { UsageError } from './usage-error.ts';

/** One option of a command. Usage, completion, documentation and parsing are made from it. */
export interface Option {
  /** Without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** Name of its value, such as `FILE`; a flag has none. */
  readonly value?: string;
  /** True if it may be given several times. */
  readonly isRepeatable?: true;
  /** True if its value may be empty. */
  readonly takesEmpty?: true;
  /** One sentence for usage and documentation. */
  readonly meaning: string;
}

/** Option of every command. */
export const HELP: Option = { name: 'help', short: 'h', meaning: 'Print this help.' };

/** Reports whether an argument asks for help. */
export function isHelp(arg: string | undefined): boolean {
  return arg === '-h' || arg === '--help';
}

/** Returns the options with their values, each with its meaning on the next line. */
export function optionLines(options: readonly Option[]): string {
  return options.map((option) => `  ${optionText(option)}\n      ${option.meaning}\n`).join('');
}

/** Returns an option as it is written on a command line. */
export function optionText({ name, short, value }: Option): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? names : `${names} ${value}`;
}

/** Arguments of a command, sorted. */
export interface SortedArguments {
  /** Arguments that are not options, up to `--`. */
  readonly operands: readonly string[];
  /** Index of the first operand among the arguments; -1 if there is none. */
  readonly firstOperand: number;
  /** Arguments after `--`. */
  readonly rest: readonly string[];
  /** Reports whether a flag is given. */
  has(name: string): boolean;
  /** Returns the value of an option; undefined if it is not given. */
  value(name: string): string | undefined;
  /** Returns all values of a repeatable option. */
  values(name: string): readonly string[];
}

/** Sorts the arguments of a command. Throws a `UsageError` for an unknown option, and for a missing or superfluous value. */
export function sortArguments(args: readonly string[], options: readonly Option[]): SortedArguments {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const { tokens } = parseArgs({
    args: args.slice(0, end),
    options: Object.fromEntries(options.map(({ name, short, value }) => [name, nodeOption(short, value)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = known(token.name, token.rawName, options);
    given.set(option.name, [...(given.get(option.name) ?? []), checkedValue(option, token)]);
  }
  for (const { name, isRepeatable } of options) {
    if (isRepeatable !== true && (given.get(name) ?? []).length > 1)
      throw new UsageError(`\`--${name}\` must be given at most once`);
  }
  return {
    firstOperand: tokens.find(({ kind }) => kind === 'positional')?.index ?? -1,
    operands: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    rest: args.slice(end + 1),
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.[0],
    values: (name) => given.get(name) ?? [],
  };
}

function nodeOption(short: string | undefined, value: string | undefined) {
  return { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short && { short }) } as const;
}

function known(name: string, written: string, options: readonly Option[]): Option {
  const option = options.find((each) => each.name === name);
  if (option !== undefined) return option;
  const names = options.map((each) => each.name);
  throw new UsageError(`unknown option "${written}"${didYouMean(name, names, { quote: (each) => `"--${each}"` })}`);
}

/** A parsed option. */
interface GivenOption {
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/**
 * Returns the value of an option; '' for a flag. An empty value, which an unset variable of a script yields, is refused
 * unless it has a meaning.
 */
function checkedValue(
  { name, value: wanted, takesEmpty }: Option,
  { value, inlineValue = false }: GivenOption,
): string {
  if (wanted === undefined) {
    if (value === undefined) return '';
    throw new UsageError(`\`--${name}\` takes no value`);
  }
  const isOption = !inlineValue && value !== undefined && value.startsWith('-') && value !== '-';
  if (value === undefined || (value === '' && takesEmpty !== true) || isOption)
    throw new UsageError(`\`--${name}\` must be followed by ${wanted}`);
  return value;
}
