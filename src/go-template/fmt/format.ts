import { type GoMap, type GoSlice, type GoValue, typeName } from '../value.ts';
import { type Directive, PLAIN } from './format-directive.ts';
import { formatComplex, formatFloat } from './format-float.ts';
import { extended, joined } from './format-length.ts';
import { fill, pad, padNumber, signOf } from './format-pad.ts';
import { decodeRune, encodeRune, firstRunes, REPLACEMENT, runeAt } from './format-rune.ts';
import { isPrintable } from './quote-print.ts';
import { canBackquote, quote, quoteRune, quoteRuneToAscii, quoteToAscii } from './quote.ts';

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

/** Largest number that Go accepts; one in a format may be one digit longer. */
const MAX_NUMBER = 1e6;

/** State of printing a format: the position, and the next argument. */
class Printing {
  readonly #format: string;
  readonly #args: readonly GoValue[];
  #output = '';
  #at = 0;
  #next = 0;
  /** Set if the element read last is an index such as `[2]`. */
  #isIndexed = false;
  /** Set if the indexes of this directive refer to arguments and are well-placed. */
  #isIndexGood = true;
  #isReordered = false;

  constructor(format: string, args: readonly GoValue[]) {
    this.#format = format;
    this.#args = args;
  }

  run(): string {
    const format = this.#format;
    for (let percent = format.indexOf('%'); percent !== -1; percent = format.indexOf('%', this.#at)) {
      if (percent > this.#at) this.#write(format.slice(this.#at, percent));
      this.#at = percent + 1;
      this.#isIndexGood = true;
      if (!this.#plainString()) this.#directive();
    }
    if (this.#at < format.length) this.#write(format.slice(this.#at));
    if (!this.#isReordered && this.#next < this.#args.length) this.#extra();
    return this.#output;
  }

  /** Prints `%s` and `%v` of a string directly, for speed. */
  #plainString(): boolean {
    const verb = this.#format[this.#at];
    const arg = this.#args[this.#next];
    if ((verb !== 's' && verb !== 'v') || arg?.kind !== 'string') return false;
    this.#write(arg.value);
    this.#at++;
    this.#next++;
    return true;
  }

  #directive(): void {
    const flags = this.#flags();
    this.#isIndexed = this.#index();
    const width = this.#width();
    const precision = this.#precision();
    if (!this.#isIndexed) this.#isIndexed = this.#index();
    if (this.#at >= this.#format.length) return this.#write('%!(NOVERB)');
    const rune = runeAt(this.#format, this.#at);
    this.#at += rune.length;
    this.#verb(directiveOf(encodeRune(decodeRune(rune)), flags, width, precision));
  }

  #verb(directive: Directive): void {
    const { verb } = directive;
    const arg = this.#args[this.#next];
    if (verb === '%') return this.#write('%');
    if (!this.#isIndexGood) return this.#write(`%!${verb}(BADINDEX)`);
    if (arg === undefined) return this.#write(`%!${verb}(MISSING)`);
    this.#write(formatArgument(arg, directive));
    this.#next++;
  }

  #flags(): string {
    const start = this.#at;
    while (this.#at < this.#format.length && '+-# 0'.includes(this.#format.charAt(this.#at))) this.#at++;
    return this.#format.slice(start, this.#at);
  }

  /** Reads an optional index, which selects the next argument. Reports whether there was one with a number in it. */
  #index(): boolean {
    if (this.#format[this.#at] !== '[') return false;
    this.#isReordered = true;
    const close = this.#format.indexOf(']', this.#at + 1);
    const isClosed = close !== -1 && this.#format.length - this.#at >= 3;
    const { value, end } = numberAt(this.#format, this.#at + 1, isClosed ? close : 0);
    this.#at = isClosed ? close + 1 : this.#at + 1;
    const isNumber = value !== undefined && end === close;
    if (isNumber && value >= 1 && value <= this.#args.length) this.#next = value - 1;
    else this.#isIndexGood = false;
    return isNumber;
  }

  #width(): number {
    if (this.#star()) {
      const width = this.#integerArgument();
      if (width === undefined) this.#write('%!(BADWIDTH)');
      return width ?? 0;
    }
    const { value, end } = numberAt(this.#format, this.#at, this.#format.length);
    this.#at = end;
    if (this.#isIndexed && value !== undefined) this.#isIndexGood = false;
    return value ?? 0;
  }

  #precision(): number | undefined {
    // A point at the very end is a verb.
    if (this.#format[this.#at] !== '.' || this.#at + 1 === this.#format.length) return undefined;
    this.#at++;
    if (this.#isIndexed) this.#isIndexGood = false;
    this.#isIndexed = this.#index();
    if (this.#star()) {
      const precision = this.#integerArgument();
      if (precision !== undefined && precision >= 0) return precision;
      this.#write('%!(BADPREC)');
      return undefined;
    }
    const { value, end } = numberAt(this.#format, this.#at, this.#format.length);
    this.#at = end;
    return value ?? 0;
  }

  #star(): boolean {
    if (this.#format[this.#at] !== '*') return false;
    this.#at++;
    this.#isIndexed = false;
    return true;
  }

  /** Returns a width or a precision from the next argument; undefined if that is not an integer or too large. */
  #integerArgument(): number | undefined {
    const arg = this.#args[this.#next];
    if (arg === undefined) return undefined;
    this.#next++;
    const number = arg.kind === 'int' || arg.kind === 'uint8' ? Number(arg.value) : Infinity;
    return Math.abs(number) <= MAX_NUMBER ? number : undefined;
  }

  #extra(): void {
    this.#write(`%!(EXTRA ${joined(typedValues(this.#args.slice(this.#next)), ', ')})`);
  }

  #write(text: string): void {
    this.#output = extended(this.#output, text);
  }
}

function* typedValues(values: readonly GoValue[]): Generator<string> {
  for (const value of values) yield typedValue(value, PLAIN);
}

function directiveOf(verb: string, flags: string, width: number, precision: number | undefined): Directive {
  const isGeneral = verb === 'v' || verb === 'w';
  return {
    verb,
    minus: flags.includes('-') || width < 0,
    plus: flags.includes('+') && !isGeneral,
    sharp: flags.includes('#') && !isGeneral,
    space: flags.includes(' '),
    zero: flags.includes('0'),
    goSyntax: flags.includes('#') && isGeneral,
    width: Math.abs(width),
    precision,
  };
}

/** Returns the number at an offset, and its end. Like Go, gives up on a long one and reads nothing more. */
function numberAt(format: string, start: number, end: number): { readonly value?: number; readonly end: number } {
  let value = 0;
  let at = start;
  for (; at < end && isDigit(format.charCodeAt(at)); at++) {
    if (value > MAX_NUMBER) return { end };
    value = value * 10 + format.charCodeAt(at) - 48;
  }
  return at > start ? { value, end: at } : { end: at };
}

function isDigit(char: number): boolean {
  return char >= 48 && char <= 57;
}

/** Address printed by `%p` for every map and slice; Go prints a different one each time. */
const ADDRESS = 0xc000000000n;

/** Formats an argument by a directive, or as an error: `%!d(string=a)`. */
function formatArgument(value: GoValue, directive: Directive): string {
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
function typedValue(value: GoValue, directive: Directive): string {
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
