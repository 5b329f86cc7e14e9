import { ESCAPE } from './escape.ts';
import type { Source } from './source.ts';
import type { Token, TokenKind } from './token.ts';

/** Text between tokens: whitespace, and comments up to the end of the line or of the expression. */
const HIDDEN = /(?:[\t\n\f\r ]|\/\/[^\n]*)+/y;

/** Patterns in order of precedence: of two with the same beginning, the longer one comes first. */
const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['double', /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ['uint', /(?:0x[\da-fA-F]+|\d+)[uU]/y],
  ['int', /0x[\da-fA-F]+|\d+/y],
  ['symbol', /(?:in|true|false|null)(?![\w])|==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y],
  ['name', /[A-Za-z_]\w*/y],
];

const OPENING = /([bB]?)([rR]?)("""|'''|"|')/y;

/** Returns the tokens of an expression, ending with the token `end`. Throws a CelError at text that is not a token. */
export function tokenize(source: Source): Token[] {
  const tokens: Token[] = [];
  let at = skipHidden(source.text, 0);
  while (at < source.text.length) {
    const token = readQuoted(source, at) ?? readPlain(source, at);
    tokens.push(token);
    at = skipHidden(source.text, at + token.text.length);
  }
  return [...tokens, { kind: 'end', text: '', at: source.text.length }];
}

function skipHidden(text: string, at: number): number {
  return at + (match(HIDDEN, text, at)?.[0].length ?? 0);
}

function readPlain(source: Source, at: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    const found = match(pattern, source.text, at);
    if (found !== undefined) return { kind, text: found[0], at };
  }
  const character = String.fromCodePoint(source.text.codePointAt(at) ?? 0);
  throw source.error(at, `unexpected character '${character}'`);
}

function readQuoted(source: Source, at: number): Token | undefined {
  const opening = match(OPENING, source.text, at);
  if (opening === undefined) return undefined;
  const [prefix, bytes, raw, quote = ''] = opening;
  const kind = bytes === '' ? 'string' : 'bytes';
  const end = endOfQuoted(source, at, at + prefix.length, quote, raw !== '');
  return { kind, text: source.text.slice(at, end), at };
}

/** Returns the end of quoted text. Not a regular expression, as engines limit those on long text. */
function endOfQuoted(source: Source, start: number, from: number, quote: string, isRaw: boolean): number {
  const { text } = source;
  let at = from;
  while (at < text.length && !text.startsWith(quote, at)) {
    const character = text.charAt(at);
    if (quote.length === 1 && (character === '\n' || character === '\r')) break;
    at += character === '\\' && !isRaw ? escapeLength(source, at) : 1;
  }
  if (!text.startsWith(quote, at)) throw source.error(start, `the ${quote} must be closed by another ${quote}`);
  return at + quote.length;
}

function escapeLength(source: Source, at: number): number {
  const found = match(ESCAPE, source.text, at);
  if (found !== undefined) return found[0].length;
  const character = String.fromCodePoint(source.text.codePointAt(at + 1) ?? 0x20);
  throw source.error(at, `invalid escape sequence '\\${character.trim()}'`);
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
