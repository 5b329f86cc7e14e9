import { changedSide, mapSides } from '../sides.ts';
import { isSameText } from '../text/lines.ts';
import type { EntryMerge } from './entry-merge.ts';
import type { EntryVersion } from './input.ts';
import { mergeString } from './merge-string.ts';
import { isSame, type Both, type Column, type Merged } from './merged-value.ts';
import type { Place } from './place.ts';
import { decide } from './taken-version.ts';
import { leafLines, literalLines, written } from './written-lines.ts';

/** Merges values that are not both maps or both lists. */
export function mergeLeaves(sides: Both, place: Place, column: Column, mergeEntry: EntryMerge): Merged | undefined {
  const { base, theirs, local } = sides;
  const side = changedSide<EntryVersion>(sides, isSame);
  const isText = side !== undefined && isSame(theirs, base) && isSame(local, base);
  if (side === undefined) return mergeStrings(sides, place, column, mergeEntry);
  const taken = isText ? (changedSide<EntryVersion>(sides, (a, b) => isSameText(a?.piece, b?.piece)) ?? 'local') : side;
  const { value } = sides[taken];
  if (column === undefined) return { value };
  return { value, lines: leafLines(sides, { taken, place, column }) };
}

/** Merges strings that both sides changed, by lines or structure. Other values are a conflict. */
function mergeStrings(sides: Both, place: Place, column: Column, mergeEntry: EntryMerge): Merged | undefined {
  const open = place.openConflicts;
  const merged = mergeString(
    mapSides(sides, ({ value }) => value),
    place,
    mergeEntry,
  );
  if (merged === undefined) return decide(sides.base === undefined ? 'add/add' : 'edit/edit', sides, place, column);
  const { value, text } = merged;
  const writing = { value, sides, place, hasConflict: place.openConflicts > open };
  const lines = column !== undefined && writing.hasConflict ? literalLines(text, { ...writing, column }) : undefined;
  return lines === undefined ? written({ ...writing, column }) : { value, lines };
}
