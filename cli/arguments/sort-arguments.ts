import { didYouMean } from '../../src/nearest-name.ts';
import { asHostPath } from './path-argument.ts';
import type { FlagName, Option, RepeatableName, ValueName } from './option.ts';
import { UsageError } from './usage-error.ts';

/** Arguments of a command, sorted by its options `T`. Access to an option that is not among them does not compile. */
export type SortedArguments<T extends Option = never> = Sorted<FlagName<T>, ValueName<T>, RepeatableName<T>>;

interface Sorted<Flag extends string, Value extends string, Repeatable extends string> {
  /** Arguments that are not options, up to `--`. */
  readonly operands: readonly string[];
  /** Arguments after `--`. */
  readonly rest: readonly string[];
  /** Reports whether a flag is given. */
  readonly has: (name: Flag) => boolean;
  /** Returns the value of an option; undefined if it is not given. */
  readonly value: (name: Value) => string | undefined;
  /** Returns all values of a repeatable option. */
  readonly values: (name: Repeatable) => readonly string[];
  /** Names of all given options. */
  readonly names: ReadonlySet<string>;
  /** Values of all given options by name; that of a flag is ''. */
  readonly given: ReadonlyMap<string, readonly string[]>;
}

/**
 * Sorts the arguments of a command. Throws a `UsageError` for an unknown option, and for a missing or unexpected value.
 */
export function sortArguments<const T extends Option>(
  args: readonly string[],
  options: readonly T[],
): SortedArguments<T> {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const tokens = optionTokens(args.slice(0, end), options);
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = known(token, options);
    given.set(option.name, [...(given.get(option.name) ?? []), checkedValue(option, token)]);
  }
  for (const { name, isRepeatable } of options) {
    if (isRepeatable !== true && (given.get(name) ?? []).length > 1)
      throw new UsageError(`\`--${name}\` must be given at most once`);
  }
  return {
    operands: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    rest: args.slice(end + 1),
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.[0],
    values: (name) => given.get(name) ?? [],
    names: new Set(given.keys()),
    given,
  };
}

function known({ name, rawName, value }: GivenOption, options: readonly Option[]): Option {
  const option = options.find((each) => each.name === name);
  if (option !== undefined) return option;
  const names = options.map((each) => each.name);
  // Where a function can be configured, its settings follow `--`.
  const isSetting = value !== undefined && names.includes('fn-config');
  const hint = didYouMean(name, names, {
    quote: (each) => `"--${each}"`,
    ...(isSetting && { otherwise: `to configure the function, pass \`${name}=${value}\` after \`--\`` }),
  });
  throw new UsageError(`unknown option "${rawName}"${hint}`);
}

/**
 * Returns the value of an option; '' for a flag. Refuses an empty value, which an unset variable of a script yields,
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
  return asHostPath(value, wanted);
}

/** An argument, or a letter of one that holds several options. */
type OptionToken = OperandToken | GivenOption;

/** Argument that is no option, nor the value of one. */
interface OperandToken {
  readonly kind: 'positional';
  readonly value: string;
}

/** Option as it is given. */
interface GivenOption {
  readonly kind: 'option';
  /** Name without dashes, which may be unknown; of a letter without an option, the letter. */
  readonly name: string;
  /** Name as it is written, with dashes. */
  readonly rawName: string;
  readonly value?: string;
  /** True if the value is part of the same argument; false if it is the next one. */
  readonly inlineValue?: boolean;
}

/**
 * Splits arguments without `--` into options and operands, as `parseArgs` of `node:util` does with `strict: false`,
 * which takes longer to load than most calls to run. An unknown option counts as a flag, and so does all of `-a-b`.
 */
export function optionTokens(args: readonly string[], options: readonly Option[]): OptionToken[] {
  const tokens: OptionToken[] = [];
  const left = args.toReversed();
  for (let arg = left.pop(); arg !== undefined; arg = left.pop()) {
    const isLong = arg.startsWith('--');
    const equals = isLong && arg.includes('=', 3) ? arg.indexOf('=') : -1;
    const rawName = isLong ? arg.slice(0, equals === -1 ? undefined : equals) : arg.slice(0, 2);
    const { name, takesValue } = optionOf(rawName, options);
    if (!arg.startsWith('-') || arg === '-') tokens.push({ kind: 'positional', value: arg });
    else if (equals !== -1)
      tokens.push({ kind: 'option', name, rawName, value: arg.slice(equals + 1), inlineValue: true });
    else if (isLong || arg.length === 2) {
      const value = takesValue ? left.pop() : undefined;
      tokens.push({ kind: 'option', name, rawName, ...(value !== undefined && { value, inlineValue: false }) });
    } else if (takesValue) tokens.push({ kind: 'option', name, rawName, value: arg.slice(2), inlineValue: true });
    else if (arg[2] === '-') tokens.push({ kind: 'option', name: arg.slice(1), rawName: arg });
    else {
      // One of several letters: `-vo FILE` is `-v -o FILE`.
      tokens.push({ kind: 'option', name, rawName });
      left.push(`-${arg.slice(2)}`);
    }
  }
  return tokens;
}

/** Returns the option that a name with dashes stands for. */
function optionOf(
  written: string,
  options: readonly Option[],
): { readonly name: string; readonly takesValue: boolean } {
  const isLong = written.startsWith('--');
  const found = options.find(({ name, short }) => written === (isLong ? `--${name}` : `-${short}`));
  return { name: found?.name ?? written.slice(isLong ? 2 : 1), takesValue: found?.value !== undefined };
}
