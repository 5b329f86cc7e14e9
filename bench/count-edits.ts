/** How many matches of a pattern with the flag `g` an output has. */
export function countMatches(output: string, pattern: RegExp): number {
  return output.match(pattern)?.length ?? 0;
}

/** How many items of a ResourceList are as asked for: all that is in compact sequences at its top is looked at. */
export function countItems(output: string, isDone: (item: string) => boolean): number {
  const [, ...elements] = output.split(/^- /m);
  return elements.filter(isDone).length;
}
