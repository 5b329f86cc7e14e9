import type { Directive } from './format-directive.ts';
import { pad, padNumber, signOf } from './format-pad.ts';
import { encodeRune, REPLACEMENT } from './format-rune.ts';
import { quoteRune, quoteRuneToAscii } from './quote.ts';
import { isPrintable } from './quote-print.ts';

const BASES: Readonly<Record<string, number>> = { b: 2, o: 8, O: 8, d: 10, v: 10, x: 16, X: 16 };

/** Formats a 64-bit integer by the verb of a directive; undefined if the verb does not accept integers. */
export function formatInteger(value: bigint, directive: Directive): string | undefined {
  const base = BASES[directive.verb];
  if (base !== undefined) return inBase(value, base, directive);
  switch (directive.verb) {
    case 'c':
      return pad(encodeRune(codePoint(value)), directive);
    case 'q':
      return pad((directive.plus ? quoteRuneToAscii : quoteRune)(codePoint(value)), directive);
    case 'U':
      return pad(unicode(value, directive), { ...directive, zero: false });
    default:
      return undefined;
  }
}

function inBase(value: bigint, base: number, directive: Directive): string {
  if (directive.precision === 0 && value === 0n) return ' '.repeat(directive.width);
  const sign = signOf(value < 0n, directive);
  const magnitude = (value < 0n ? -value : value).toString(base);
  const digits = magnitude.padStart(directive.precision ?? zeros(directive, sign), '0');
  const number = sign + prefix(digits, base, directive) + digits;
  return padNumber(directive.verb === 'X' ? number.toUpperCase() : number, directive);
}

/** Returns the number of digits for the flag 0; as in Go, the sign counts but a prefix does not. */
function zeros({ zero, minus, width }: Directive, sign: string): number {
  return zero && !minus ? width - sign.length : 0;
}

function prefix(digits: string, base: number, { verb, sharp }: Directive): string {
  const octal = sharp && base === 8 && !digits.startsWith('0') ? '0' : '';
  if (verb === 'O') return `0o${octal}`;
  if (!sharp) return '';
  return base === 16 ? '0x' : base === 2 ? '0b' : octal;
}

function unicode(value: bigint, { precision = 0, sharp }: Directive): string {
  const code = BigInt.asUintN(64, value);
  const text = `U+${code.toString(16).toUpperCase().padStart(Math.max(precision, 4), '0')}`;
  const isShown = sharp && code <= 0x10ffffn && isPrintable(Number(code));
  return isShown ? `${text} '${encodeRune(Number(code))}'` : text;
}

function codePoint(value: bigint): number {
  return value >= 0n && value <= 0x10ffffn ? Number(value) : REPLACEMENT;
}
