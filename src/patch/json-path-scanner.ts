import { JsonPathError } from './json-path-error.ts';

/** `member-name-shorthand` (RFC 9535, section 2.5.1.1). */
const NAME = /[A-Za-z_\u0080-\uD7FF\u{E000}-\u{10FFFF}][0-9A-Za-z_\u0080-\uD7FF\u{E000}-\u{10FFFF}]*/uy;

/** What a double-quoted string has without escapes (RFC 9535, section 2.3.1.1). */
const UNESCAPED = /[ !#-[\]-\uD7FF\u{E000}-\u{10FFFF}]+/uy;

/** `int` (RFC 9535, section 2.3.3.1). */
const INTEGER = /0|-?[1-9][0-9]*/y;

const HEX = /[0-9A-Fa-f]{4}/y;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** Reads the parts that a path is made of, one after the other. */
export class JsonPathScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** What comes next, as messages show it. */
  get shown(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return 'the end';
    const character = String.fromCodePoint(code);
    if (character === "'") return String.raw`'\''`;
    return character === '"' ? `'"'` : `'${JSON.stringify(character).slice(1, -1)}'`;
  }

  /** Passes over a text, if it comes next. */
  take(text: string): boolean {
    const isNext = this.#text.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  /** @throws JsonPathError where the text does not come next. */
  expect(text: string): void {
    if (!this.take(text)) this.fail('syntax', `expected ${text}, got ${this.shown}`);
  }

  /** @throws JsonPathError where no name comes next. */
  name(): string {
    return this.#match(NAME) ?? this.fail('syntax', `expected member-name-shorthand, got ${this.shown}`);
  }

  /** An index; undefined where none comes next. @throws JsonPathError where a number cannot hold it. */
  integer(): number | undefined {
    const start = this.#at;
    const digits = this.#match(INTEGER);
    if (digits === undefined) return undefined;
    if (!Number.isSafeInteger(Number(digits))) this.fail('lexical', 'an index beyond 2^53 - 1', start);
    return Number(digits);
  }

  /** A string in double quotes. `wanted`: what messages name where none comes next. @throws JsonPathError */
  string(wanted = 'open quote'): string {
    if (!this.take('"')) this.fail('syntax', `expected ${wanted}, got ${this.shown}`);
    const parts: string[] = [];
    while (!this.take('"')) {
      if (this.isAtEnd) this.fail('syntax', 'missing close quote');
      parts.push(this.#match(UNESCAPED) ?? this.#escaped());
    }
    return parts.join('');
  }

  /** @throws JsonPathError that says which kind of error is at an offset, here if not said. */
  fail(kind: 'syntax' | 'lexical' | 'EOF', message: string, at = this.#at): never {
    const offset = new TextEncoder().encode(this.#text.slice(0, at)).length;
    throw new JsonPathError(kind === 'EOF' ? `EOF: ${message}` : `${kind} error at ${offset}: ${message}`, offset);
  }

  #escaped(): string {
    const start = this.#at;
    if (!this.take('\\')) this.fail('lexical', `${this.shown} must be escaped in a string`);
    if (this.isAtEnd) this.fail('syntax', 'escape-EOF');
    if (this.take('u')) return this.#unicode(start);
    const character = ESCAPES.get(this.#text.charAt(this.#at));
    if (character === undefined) this.fail('lexical', `no escape in a string: ${this.shown} after a backslash`, start);
    this.#at++;
    return character;
  }

  /** A character beyond U+FFFF is two escapes, of a high and a low surrogate. */
  #unicode(start: number): string {
    const unit = this.#unit(start);
    const character = isHigh(unit) && this.take('\\u') ? unit + this.#unit(start) : unit;
    if (/\p{Cs}/u.test(character)) this.fail('lexical', 'a surrogate without its other half in a string', start);
    return character;
  }

  #unit(start: number): string {
    const digits = this.#match(HEX) ?? this.fail('lexical', 'four hexadecimal digits must follow `\\u`', start);
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [text] = pattern.exec(this.#text) ?? [];
    this.#at += text?.length ?? 0;
    return text;
  }
}

function isHigh(unit: string): boolean {
  return unit >= '\uD800' && unit <= '\uDBFF';
}
