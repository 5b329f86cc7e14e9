import { JsonPathError } from './json-path-error.ts';

/** `member-name-shorthand` (RFC 9535, section 2.5.1.1). */
const NAME = /[A-Za-z_\u0080-\uD7FF\u{E000}-\u{10FFFF}][0-9A-Za-z_\u0080-\uD7FF\u{E000}-\u{10FFFF}]*/uy;

/** Unescaped characters of a double-quoted string (RFC 9535, section 2.3.1.1). */
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

/** Reads the parts of a path, one after the other. */
export class JsonPathScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  /** The next token, as messages show it. */
  get shown(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return 'the end';
    const character = String.fromCodePoint(code);
    if (character === "'") return String.raw`'\''`;
    return character === '"' ? `'"'` : `'${JSON.stringify(character).slice(1, -1)}'`;
  }

  /** Consumes a text if it is next. Reports whether it was. */
  take(text: string): boolean {
    const isNext = this.#text.startsWith(text, this.#at);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  /** Consumes a text. @throws JsonPathError if it is not next. */
  expect(text: string): void {
    if (!this.take(text)) this.fail('syntax', `expected ${text}, got ${this.shown}`);
  }

  /** Reads a name. @throws JsonPathError if none is next. */
  name(): string {
    return this.#match(NAME) ?? this.fail('syntax', `expected member-name-shorthand, got ${this.shown}`);
  }

  /** Reads an index; undefined if none is next. @throws JsonPathError if it does not fit a number. */
  integer(): number | undefined {
    const start = this.#at;
    const digits = this.#match(INTEGER);
    if (digits === undefined) return undefined;
    if (!Number.isSafeInteger(Number(digits))) this.fail('lexical', 'an index must not be beyond 2^53 - 1', start);
    return Number(digits);
  }

  /** Reads a string in double quotes. `wanted`: expected token in the message if none is next. @throws JsonPathError */
  string(wanted = 'open quote'): string {
    if (!this.take('"')) this.fail('syntax', `expected ${wanted}, got ${this.shown}`);
    const parts: string[] = [];
    while (!this.take('"')) {
      if (this.isAtEnd) this.fail('syntax', 'missing close quote');
      parts.push(this.#match(UNESCAPED) ?? this.#escaped());
    }
    return parts.join('');
  }

  /** @throws JsonPathError with the kind of error and its offset, by default the current one. */
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
    if (character === undefined)
      this.fail('lexical', `invalid escape in a string: ${this.shown} after a backslash`, start);
    this.#at++;
    return character;
  }

  /** Reads a Unicode escape. A character beyond U+FFFF is two escapes, of a high and a low surrogate. */
  #unicode(start: number): string {
    const unit = this.#unit(start);
    const character = isHigh(unit) && this.take('\\u') ? unit + this.#unit(start) : unit;
    if (/\p{Cs}/u.test(character)) this.fail('lexical', 'unpaired surrogate in a string', start);
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
