import type { Directive } from './format-directive.ts';
import { runeCount } from './format-rune.ts';

/** Pads bytes to the width of a directive. */
export function pad(bytes: string, directive: Directive): string {
  if (directive.width === 0) return bytes;
  const padding = fill(directive.width - runeCount(bytes), directive);
  return directive.minus ? bytes + padding : padding + bytes;
}

/** Pads a number that already has its leading zeros with spaces to the width of a directive. */
export function padNumber(text: string, { width, minus }: Directive): string {
  return minus ? text.padEnd(width) : text.padStart(width);
}

/** Returns `count` zeros or spaces, none if it is negative. */
export function fill(count: number, { zero, minus }: Directive): string {
  return (zero && !minus ? '0' : ' ').repeat(Math.max(count, 0));
}

/** Returns the sign before the digits of a number: a minus, or the one that the flags request. */
export function signOf(isNegative: boolean, { plus, space }: Directive): string {
  if (isNegative) return '-';
  if (plus) return '+';
  return space ? ' ' : '';
}
