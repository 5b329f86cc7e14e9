import { PLAIN } from './format-directive.ts';
import { extended, joined } from './format-length.ts';
import { Printing } from './format-printing.ts';
import { formatArgument } from './format-value.ts';
import type { GoValue } from '../value.ts';

/**
 * The bytes that Go's `fmt.Sprintf` makes; what is wrong with the format or the arguments stands in them, as `%!d(MISSING)`.
 * Throws a `FormattedTooLong` beyond `MAX_BYTES` bytes.
 */
export function sprintf(format: string, args: readonly GoValue[]): string {
  return new Printing(format, args).run();
}

/** The bytes that Go's `fmt.Sprint` makes: a space stands between two values of which neither is a string. */
export function sprint(args: readonly GoValue[]): string {
  let text = '';
  let needsSpace = false;
  for (const arg of args) {
    const isString = arg.kind === 'string';
    const value = isString ? arg.value : formatArgument(arg, PLAIN);
    text = extended(text, needsSpace && !isString ? ` ${value}` : value);
    needsSpace = !isString;
  }
  return text;
}

/** The bytes that Go's `fmt.Sprintln` makes: the values with a space between any two, and a newline. */
export function sprintln(args: readonly GoValue[]): string {
  return `${joined(plainTexts(args), ' ')}\n`;
}

function* plainTexts(values: readonly GoValue[]): Generator<string> {
  for (const value of values) yield formatArgument(value, PLAIN);
}
