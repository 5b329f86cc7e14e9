/** Returns a longest subsequence of numbers, each different, that rises (patience sorting). */
export function longestRise(numbers: readonly number[]): readonly number[] {
  /** Smallest last number of a rise of each length, with the rise before it. */
  const ends: { readonly last: number; readonly before: Rise | undefined }[] = [];
  for (const last of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.last ?? 0) < last) low = middle + 1;
      else high = middle;
    }
    ends[low] = { last, before: ends[low - 1] };
  }
  const rise: number[] = [];
  for (let end: Rise | undefined = ends.at(-1); end !== undefined; end = end.before) rise.unshift(end.last);
  return rise;
}

/** Last number of a rise, and the rise before it. */
interface Rise {
  readonly last: number;
  readonly before: Rise | undefined;
}
