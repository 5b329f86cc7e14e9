import { separateBlock, setBlockValue, setHeader } from './block-edit.ts';
import type { Style } from './style.ts';
import { column } from './text.ts';
import { isBlock, keepsBlankLines, lastEntry, markChanged, outerRange, type Entry } from './tree.ts';

/** Keeps a block scalar at the end of an entry from taking in blank lines and comments that have come to follow it. */
export function settle(entry: Entry, style: Style): void {
  // Most entries hold no block scalar, and need no look at what follows them.
  if (!/[|>]/.test(entry.text.slice(entry.start, entry.end))) return;
  const following = triviaAfter(entry);
  if (!/[#\n]/.test(following)) return;
  const last = lastEntry(entry);
  const { value } = last;
  if (value.kind !== 'scalar' || !isBlock(value)) return;
  const takesBlankLines = keepsBlankLines(value) && /^[ \t]*\r?\n/.test(following);
  if (!takesBlankLines && !hasDeeperComment(following, column(last.text, last.start))) return;
  if (takesBlankLines && !value.content.endsWith('\n\n')) setHeader(last, (header) => header.replace('+', ''));
  else setBlockValue(last, value.content, style, false);
  markChanged(last);
}

/** The blank lines and comments between an entry and what follows it. */
function triviaAfter(entry: Entry): string {
  const { parent } = entry;
  if (parent === undefined) return entry.text.slice(outerRange(entry.value)[1], entry.end);
  separateBlock(parent);
  const next = parent.entries[parent.entries.indexOf(entry) + 1];
  return next === undefined ? `${parent.tail ?? ''}${triviaAfter(parent.entry)}` : next.lead;
}

function hasDeeperComment(lines: string, depth: number): boolean {
  const first = /^(?:[ \t]*\r?\n)*( *)#/.exec(lines);
  return first?.[1] !== undefined && first[1].length > depth;
}
