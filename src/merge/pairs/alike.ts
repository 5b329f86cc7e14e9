import { countCommon } from '../../pairing/count-common.ts';

/** Minimum share of common lines of two versions of one thing. */
export const LEAST_LIKENESS = 0.5;

/** Minimum distance of the best candidate from the second best one. */
const LEAST_MARGIN = 0.1;

/**
 * Maximum number of comparisons, line by line, to pair two versions: enough for about 300 renamed things of one kind.
 */
const MAX_COMPARED = 100_000;

/** Comparisons that may still be made to pair two versions. */
export class Budget {
  #left = MAX_COMPARED;
  /** True if comparisons were refused. */
  isExceeded = false;

  /** Reports whether so many more comparisons may be made, and counts them. */
  take(count: number): boolean {
    if (count > this.#left) this.isExceeded = true;
    else this.#left -= count;
    return count <= this.#left + count && !this.isExceeded;
  }
}

/** Returns the number of common lines of two texts, as a share of the longer one: 0 to 1. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  return countCommon(a, b) / Math.max(a.length, b.length, 1);
}

/**
 * Lines of things of one version, of which some are alike. Lines that another one has, too, say nothing about the pair
 * of a thing.
 */
export class LikeThings {
  readonly #counts = new Map<string, number>();

  constructor(things: Iterable<readonly string[]>) {
    for (const lines of things)
      for (const line of new Set(lines)) this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
  }

  /**
   * Returns the likeness of the lines that a version of one of the things and a later thing do not share with the
   * others: 0 to 1.
   */
  likeness(before: readonly string[], after: readonly string[]): number {
    const lines = new Set(before);
    const isOwn = (line: string): boolean => (this.#counts.get(line) ?? 0) <= (lines.has(line) ? 1 : 0);
    return likeness(before.filter(isOwn), after.filter(isOwn));
  }
}

/** Things of two versions that may be paired by their likeness. */
interface Comparison<T> {
  readonly before: readonly T[];
  readonly after: readonly T[];
  /** Things of `before` that need a pair. Default: all. */
  readonly wanted?: readonly T[];
  /** Returns how certain it is that things are the same. */
  readonly score: (before: T, after: T) => number;
  /** Returns how similar they are; 0 for things that are certainly different. Default: `score`. */
  readonly likeness?: (before: T, after: T) => number;
  readonly budget: Budget;
}

/** Pairs of similar things, and the candidates of those that have no clear pair. */
export interface AlikePairs<T> {
  /** Later thing of each earlier one that has a clear pair. */
  readonly pairs: ReadonlyMap<T, T>;
  /** Later things that an earlier one may be, the most similar first. */
  readonly candidates: ReadonlyMap<T, readonly T[]>;
}

/**
 * Pairs things that are the most similar ones of each other, by a clear margin on both sides. Beyond the limit of
 * comparisons, nothing is paired, and all later things are candidates.
 */
export function alikePairs<T>(comparison: Comparison<T>): AlikePairs<T> {
  const { before, after, wanted = before, score, likeness: alikeness = score, budget } = comparison;
  const pairs = new Map<T, T>();
  const candidates = new Map<T, readonly T[]>();
  if (!budget.take(wanted.length * after.length))
    return { pairs, candidates: new Map(wanted.map((each) => [each, after])) };
  for (const one of wanted) {
    const best = clearBest(ranked(after, (each) => score(one, each)));
    const isMutual =
      best !== undefined &&
      budget.take(before.length) &&
      clearBest(ranked(before, (each) => score(each, best))) === one;
    const alike = isMutual ? [] : ranked(after, (each) => alikeness(one, each)).map(({ thing }) => thing);
    if (isMutual) pairs.set(one, best);
    else if (alike.length > 0) candidates.set(one, alike);
  }
  return { pairs, candidates };
}

interface Ranked<T> {
  readonly thing: T;
  readonly score: number;
}

function ranked<T>(things: readonly T[], score: (thing: T) => number): readonly Ranked<T>[] {
  return things
    .map((thing) => ({ thing, score: score(thing) }))
    .filter((each) => each.score >= LEAST_LIKENESS)
    .toSorted((a, b) => b.score - a.score);
}

function clearBest<T>([first, second]: readonly Ranked<T>[]): T | undefined {
  const isClear = first !== undefined && first.score - (second?.score ?? 0) >= LEAST_MARGIN;
  return isClear ? first.thing : undefined;
}
