import { decodeRune, encodeRune, isCodePoint, MULTIBYTE, runeAt } from './format-rune.ts';
import { isPrintable } from './quote-print.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': String.raw`\a`,
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '\v': String.raw`\v`,
  '"': String.raw`\"`,
  "'": String.raw`\'`,
  '\\': String.raw`\\`,
};

const MEANINGS = new Map(Object.entries(ESCAPES).map(([byte, written]) => [written, byte]));

const escape = /\\(?:([abfnrtv\\'"])|([0-7]{3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/y;
const inString = new RegExp(String.raw`${MULTIBYTE}|[\0-\x1f"\\\x7f-\xff]`, 'g');
const inCharacter = new RegExp(String.raw`${MULTIBYTE}|[\0-\x1f'\\\x7f-\xff]`, 'g');
const multibytes = new RegExp(MULTIBYTE, 'g');

/** Returns the Go literal of a string in double quotes, like `strconv.Quote`: printable characters are unescaped. */
export function quote(bytes: string): string {
  return `"${bytes.replace(inString, (found) => escaped(found, isPrintable))}"`;
}

/** Returns the Go literal of a string in double quotes and ASCII, like `strconv.QuoteToASCII`. */
export function quoteToAscii(bytes: string): string {
  return `"${bytes.replace(inString, (found) => escaped(found, isNever))}"`;
}

/**
 * Returns the Go literal of a code point in single quotes, like `strconv.QuoteRune`; U+FFFD for a number that is not a
 * code point.
 */
export function quoteRune(code: number): string {
  return `'${encodeRune(code).replace(inCharacter, (found) => escaped(found, isPrintable))}'`;
}

/** Returns the Go literal of a code point in single quotes and ASCII, like `strconv.QuoteRuneToASCII`. */
export function quoteRuneToAscii(code: number): string {
  return `'${encodeRune(code).replace(inCharacter, (found) => escaped(found, isNever))}'`;
}

/** Reports whether a string can be written between backquotes on one line, like `strconv.CanBackquote`. */
export function canBackquote(bytes: string): boolean {
  const byteOrderMark = '\xef\xbb\xbf';
  return !bytes.includes(byteOrderMark) && !/[\0-\x08\n-\x1f`\x7f-\xff]/.test(bytes.replace(multibytes, ''));
}

/** Returns the escape for a rune or a byte that is not part of UTF-8; beyond ASCII, the rune itself if it is kept. */
function escaped(rune: string, isKept: (code: number) => boolean): string {
  if (rune.length === 1) return ESCAPES[rune] ?? String.raw`\x${hex(rune.charCodeAt(0), 2)}`;
  const code = decodeRune(rune);
  if (isKept(code)) return rune;
  return code < 0x10000 ? String.raw`\u${hex(code, 4)}` : String.raw`\U${hex(code, 8)}`;
}

function isNever(): boolean {
  return false;
}

/** Character of a literal: its code point or byte value, its bytes, and its length in the literal. */
interface Character {
  readonly code: number;
  readonly bytes: string;
  readonly length: number;
}

/**
 * Returns the bytes of a Go string literal in double quotes or backquotes, like `strconv.Unquote`; undefined if it is
 * malformed.
 */
export function unquote(literal: string): string | undefined {
  const body = literal.slice(1, -1);
  if (literal.length < 2 || !literal.endsWith(literal.charAt(0))) return undefined;
  if (literal.startsWith('`')) return body.includes('`') ? undefined : body.replaceAll('\r', '');
  if (!literal.startsWith('"')) return undefined;
  return /["\\\n\x80-\xff]/.test(body) ? unquoteBody(body) : body;
}

/**
 * Returns the code point of the first character of a Go character literal, like `strconv.UnquoteChar`, and the rest of
 * the literal, which is the closing quote if it is well-formed; undefined if there is no such character.
 */
export function unquoteRune(literal: string): { readonly code: number; readonly rest: string } | undefined {
  const character = characterAt(literal, 1, "'");
  return character && { code: character.code, rest: literal.slice(1 + character.length) };
}

function unquoteBody(body: string): string | undefined {
  let bytes = '';
  for (let at = 0; at < body.length;) {
    const character = body[at] === '\n' ? undefined : characterAt(body, at, '"');
    if (character === undefined) return undefined;
    bytes += character.bytes;
    at += character.length;
  }
  return bytes;
}

function characterAt(literal: string, offset: number, quoteMark: string): Character | undefined {
  const rune = runeAt(literal, offset);
  if (rune === '' || rune === quoteMark) return undefined;
  if (rune === '\\') return escapeAt(literal, offset, quoteMark);
  const code = decodeRune(rune);
  return { code, bytes: encodeRune(code), length: rune.length };
}

function escapeAt(literal: string, offset: number, quoteMark: string): Character | undefined {
  escape.lastIndex = offset;
  const [all = '', simple, octal, byte, short, rune = short] = escape.exec(literal) ?? [];
  if (all === '' || (/['"]/.test(all) && simple !== quoteMark)) return undefined;
  if (rune !== undefined) return codePoint(parseInt(rune, 16), all.length);
  if (simple !== undefined) return byteValue(MEANINGS.get(all)?.charCodeAt(0), all.length);
  return byteValue(octal === undefined ? parseInt(byte ?? '', 16) : parseInt(octal, 8), all.length);
}

function codePoint(code: number, length: number): Character | undefined {
  return isCodePoint(code) ? { code, bytes: encodeRune(code), length } : undefined;
}

function byteValue(code: number | undefined, length: number): Character | undefined {
  return code === undefined || code > 0xff ? undefined : { code, bytes: String.fromCharCode(code), length };
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
