import { nextEntry, startsPlainly } from './block-lines.ts';
import { Declined } from './declined.ts';
import { isDash, keyColon } from './line-scalar.ts';
import { column, contentLine, lineEnd } from './text.ts';

/** Keys of a map to look for: `true` for the lines of an entry, or the keys to look for in the map that it holds. */
export interface Wanted {
  readonly [key: string]: true | Wanted;
}

/**
 * The lines of wanted entries in the map that is the one element in a text, as they are written, without reading it;
 * undefined where it is not certain that these are all. Each is followed by the comments and blank lines up to the next entry.
 */
export function scanElement(text: string, wanted: Wanted): string | undefined {
  try {
    const dash = contentLine(text, 0, text.length);
    const start = dash !== undefined && isDash(text, dash) ? contentLine(text, dash + 1, text.length) : undefined;
    return start === undefined ? undefined : scanMap(text, start, text.length, wanted);
  } catch (error) {
    if (error instanceof Declined) return undefined;
    throw error;
  }
}

function scanMap(text: string, start: number, to: number, wanted: Wanted): string {
  const lines = { to, indent: column(text, start) };
  const seen = new Set<string>();
  let found = '';
  for (let at = start; at !== -1;) {
    if (!startsPlainly(text, at)) throw new Declined(at);
    const colon = keyColon(text, at);
    if (colon === -1) throw new Declined(at);
    const next = nextEntry(text, colon, lines, true);
    const end = next === -1 ? to : next - lines.indent;
    const key = text.slice(at, colon);
    const want = Object.hasOwn(wanted, key) ? wanted[key] : undefined;
    // Of a key that is given twice the last counts, with nothing of the first.
    if (want !== undefined && seen.has(key)) throw new Declined(at);
    seen.add(key);
    if (want === true) found += text.slice(at, end);
    else if (want !== undefined) found += scanNested(text, colon + 1, end, want);
    at = next;
  }
  return found;
}

function scanNested(text: string, from: number, to: number, wanted: Wanted): string {
  const start = contentLine(text, lineEnd(text, from), to);
  const isInLine = contentLine(text, from, lineEnd(text, from)) !== undefined;
  return start === undefined || isInLine ? text.slice(from, to) : scanMap(text, start, to, wanted);
}
