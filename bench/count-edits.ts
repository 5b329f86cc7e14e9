/** Counts the matches of a pattern with the flag `g` in an output. */
export function countMatches(output: string, pattern: RegExp): number {
  return output.match(pattern)?.length ?? 0;
}

/** Counts the items of a ResourceList that satisfy a predicate. */
export function countItems(output: string, isDone: (item: string) => boolean): number {
  return items(output).filter(isDone).length;
}

/**
 * Returns the texts of the items of a ResourceList, and of any other elements of compact sequences at its top level.
 */
export function items(output: string): readonly string[] {
  const [, ...elements] = output.split(/^- /m);
  return elements;
}
