import type { CST } from 'yaml';
import { allTokens } from './tokens.ts';

/** A list, a map or a quoted text without its end. */
export interface Unclosed {
  /** Offset of its first character. */
  readonly offset: number;
  readonly name: string;
  /** The missing character. */
  readonly end: string;
}

/** Finds the last list, map or quoted text that begins before an offset and lacks its end. */
export function findUnclosed(tokens: readonly CST.Token[], before: number): Unclosed | undefined {
  let last: Unclosed | undefined;
  for (const { token } of allTokens(tokens, 0)) {
    const found = token.offset < before && token.offset >= (last?.offset ?? 0) ? unclosed(token) : undefined;
    last = found ?? last;
  }
  return last;
}

function unclosed(token: CST.Token): Unclosed | undefined {
  const { offset } = token;
  if (token.type === 'flow-collection') {
    const [name, end, type] =
      token.start.type === 'flow-map-start' ? ['map', '}', 'flow-map-end'] : ['list', ']', 'flow-seq-end'];
    return token.end.some((each) => each.type === type) ? undefined : { offset, name: `the ${name}`, end };
  }
  if (token.type !== 'double-quoted-scalar' && token.type !== 'single-quoted-scalar') return undefined;
  const style = token.type === 'double-quoted-scalar' ? 'double' : 'single';
  const quoted = unclosedQuote(offset, style);
  return isClosed(token.source, quoted.end) ? undefined : quoted;
}

/** Returns a quoted text that begins at an offset. */
export function unclosedQuote(offset: number, style: 'double' | 'single'): Unclosed {
  return { offset, name: `the text in ${style} quotes`, end: style === 'double' ? '"' : "'" };
}

function isClosed(source: string, quote: string): boolean {
  return source.length > 1 && source.endsWith(quote);
}
