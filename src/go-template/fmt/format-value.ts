import { type GoMap, type GoSlice, type GoValue, typeName } from '../value.ts';
import type { Directive } from './format-directive.ts';
import { formatComplex, formatFloat } from './format-float.ts';
import { joined } from './format-length.ts';
import { fill, pad, padNumber, signOf } from './format-pad.ts';
import { REPLACEMENT, encodeRune, firstRunes } from './format-rune.ts';
import { isPrintable } from './quote-print.ts';
import { canBackquote, quote, quoteRune, quoteRuneToAscii, quoteToAscii } from './quote.ts';

/** Address printed by `%p` for every map and slice; Go prints a different one each time. */
const ADDRESS = 0xc000000000n;

/** Formats an argument by a directive, or as an error: `%!d(string=a)`. */
export function formatArgument(value: GoValue, directive: Directive): string {
  switch (directive.verb) {
    case 'T':
      return value.kind === 'nil' ? pad(typeName(value), directive) : plain(typeName(value), directive);
    case 'p':
      return pointer(value, directive);
    case 'w':
      return badVerb(value, directive);
    default:
      return value.kind === 'nil' ? nil(directive) : formatValue(value, directive);
  }
}

/** Formats a value with its type, for Go's messages about unexpected values. */
export function typedValue(value: GoValue, directive: Directive): string {
  return value.kind === 'nil' ? '<nil>' : `${typeName(value)}=${formatValue(value, { ...directive, verb: 'v' })}`;
}

function nil(directive: Directive): string {
  return directive.verb === 'v' ? pad('<nil>', directive) : badVerb({ kind: 'nil' }, directive);
}

function pointer(value: GoValue, directive: Directive): string {
  if (value.kind !== 'map' && value.kind !== 'slice') return badVerb(value, directive);
  return formatInteger(ADDRESS, { ...directive, verb: 'x', sharp: !directive.sharp }) ?? '';
}

function badVerb(value: GoValue, directive: Directive): string {
  return `%!${directive.verb}(${typedValue(value, directive)})`;
}

/** Formats a possibly nested value, where all verbs print nil alike. */
function formatValue(value: GoValue, directive: Directive): string {
  if (value.kind === 'nil') return directive.goSyntax ? 'interface {}(nil)' : '<nil>';
  if (value.kind === 'map') return formatMap(value, directive);
  if (value.kind === 'slice') return formatSlice(value, directive);
  return formatScalar(value, directive) ?? badVerb(value, directive);
}

type Scalar = Exclude<GoValue, GoMap | GoSlice | { readonly kind: 'nil' }>;

/** Formats a scalar; undefined if the verb does not accept this kind of value. */
function formatScalar(value: Scalar, directive: Directive): string | undefined {
  if (value.kind === 'string') return formatString(value.value, directive);
  if (value.kind === 'bool') return 'tv'.includes(directive.verb) ? pad(String(value.value), directive) : undefined;
  if (value.kind === 'float64') return formatFloat(value.value, directive);
  if (value.kind === 'complex128') return formatComplex(value.real, value.imaginary, directive);
  const isSourceByte = value.kind === 'uint8' && directive.goSyntax;
  return formatInteger(value.value, isSourceByte ? { ...directive, verb: 'x', sharp: true } : directive);
}

function formatMap(map: GoMap, directive: Directive): string {
  const entries = formatEntries(map, directive);
  return directive.goSyntax ? `${typeName(map)}{${joined(entries, ', ')}}` : `map[${joined(entries, ' ')}]`;
}

function* formatEntries(map: GoMap, directive: Directive): Generator<string> {
  for (const [key, value] of map.entries) {
    yield `${formatValue({ kind: 'string', value: key }, directive)}:${formatValue(value, directive)}`;
  }
}

function formatSlice(slice: GoSlice, directive: Directive): string {
  const items = formatItems(slice, directive);
  return directive.goSyntax ? `${typeName(slice)}{${joined(items, ', ')}}` : `[${joined(items, ' ')}]`;
}

function* formatItems(slice: GoSlice, directive: Directive): Generator<string> {
  for (const item of slice.items) yield formatValue(item, directive);
}

/** Formats a string by the verb of a directive; undefined if the verb does not accept strings. */
function formatString(bytes: string, directive: Directive): string | undefined {
  switch (directive.verb) {
    case 'v':
      return directive.goSyntax ? quoted(bytes, directive) : plain(bytes, directive);
    case 's':
      return plain(bytes, directive);
    case 'q':
      return quoted(bytes, directive);
    case 'x':
      return hexadecimal(bytes, directive);
    case 'X':
      return hexadecimal(bytes, directive).toUpperCase();
    default:
      return undefined;
  }
}

/** Returns the string itself, truncated to the precision and padded to the width. */
function plain(bytes: string, directive: Directive): string {
  return pad(cut(bytes, directive), directive);
}

function quoted(bytes: string, directive: Directive): string {
  const text = cut(bytes, directive);
  if (directive.sharp && canBackquote(text)) return pad(`\`${text}\``, directive);
  return pad(directive.plus ? quoteToAscii(text) : quote(text), directive);
}

function cut(bytes: string, { precision }: Directive): string {
  return precision === undefined ? bytes : firstRunes(bytes, precision);
}

/**
 * Returns two digits a byte, of as many bytes as the precision says; with spaces, the flag # gives each byte a prefix.
 */
function hexadecimal(bytes: string, directive: Directive): string {
  const { space, sharp, minus, width, precision } = directive;
  const digits = Buffer.from(bytes.slice(0, precision), 'latin1').toString('hex');
  const spaced = space ? digits.replace(/..(?!$)/g, sharp ? '$& 0x' : '$& ') : digits;
  const text = sharp && digits !== '' ? `0x${spaced}` : spaced;
  const padding = fill(width - text.length, directive);
  return minus ? text + padding : padding + text;
}

const BASES: Readonly<Record<string, number>> = { b: 2, o: 8, O: 8, d: 10, v: 10, x: 16, X: 16 };

/** Formats a 64-bit integer by the verb of a directive; undefined if the verb does not accept integers. */
function formatInteger(value: bigint, directive: Directive): string | undefined {
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
