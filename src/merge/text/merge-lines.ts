import { diff3 } from './diff3.ts';
import type { Alternatives, MergedText } from './merged-text.ts';
import { changedSide, type Sides } from '../sides.ts';

/**
 * Merges texts by lines, with the three-way diff of diff3. Lines that both sides changed differently, or added at the
 * same place, become alternatives. An absent base counts as empty. `taken`: the version that the alternatives stand
 * for.
 */
export function mergeLines(
  { base = '', theirs = '', local = '' }: Partial<Sides<string>>,
  taken: Alternatives['taken'] = 'local',
): MergedText {
  const side = changedSide({ base, theirs, local });
  if (side !== undefined) return [side === 'theirs' ? theirs : local];
  return diff3(splitLines(local), splitLines(base), splitLines(theirs)).map((region) => {
    if ('merged' in region) return region.merged.join('');
    return { base: region.base.join(''), theirs: region.theirs.join(''), local: region.local.join(''), taken };
  });
}

/** Returns the first lines of texts that both sides changed differently; undefined if there are none. */
export function firstConflict(texts: Partial<Sides<string>>): Alternatives | undefined {
  return mergeLines(texts).find((part) => typeof part !== 'string');
}

/** A line, or PEM armour such as a certificate or key, which cannot be merged line by line. */
const PIECE = /^[ \t]*-----BEGIN [^\n]*\n(?:(?![ \t]*-----)[^\n]*\n)*[ \t]*-----END [^\n]*\n?|[^\n]*\n|[^\n]+$/gm;

/** Splits a text after each line break, except within PEM armour. */
export function splitLines(text: string): string[] {
  if (!text.includes('-----BEGIN ')) return text.split(/(?<=\n)/);
  return text.match(PIECE) ?? [''];
}

/** Reports whether a merged text has conflicts. */
export function hasConflict(merged: MergedText): boolean {
  return merged.some((part) => typeof part !== 'string');
}
