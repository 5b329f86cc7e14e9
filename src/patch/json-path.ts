import { JsonPathError } from './json-path-error.ts';

/** One step of a path: to the value of a key, or to elements of a sequence. */
export type JsonPathSegment =
  | { readonly kind: 'name'; readonly name: string }
  /** Index from 0, or from the end if negative. */
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'wildcard' }
  /** Elements with a string at these nested keys; without keys, elements equal to that string. */
  | { readonly kind: 'filter'; readonly names: readonly string[]; readonly value: string };

/** A parsed JSONPath (RFC 9535); without names and rest it leads to the top. */
export interface JsonPath {
  /** Its leading names. */
  readonly names: readonly string[];
  /** The remaining segments; the first is not a name. */
  readonly rest: readonly JsonPathSegment[];
}

/** Options that select the supported subset of JSONPath. */
export interface JsonPathOptions {
  /** Also accepts `[0]`, `[*]`, `[?@.name=="x"]` and `[?@=="x"]`. Default: false. */
  readonly lists?: boolean;
}

/**
 * Reads a path of a subset of JSONPath (RFC 9535): `$`, then `.name` or `["name"]` any number of times, without white
 * space. Names and string literals are those of the RFC, with double quotes only.
 *
 * @throws JsonPathError
 */
export function parseJsonPath(text: string, { lists = false }: JsonPathOptions = {}): JsonPath {
  const scanner = new JsonPathScanner(text);
  if (text === '') scanner.fail('EOF', 'a path begins with a dollar sign');
  if (!scanner.take('$')) scanner.fail('syntax', 'missing root identifier (dollar sign)');
  const names: string[] = [];
  const rest: JsonPathSegment[] = [];
  while (!scanner.isAtEnd) {
    const segment = readSegment(scanner, lists);
    if (segment.kind === 'name' && rest.length === 0) names.push(segment.name);
    else rest.push(segment);
  }
  return { names, rest };
}

function readSegment(scanner: JsonPathScanner, lists: boolean): JsonPathSegment {
  if (scanner.take('.')) return { kind: 'name', name: scanner.name() };
  if (!scanner.take('[')) scanner.fail('syntax', `extra junk ${scanner.shown} after last segment`);
  const segment: JsonPathSegment = lists ? readSelector(scanner) : { kind: 'name', name: scanner.string() };
  closeBracket(scanner);
  return segment;
}

function readSelector(scanner: JsonPathScanner): JsonPathSegment {
  if (scanner.take('*')) return { kind: 'wildcard' };
  if (scanner.take('?')) return readFilter(scanner);
  const index = scanner.integer();
  if (index !== undefined) return { kind: 'index', index };
  return { kind: 'name', name: scanner.string('open quote, index, `*` or `?`') };
}

function readFilter(scanner: JsonPathScanner): JsonPathSegment {
  scanner.expect('@');
  const names: string[] = [];
  for (let name = readName(scanner); name !== undefined; name = readName(scanner)) names.push(name);
  scanner.expect('==');
  return { kind: 'filter', names, value: scanner.string() };
}

/** Reads a segment that is a name; undefined if none is next. */
function readName(scanner: JsonPathScanner): string | undefined {
  if (scanner.take('.')) return scanner.name();
  if (!scanner.take('[')) return undefined;
  const name = scanner.string();
  closeBracket(scanner);
  return name;
}

function closeBracket(scanner: JsonPathScanner): void {
  if (!scanner.take(']')) scanner.fail('syntax', `missing close bracket, got ${scanner.shown}`);
}

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
class JsonPathScanner {
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
