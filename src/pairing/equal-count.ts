/**
 * Returns how often a value is in a merged list that base, new and local have so often: as often as the side that changed the
 * count has it; where both removed some, the fewer. Undefined where both added differently many, or one added and one removed.
 */
export function equalCount(base: number, theirs: number, local: number): number | undefined {
  if (theirs === base || theirs === local) return local;
  if (local === base) return theirs;
  return theirs < base && local < base ? Math.min(theirs, local) : undefined;
}
