/** How many matches of a pattern with the flag `g` an output has. */
export function countMatches(output: string, pattern: RegExp): number {
  return output.match(pattern)?.length ?? 0;
}

/** How many items of a ResourceList are as asked for. */
export function countItems(output: string, isDone: (item: string) => boolean): number {
  return items(output).filter(isDone).length;
}

/** The texts of the items of a ResourceList, and of all else that is in compact sequences at its top. */
export function items(output: string): readonly string[] {
  const [, ...elements] = output.split(/^- /m);
  return elements;
}
