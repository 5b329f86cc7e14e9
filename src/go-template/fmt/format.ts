import type { GoValue } from '../value.ts';
import { type Directive, PLAIN } from './format-directive.ts';
import { extended, joined } from './format-length.ts';
import { decodeRune, encodeRune, runeAt } from './format-rune.ts';
import { formatArgument, typedValue } from './format-value.ts';

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
