import { blockEnd, lineStart, type DataEdit, type Scan } from '../yaml/index.ts';

/** Expected item of a list. */
export interface MeantItem {
  /** Index in the input; undefined for an added item. */
  readonly origin: number | undefined;
  /** Scan of the item in the input; undefined for an added item, or if it was not in block style. */
  readonly scan: Scan | undefined;
  /** Edits of the item, with paths from the list. */
  readonly edits: readonly DataEdit[];
}

/** A list in two versions, or a part of it. */
export interface OutputPart {
  /** Output text. */
  readonly text: string;
  /** Input text. */
  readonly read: string;
  /** Expected items. */
  readonly items: readonly MeantItem[];
}

/**
 * Returns a list without the items whose lines are equal in both versions, since only the others must be read again.
 * Returns undefined if those are most of the list, or if the texts are not conclusive. `lengthRead`: number of items in the
 * input.
 */
export function changedPart({ text, read, items }: OutputPart, lengthRead: number): OutputPart | undefined {
  const kept = items.filter(isKept);
  // Comparing a part is useful only if most of the list can be skipped.
  if (2 * kept.length > items.length || !hasLines(items, read, lengthRead)) return undefined;
  const first = items[0]?.scan as Scan;
  const head = lineStart(read, first.start);
  const pastDash = first.start - head;
  const written = [text.slice(0, head)];
  const original = [read.slice(0, head)];
  let isSame = written[0] === original[0];
  let at = head;
  /** Range of input lines that is expected next in the output. */
  let from = head;
  let to = head;
  const compare = (): void => {
    const end = at + to - from;
    isSame &&= text.slice(at, end) === read.slice(from, to);
    at = end;
  };
  items.forEach((item, index) => {
    const start = item.scan === undefined ? to : lineStart(read, item.scan.start);
    const end = item.scan?.end ?? to;
    const stays = isKept(item, index);
    if (stays || start !== to) {
      compare();
      from = stays ? end : start;
    }
    to = end;
    if (!stays) return;
    const taken = blockEnd(text, at + pastDash, pastDash - 1);
    written.push(text.slice(at, taken));
    original.push(read.slice(start, end));
    at = taken;
  });
  compare();
  if (!isSame) return undefined;
  let count = 0;
  return {
    text: `${written.join('')}${text.slice(at)}`,
    read: `${original.join('')}${read.slice(to)}`,
    items: kept.map((item) => ({ ...item, origin: item.origin === undefined ? undefined : count++ })),
  };
}

/** Reports whether an item stays in the part. The first always does, so that the part is not empty. */
function isKept({ origin, edits }: MeantItem, index: number): boolean {
  return index === 0 || edits.length > 0 || origin === undefined;
}

/**
 * Reports whether the lines of all items in the input are known, except for removed ones, and the lines after them. The
 * last line must end in a line break, or text written after it could join it.
 */
function hasLines(items: readonly MeantItem[], read: string, lengthRead: number): boolean {
  const last = items.findLast(({ origin }) => origin !== undefined);
  return (
    items[0]?.scan?.text === read &&
    last?.origin === lengthRead - 1 &&
    read.endsWith('\n') &&
    items.every(({ origin, scan }) => origin === undefined || scan !== undefined)
  );
}
