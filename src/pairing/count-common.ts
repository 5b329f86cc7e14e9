/** Returns the number of texts that two lists have in common, counting repeats. */
export function countCommon(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const text of a) left.set(text, (left.get(text) ?? 0) + 1);
  return b.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  }).length;
}
