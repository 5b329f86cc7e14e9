/**
 * A run of lines of a three-way merge: merged ones, or those of each version if both sides changed them differently.
 */
export type Region =
  | { readonly merged: readonly string[] }
  | { readonly base: readonly string[]; readonly theirs: readonly string[]; readonly local: readonly string[] };

/**
 * Lines of base that a side replaced, and what it has there: ranges from an index to another, which is not included.
 */
interface Change {
  readonly side: 'theirs' | 'local';
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Merges lines as diff3 does: lines that one side changed are taken from it, and changes of both sides that touch are
 * one region. If both sides have the same lines there, these are merged, too.
 */
export function diff3(local: readonly string[], base: readonly string[], theirs: readonly string[]): readonly Region[] {
  const changes = [...changesOf('local', base, local), ...changesOf('theirs', base, theirs)].toSorted(
    (a, b) => a.start - b.start,
  );
  const regions: Region[] = [];
  let merged: string[] = [];
  const take = (lines: readonly string[]): void => {
    for (const line of lines) merged.push(line);
  };
  let done = 0;
  for (let at = 0; at < changes.length;) {
    const { touching, end } = touchingChanges(changes, at);
    at += touching.length;
    const [first] = touching;
    if (first === undefined) break;
    take(base.slice(done, first.start));
    done = end;
    const own = linesOf(touching, 'local', { base, lines: local, start: first.start, end });
    const other = linesOf(touching, 'theirs', { base, lines: theirs, start: first.start, end });
    if (touching.length === 1) take(first.side === 'local' ? own : other);
    else if (areEqual(own, other)) take(own);
    else {
      if (merged.length > 0) regions.push({ merged });
      merged = [];
      regions.push({ local: own, base: base.slice(first.start, end), theirs: other });
    }
  }
  take(base.slice(done));
  if (merged.length > 0) regions.push({ merged });
  return regions;
}

/** Lines that two lists have in common, or those that each has between these. */
export type Run =
  { readonly common: readonly string[] } | { readonly before: readonly string[]; readonly after: readonly string[] };

/** Returns the runs of two lists of lines, in their order. */
export function commonRuns(before: readonly string[], after: readonly string[]): readonly Run[] {
  const runs: Run[] = [];
  let done = 0;
  const take = (end: number): void => {
    if (end > done) runs.push({ common: before.slice(done, end) });
  };
  for (const { start, end, from, to } of changesOf('local', before, after)) {
    take(start);
    runs.push({ before: before.slice(start, end), after: after.slice(from, to) });
    done = end;
  }
  take(before.length);
  return runs;
}

/** Returns the changes from an index on that overlap or touch in base, and where they end there. */
function touchingChanges(
  changes: readonly Change[],
  at: number,
): { readonly touching: readonly Change[]; readonly end: number } {
  let [end, next] = [changes[at]?.end ?? 0, at + 1];
  for (; (changes[next]?.start ?? Infinity) <= end; next++) end = Math.max(end, changes[next]?.end ?? 0);
  return { touching: changes.slice(at, next), end };
}

/** A side of a region: all lines of base and of the side, and the range of the region in base. */
interface SideOfRegion {
  readonly base: readonly string[];
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Returns the lines that a side has in a region. */
function linesOf(
  changes: readonly Change[],
  side: Change['side'],
  { base, lines, start, end }: SideOfRegion,
): readonly string[] {
  const own = changes.filter((change) => change.side === side);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return base.slice(start, end);
  return lines.slice(first.from - (first.start - start), last.to + (end - last.end));
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** Returns what a side changed: all lines that are not in the longest common subsequence. */
function changesOf(side: Change['side'], base: readonly string[], lines: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  let [end, to] = [base.length, lines.length];
  for (let match: Match | undefined = lastMatch(base, lines); match !== undefined; match = match.before) {
    if (match.at + 1 < end || match.in + 1 < to)
      changes.push({ side, start: match.at + 1, end, from: match.in + 1, to });
    [end, to] = [match.at, match.in];
  }
  return changes.toReversed();
}

/** A common line: its index in each list, and the one before it. */
interface Match {
  readonly at: number;
  readonly in: number;
  readonly before: Match | undefined;
}

/**
 * Returns the last line of a longest common subsequence (Hunt and McIlroy), in n log n of the pairs of equal lines. The
 * chain ends with a match at -1.
 */
function lastMatch(before: readonly string[], after: readonly string[]): Match | undefined {
  const places = new Map<string, number[]>();
  for (const [index, line] of after.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  /** For each length, the subsequence of this length that ends first. */
  const ends: Match[] = [{ at: -1, in: -1, before: undefined }];
  for (const [at, line] of before.entries()) {
    let [length, found] = [0, ends[0]];
    for (const index of places.get(line) ?? []) {
      const shorter = lastBelow(ends, length, index);
      if (shorter === undefined || ends[shorter + 1]?.in === index) continue;
      const next: Match = { at, in: index, before: ends[shorter] };
      if (found !== undefined) ends[length] = found;
      [length, found] = [shorter + 1, next];
      if (length === ends.length) break;
    }
    if (found !== undefined) ends[length] = found;
  }
  return ends.at(-1);
}

/** Returns the last number from `low` on whose subsequence ends before an index; undefined if there is none. */
function lastBelow(ends: readonly Match[], low: number, index: number): number | undefined {
  let [from, to] = [low, ends.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ends[middle]?.in ?? 0) < index) from = middle + 1;
    else to = middle;
  }
  return from > low ? from - 1 : undefined;
}
