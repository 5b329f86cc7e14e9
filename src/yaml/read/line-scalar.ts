import { BACKSLASH, COLON, DASH, DOUBLE_QUOTE, HASH, NEWLINE, SINGLE_QUOTE, SPACE, TAB } from '../tree/chars.ts';
import { Declined } from './declined.ts';
import { foldLines, readQuoted } from './quoted.ts';
import { contentLine, lineEnd } from '../tree/positions.ts';
import { Scalar, type NodeInit } from '../tree/tree.ts';

/** Characters that cannot begin a plain scalar, or not always. */
const INDICATORS = '&*@`}]:,"!>#{[%|?\'';

/**
 * Limit of the length of a key. Longer keys are an error to the complete reader, which counts differently, so they are
 * left to it.
 */
export const MAX_KEY = 1000;

/** Returns the offset of the first non-space character from `offset` on. A tab is not indentation to every reader. */
export function skipSpaces(text: string, offset: number): number {
  let at = offset;
  while (text.charCodeAt(at) === SPACE) at++;
  if (text.charCodeAt(at) === TAB) throw new Declined(at);
  return at;
}

/** Reports whether a space, a line break or the end of the text is at an offset. */
export function isBlank(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code === SPACE || code === NEWLINE || offset >= text.length;
}

/** Reports whether a line ends at an offset. */
export function isLineEnd(text: string, offset: number): boolean {
  return offset >= text.length || text.charCodeAt(offset) === NEWLINE;
}

/** Declines if the rest of the line at an offset holds more than a comment. */
export function checkRest(text: string, offset: number): void {
  const at = skipSpaces(text, offset);
  if (!isLineEnd(text, at) && !(text.charCodeAt(at) === HASH && at > offset)) throw new Declined(at);
}

/** Reports whether a dash that makes an element is at an offset. */
export function isDash(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === DASH && isBlank(text, offset + 1);
}

/** Reports whether a quoted scalar begins at an offset. */
export function isQuote(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  return code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
}

/** Returns the offset of the colon after the key at an offset, or -1 if the line holds no key. */
export function keyColon(text: string, offset: number): number {
  if (isQuote(text, offset)) {
    const end = quotedEnd(text, offset, lineEnd(text, offset));
    return text.charCodeAt(end) === COLON && isBlank(text, end + 1) ? checkKey(offset, end) : -1;
  }
  const end = plainEnd(text, offset);
  return text.charCodeAt(end) === COLON ? checkKey(offset, end) : -1;
}

function checkKey(start: number, end: number): number {
  if (end - start > MAX_KEY) throw new Declined(start);
  return end;
}

/**
 * Returns the end of the plain scalar at an offset in its line: before white space at its end, a comment, or a colon
 * after a key. `known`: end of a plain scalar that begins earlier; if it is after `offset`, it is the end of this one
 * too.
 */
export function plainEnd(text: string, offset: number, known = -1): number {
  checkPlainStart(text, offset);
  return offset < known ? known : textEnd(text, offset);
}

/**
 * Matches the end of a plain scalar in its line: a line break, a comment, a colon after a key; a tab is left to the
 * complete reader. Loops over characters are regular expressions here: only these are compiled in time in a process
 * that runs for some milliseconds. None repeats a group, which would overflow an engine in a long text.
 */
const STOP = /\n|\t| #|:(?![^ \n])/g;

function textEnd(text: string, offset: number): number {
  STOP.lastIndex = offset;
  let end = STOP.test(text) ? STOP.lastIndex - 1 : text.length;
  if (text.charCodeAt(end) === TAB) throw new Declined(end);
  if (text.charCodeAt(end) === HASH) end--;
  while (text.charCodeAt(end - 1) === SPACE) end--;
  return end;
}

function checkPlainStart(text: string, offset: number): void {
  if (INDICATORS.includes(text[offset] ?? '\n') || isDash(text, offset)) throw new Declined(offset);
}

/** Returns the end of the quoted scalar at an offset, after its closing quote, or -1 if that is not before `to`. */
export function quotedEnd(text: string, offset: number, to: number): number {
  const quote = text.charCodeAt(offset);
  SIMPLE.lastIndex = offset;
  if (quote === DOUBLE_QUOTE && SIMPLE.test(text)) return SIMPLE.lastIndex;
  for (let at = offset + 1; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && quote === DOUBLE_QUOTE) at = escapeEnd(text, at) - 1;
    else if (code === quote) {
      if (quote === DOUBLE_QUOTE || text.charCodeAt(at + 1) !== quote) return at + 1;
      at++;
    }
  }
  return -1;
}

/** A scalar in double quotes on one line, without escapes. */
const SIMPLE = /"[^"\\\n]*"/y;

const ESCAPE = /\\(?:[0abtnvfreNLP_ "/\\\n]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5})/y;

function escapeEnd(text: string, offset: number): number {
  ESCAPE.lastIndex = offset;
  if (!ESCAPE.test(text)) throw new Declined(offset);
  return ESCAPE.lastIndex;
}

/** Declines if a line of a scalar of several lines is not deeper than the column of its entry. */
export function checkDepth(text: string, start: number, end: number, indent: number): void {
  for (let line = lineEnd(text, start); line < end; line = lineEnd(text, line)) {
    const at = skipSpaces(text, line);
    if (at - line <= indent && !isLineEnd(text, at)) throw new Declined(at);
  }
}

/** Returns the plain scalar at `init.start`, in an entry at column `indent` whose lines end at `to`. */
export function plainScalar(init: NodeInit, indent: number, to: number): Scalar {
  const { text, start } = init;
  let end = plainEnd(text, start);
  let isFolded = false;
  // Continuation lines may begin with any character.
  for (let at = continuation(text, end, to); at !== undefined; at = continuation(text, end, to)) {
    isFolded = true;
    end = textEnd(text, at);
  }
  if (isFolded) checkDepth(text, start, end, indent);
  const content = text.slice(start, end);
  return new Scalar({ ...init, end }, 'plain', isFolded ? foldLines(content) : content);
}

/** Returns the start of the next line of a plain scalar, or undefined if it has none. */
function continuation(text: string, end: number, to: number): number | undefined {
  const next = contentLine(text, lineEnd(text, end), to);
  if (next === undefined) return undefined;
  // A comment ends the scalar; nothing may follow it.
  if (text.slice(end, next).trim() !== '') throw new Declined(end);
  return next;
}

/** Returns the quoted scalar between two offsets. */
export function quotedScalar(init: NodeInit & { readonly end: number }): Scalar {
  const { text, start, end } = init;
  const style = text.charCodeAt(start) === DOUBLE_QUOTE ? 'double' : 'single';
  return new Scalar(init, style, () => quotedContent(text.slice(start + 1, end - 1), style));
}

function quotedContent(inner: string, style: 'single' | 'double'): string {
  const isPlain = !inner.includes(style === 'double' ? '\\' : "'") && !inner.includes('\n');
  return isPlain ? inner : readQuoted(inner, style);
}

/** Returns the end of the name of an anchor or alias that begins at an offset. */
export function nameEnd(text: string, offset: number): number {
  let at = offset;
  while (/[\w.-]/.test(text[at] ?? '')) at++;
  if (at === offset) throw new Declined(offset);
  return at;
}
