import type { Directive } from './format-directive.ts';
import { runeCount } from './format-rune.ts';

/** Bytes, padded to the width of a directive. */
export function pad(bytes: string, directive: Directive): string {
  if (directive.width === 0) return bytes;
  const padding = fill(directive.width - runeCount(bytes), directive);
  return directive.minus ? bytes + padding : padding + bytes;
}

/** A number that has its leading zeros already: padded with spaces to the width of a directive. */
export function padNumber(text: string, { width, minus }: Directive): string {
  return minus ? text.padEnd(width) : text.padStart(width);
}

/** As many zeros or spaces as given, none where that is negative. */
export function fill(count: number, { zero, minus }: Directive): string {
  return (zero && !minus ? '0' : ' ').repeat(Math.max(count, 0));
}

/** What stands before the digits of a number: a minus, or what the flags ask for. */
export function signOf(isNegative: boolean, { plus, space }: Directive): string {
  if (isNegative) return '-';
  if (plus) return '+';
  return space ? ' ' : '';
}
