/**
 * Returns how often a merged list has a value, given its counts in base, new and local: the count of the side that
 * changed it; if both removed some, the smaller count. Returns undefined if both added different numbers, or one added
 * and the other removed.
 */
export function equalCount(base: number, theirs: number, local: number): number | undefined {
  if (theirs === base || theirs === local) return local;
  if (local === base) return theirs;
  return theirs < base && local < base ? Math.min(theirs, local) : undefined;
}
