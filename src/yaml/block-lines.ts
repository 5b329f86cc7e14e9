import { BlockSource, type Lines, type Reading } from './block-source.ts';
import { HASH, NEWLINE, SPACE } from './chars.ts';
import { Declined } from './declined.ts';
import { isDash, keyColon } from './line-scalar.ts';
import { contentLine, lineEnd } from './text.ts';
import { Entry } from './tree.ts';

const MERGE = '!!merge <<';

/**
 * The entries of the block collection that begins at an offset: one for each line at its column. The lines between are not
 * looked at, as far as they are deeper: nothing that the complete reader accepts there ends an entry.
 */
export function splitBlock(reading: Reading, kind: 'map' | 'seq', start: number, lines: Lines): Entry[] {
  const { to, indent, depth } = lines;
  const entries: Entry[] = [];
  for (let at: number | undefined = start; at !== undefined;) {
    const head = kind === 'map' ? pairHead(reading.text, at) : elementHead(reading.text, at);
    const next = nextEntry(reading.text, head.indicatorEnd, lines, kind);
    const source = new BlockSource(reading, {
      start: at,
      key: head.key,
      indicatorEnd: head.indicatorEnd,
      to: next === undefined ? to : next - indent,
      indent,
      depth,
    });
    entries.push(new Entry(reading.text, at, source));
    at = next;
  }
  return entries;
}

interface Head {
  readonly key: { readonly start: number; readonly end: number } | undefined;
  readonly indicatorEnd: number;
}

function pairHead(text: string, at: number): Head {
  // As kyaml writes merge keys. Other tags are for the complete reader.
  const start = text.startsWith(MERGE, at) ? at + MERGE.length - 2 : at;
  const end = keyColon(text, start);
  if (end === -1) throw new Declined(at);
  return { key: { start, end }, indicatorEnd: end + 1 };
}

function elementHead(text: string, at: number): Head {
  if (!isDash(text, at)) throw new Declined(at);
  return { key: undefined, indicatorEnd: at + 1 };
}

/** Where the next entry begins after the one whose colon or dash ends at `from`. */
function nextEntry(text: string, from: number, { to, indent }: Lines, kind: 'map' | 'seq'): number | undefined {
  let isCompact = false;
  for (let line = lineEnd(text, from); line < to; line = lineEnd(text, line)) {
    let at = line;
    while (text.charCodeAt(at) === SPACE) at++;
    const column = at - line;
    if (column > indent || isTrivia(text, at)) continue;
    if (column < indent) throw new Declined(at);
    if (kind === 'seq' || !isDash(text, at)) return at;
    // The elements of a sequence may be at the column of the key that holds it.
    if (!isCompact && contentLine(text, lineEnd(text, from), to) !== at) throw new Declined(at);
    isCompact = true;
  }
  return undefined;
}

function isTrivia(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === NEWLINE || code === HASH || at >= text.length;
}
