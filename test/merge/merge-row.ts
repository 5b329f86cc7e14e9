/** Base, new and local, the merged text, and what is reported. */
export type MergeRow = readonly [
  title: string,
  base: string,
  theirs: string,
  local: string,
  want: string,
  results: readonly string[],
];
