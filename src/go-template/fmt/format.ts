import { PLAIN } from './format-directive.ts';
import { extended, joined } from './format-length.ts';
import { Printing } from './format-printing.ts';
import { formatArgument } from './format-value.ts';
import type { GoValue } from '../value.ts';

/**
 * Returns the bytes of Go's `fmt.Sprintf`; errors in the format or the arguments are part of the result, as
 * `%!d(MISSING)`. Throws a `FormattedTooLong` beyond `MAX_BYTES` bytes.
 */
export function sprintf(format: string, args: readonly GoValue[]): string {
  return new Printing(format, args).run();
}

/** Returns the bytes of Go's `fmt.Sprint`: a space separates two values unless one is a string. */
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

/** Returns the bytes of Go's `fmt.Sprintln`: the values separated by spaces, and a newline. */
export function sprintln(args: readonly GoValue[]): string {
  return `${joined(plainTexts(args), ' ')}\n`;
}

function* plainTexts(values: readonly GoValue[]): Generator<string> {
  for (const value of values) yield formatArgument(value, PLAIN);
}
