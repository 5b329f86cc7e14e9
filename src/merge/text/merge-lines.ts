import { diff3Merge } from 'node-diff3';
import type { Alternatives, MergedText } from './merged-text.ts';
import { changedSide, type Sides } from '../sides.ts';

/**
 * Merges texts by lines: three-way diff as diff3 does it. Lines that both sides changed differently, or added at one place,
 * are alternatives. An absent base is an empty one. `taken`: the version that stands in their place.
 */
export function mergeLines(
  { base = '', theirs = '', local = '' }: Partial<Sides<string>>,
  taken: Alternatives['taken'] = 'local',
): MergedText {
  const side = changedSide({ base, theirs, local });
  if (side !== undefined) return [side === 'theirs' ? theirs : local];
  const regions = diff3Merge(splitLines(local), splitLines(base), splitLines(theirs), {
    excludeFalseConflicts: true,
  }) as readonly Region[];
  return regions.map(({ ok, conflict }) => {
    if (conflict === undefined) return (ok ?? []).join('');
    return { base: conflict.o.join(''), theirs: conflict.b.join(''), local: conflict.a.join(''), taken };
  });
}

/** A run of lines as node-diff3 returns it, where `a` is local, `o` base and `b` new. */
interface Region {
  readonly ok?: readonly string[];
  readonly conflict?: Readonly<Record<'a' | 'o' | 'b', readonly string[]>>;
}

/** A certificate, key or message in armour (PEM), of which no line can change alone; else a line. */
const PIECE = /^[ \t]*-----BEGIN [^\n]*\n(?:(?![ \t]*-----)[^\n]*\n)*[ \t]*-----END [^\n]*\n?|[^\n]*\n|[^\n]+$/gm;

/** Splits a text after each line break; armour (PEM) stays in one piece. */
export function splitLines(text: string): string[] {
  if (!text.includes('-----BEGIN ')) return text.split(/(?<=\n)/);
  return text.match(PIECE) ?? [''];
}

/** Reports whether a merged text has conflicts. */
export function hasConflict(merged: MergedText): boolean {
  return merged.some((part) => typeof part !== 'string');
}
