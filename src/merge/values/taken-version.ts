import type { ConflictKind } from '../policy/conflict.ts';
import { mapSides, type Sides } from '../sides.ts';
import { linesAt } from '../text/lines.ts';
import { plainText } from '../text/merged-text.ts';
import type { EntryVersion } from './input.ts';
import { KeptVersion, type Column, type Merged } from './merged-value.ts';
import type { Place } from './place.ts';
import { leafLines } from './written-lines.ts';

/** Returns a version as the merged value; undefined for an absent one. */
export function kept(input: EntryVersion | undefined, column: Column): Merged | undefined {
  if (input === undefined) return undefined;
  const { piece } = input;
  return new KeptVersion(input, column === undefined || piece === undefined ? undefined : linesAt(piece, column));
}

/** Takes one version as a whole, after both sides changed it. `candidate`: as in a `Conflict`. */
export function decide(
  kind: ConflictKind,
  sides: Sides<EntryVersion>,
  place: Place,
  column: Column,
  candidate?: string,
): Merged | undefined {
  const values = mapSides(sides, ({ value }) => value);
  const { taken, isOpen } = place.conflict(kind, values, { texts: mapSides(sides, scalarText), candidate });
  const { theirs, local } = sides;
  const isAnswered =
    !isOpen && taken === 'theirs' && column !== undefined && theirs !== undefined && local !== undefined;
  if (isAnswered && theirs.piece?.kind === 'leaf')
    return { value: theirs.value, lines: leafLines({ ...sides, theirs, local }, { taken, place, column }) };
  const merged = kept(sides[taken], column);
  if (!isOpen || column === undefined) return merged;
  const text = mapSides(sides, ({ piece }) => piece && plainText(linesAt(piece, column).text));
  return merged?.lines && { value: merged.value, lines: { ...merged.lines, text: [{ ...text, taken }] } };
}

/** Returns the source text of a number, boolean or null. */
function scalarText({ value, piece }: EntryVersion): string | undefined {
  const isShown = piece?.kind === 'leaf' && !piece.body.startsWith('*');
  return isShown && typeof value !== 'string' && (typeof value !== 'object' || value === null) ? piece.body : undefined;
}
