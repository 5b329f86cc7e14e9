import { blockEnd, lineStart, type DataEdit, type Scan } from '../yaml/index.ts';

/** Expected item of a list. */
export interface MeantItem {
  /** Index among the items as they were read; undefined for an added one. */
  readonly origin: number | undefined;
  /** Edits of the item, with paths from the list. */
  readonly edits: readonly DataEdit[];
}

/** A list in two versions, or a part of it. */
export interface OutputPart {
  /** The text that was written. */
  readonly text: string;
  /** The text that was read. */
  readonly read: string;
  /** Scans of the items that were read; undefined for items that are not in block style. */
  readonly scans: readonly (Scan | undefined)[];
  /** Expected items. */
  readonly items: readonly MeantItem[];
}

/**
 * Returns a list without the items whose lines are the same in both versions: only the others need to be read again.
 * Undefined if those are most of the list, or if the texts do not show them.
 */
export function changedPart({ text, read, scans, items }: OutputPart): OutputPart | undefined {
  const kept = items.filter(isKept);
  const starts = 2 * kept.length > items.length ? undefined : itemStarts(scans, read);
  if (starts === undefined) return undefined;
  const [first, last] = [starts[0] as number, starts.at(-1) as number];
  const pastDash = (scans[0] as Scan).start - first;
  const [written, original] = [[text.slice(0, first)], [read.slice(0, first)]];
  const origins: number[] = [];
  let isSame = written[0] === original[0];
  let at = first;
  /** Lines that were read and should be in the text next. */
  let [from, to] = [first, first];
  const compare = (): void => {
    const end = at + to - from;
    isSame &&= text.slice(at, end) === read.slice(from, to);
    at = end;
  };
  items.forEach((item, index) => {
    const { origin = NaN } = item;
    const start = starts[origin] ?? to;
    const end = starts[origin + 1] ?? to;
    const stays = isKept(item, index);
    if (stays || start !== to) compare();
    if (stays || start !== to) from = stays ? end : start;
    to = end;
    if (!stays) return;
    const taken = blockEnd(text, at + pastDash, pastDash - 1);
    written.push(text.slice(at, taken));
    at = taken;
    original.push(read.slice(start, end));
    if (item.origin !== undefined) origins.push(origin);
  });
  compare();
  if (!isSame) return undefined;
  return {
    text: `${written.join('')}${text.slice(at)}`,
    read: `${original.join('')}${read.slice(last)}`,
    scans: origins.map((origin) => scans[origin]),
    items: kept.map(({ origin, edits }) => ({
      origin: origin === undefined ? undefined : origins.indexOf(origin),
      edits,
    })),
  };
}

/** Reports whether an item stays in the part. The first does, so that there is one. */
function isKept({ origin, edits }: MeantItem, index: number): boolean {
  return index === 0 || edits.length > 0 || origin === undefined;
}

/**
 * Returns the offsets of the lines of each item and that of their end. Undefined if there is no item, one is not in
 * block style, or the offsets are not those of the text.
 */
function itemStarts(scans: readonly (Scan | undefined)[], read: string): number[] | undefined {
  // The last item must end in a line break: what followed would belong to its line.
  if (scans.length === 0 || !read.endsWith('\n')) return undefined;
  const starts: number[] = [];
  for (const scan of scans) {
    if (scan?.text !== read) return undefined;
    if (starts.length === 0) starts.push(lineStart(read, scan.start));
    starts.push(scan.end);
  }
  return starts;
}
