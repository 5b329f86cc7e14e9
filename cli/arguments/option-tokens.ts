import type { Option } from './option.ts';

/** An argument, or a letter of one that holds several options. */
export type OptionToken = OperandToken | GivenOption;

/** Argument that is no option, nor the value of one. */
interface OperandToken {
  readonly kind: 'positional';
  readonly value: string;
}

/** Option as it is given. */
export interface GivenOption {
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
 * Splits arguments without `--` into options and operands, as `parseArgs` of `node:util` does with `strict: false`, which takes longer to
 * load than most calls to run. An unknown option counts as a flag, and so does all of `-a-b`.
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
