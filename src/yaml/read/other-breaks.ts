import type { CST } from 'yaml';
import type { YamlError } from '../tree/error.ts';
import { errorAt } from './syntax-error.ts';
import { allTokens } from './tokens.ts';

/** Characters that end a line to Go's readers, as in YAML 1.1, but not in YAML 1.2. */
const OTHER_BREAKS = ['\x85', '\u2028', '\u2029'] as const;

/**
 * Returns the offset of a carriage return without a line feed, which ends a line to Go, even in quotes. Undefined if
 * there is none.
 */
export function loneReturnIn(text: string): number | undefined {
  const at = text.search(/\r(?!\n)/);
  return at === -1 ? undefined : at;
}

/**
 * Reports whether a text has the same lines to every reader, each ended by a line feed alone, and no byte order mark.
 */
export function hasCertainLines(text: string): boolean {
  return !text.includes('\r') && !text.includes('\uFEFF') && !hasOtherBreaks(text);
}

/** Reports whether a text has characters that end a line to some readers only. */
function hasOtherBreaks(text: string): boolean {
  // Faster than an expression: most texts cannot hold the last two.
  return OTHER_BREAKS.some((char) => text.includes(char));
}

/**
 * Returns the offset of a character outside of quotes that ends a line to Go: what follows it, in a comment or in a
 * value, is another entry to kubectl and kpt, or none. Undefined if there is none.
 */
export function otherBreakIn(tokens: readonly CST.Token[], text: string): number | undefined {
  if (!hasOtherBreaks(text)) return undefined;
  const quoted = Array.from(allTokens(tokens, 0), ({ token }) => token).filter(isQuoted);
  const ends = new Map(quoted.map(({ offset, source }) => [offset, offset + source.length]));
  const starts = [...ends.keys()].toSorted((a, b) => a - b);
  let next = 0;
  for (const { index } of text.matchAll(/[\x85\u2028\u2029]/g)) {
    while ((starts[next] ?? Infinity) <= index) next++;
    const end = ends.get(starts[next - 1] ?? -1) ?? 0;
    if (index >= end) return index;
  }
  return undefined;
}

function isQuoted(token: CST.Token): token is CST.FlowScalar {
  return token.type === 'double-quoted-scalar' || token.type === 'single-quoted-scalar';
}

/** Returns the error about a character at an offset that ends a line to some readers only. */
export function otherBreakError(text: string, offset: number): YamlError {
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0');
  const rule = text[offset] === '\r' ? RETURN_RULE : `U+${code} must be in quotes, or be removed`;
  return errorAt(text, 'syntax', `${rule}: to Kubernetes, a line ends there`, offset);
}

const RETURN_RULE = String.raw`a carriage return must come before a line feed, or be written as "\r" in double quotes`;
