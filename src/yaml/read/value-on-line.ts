import { COLON } from '../tree/chars.ts';
import { Declined } from './declined.ts';
import { enclosedEnd } from './enclosed-end.ts';
import { isDash, isLineEnd, skipSpaces } from './line-scalar.ts';
import { lineEnd, lineStart } from '../tree/positions.ts';

/** A value that begins on a line. */
export interface LineValue {
  readonly start: number;
  /** Column of the innermost entry on the line: deeper lines belong to it. */
  readonly column: number;
  readonly hasKey: boolean;
}

/**
 * Returns the value after the dashes, properties and key on the line of an offset; undefined if there is none.
 * @throws Declined for tabs, explicit keys and aliases
 */
export function valueOnLine(text: string, offset: number): LineValue | undefined {
  const line = lineStart(text, offset);
  let at = skipSpaces(text, line);
  let column = at - line - 1;
  while (isDash(text, at)) {
    column = at - line;
    at = skipSpaces(text, at + 1);
  }
  const entry = at;
  at = skipProperties(text, at);
  const key = keyEnd(text, at);
  const hasKey = key !== -1;
  if (hasKey) {
    column = entry - line;
    at = skipProperties(text, skipSpaces(text, key + 1));
  }
  return isLineEnd(text, at) || text[at] === '#' ? undefined : { start: at, column, hasKey };
}

const PROPERTY = /[&!][^ \t\n]*(?: +|(?=\n|$))/y;

/** Returns the offset after anchors and tags. */
function skipProperties(text: string, offset: number): number {
  let at = offset;
  while (text[at] === '&' || text[at] === '!') {
    PROPERTY.lastIndex = at;
    if (!PROPERTY.test(text)) throw new Declined(at);
    at = PROPERTY.lastIndex;
  }
  return skipSpaces(text, at);
}

/** Characters that begin a node which is not a key, an alias, or what is left to the complete reader. */
const NO_KEY = /[#|>\n]|$/y;
const UNCERTAIN = /\*|[-?]\t|\? /y;

/** Matches the end of a plain key or scalar in its line. */
const PLAIN_END = /\n|[ \t]#|:(?=[ \t\n]|$)/g;

/** Returns the offset of the colon after the key at an offset; -1 if the line has no key. */
function keyEnd(text: string, offset: number): number {
  if (matches(NO_KEY, text, offset)) return -1;
  if (matches(UNCERTAIN, text, offset)) throw new Declined(offset);
  if (matches(OPENER, text, offset)) return quotedKeyEnd(text, offset);
  PLAIN_END.lastIndex = offset;
  const end = PLAIN_END.exec(text)?.index ?? text.length;
  return text.charCodeAt(end) === COLON ? end : -1;
}

const OPENER = /["'[{]/y;
const KEY_END = / *:(?=[ \t\n]|$)/y;

function quotedKeyEnd(text: string, offset: number): number {
  const end = enclosedEnd(text, offset);
  if (end >= lineEnd(text, offset)) return -1;
  return matches(KEY_END, text, end) ? KEY_END.lastIndex - 1 : -1;
}

function matches(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}
