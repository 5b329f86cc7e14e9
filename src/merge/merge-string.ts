import type { Value } from '../yaml/index.ts';
import { hasConflict, mergeLines } from './merge-lines.ts';
import { plainText } from './merged-text.ts';
import type { Place } from './place.ts';
import type { Sides } from './sides.ts';

/** Merges texts of several lines that both sides changed; undefined if they are others, or cannot be merged by lines. */
export function mergeString(values: Sides<Value>, place: Place): { readonly value: string } | undefined {
  const { base, new: theirs, local } = values;
  if (typeof base !== 'string' || typeof theirs !== 'string' || typeof local !== 'string') return undefined;
  if (![base, theirs, local].every((text) => text.includes('\n'))) return undefined;
  const merged = mergeLines({ base, new: theirs, local });
  if (!hasConflict(merged)) return { value: plainText(merged) };
  const { isOpen, taken } = place.conflict('lines', values);
  return isOpen ? { value: plainText(merged) } : { value: plainText(mergeLines({ base, new: theirs, local }, taken)) };
}
