import { byteOrder } from './byte-order.ts';

/** Version in the name of a tag. */
export interface TagVersion {
  /** Text around the version, and the kind of its first number. Only versions of one form can be compared. */
  readonly form: string;
  readonly numbers: readonly bigint[];
  /** Numbers and words after the numbers, such as those of `-rc.1`; without build metadata. */
  readonly rest: readonly string[];
  /** True if a word says that a release with the same numbers follows. */
  readonly isPrerelease: boolean;
}

/** Words of a prerelease. Any other word after the numbers, as in `1.2-alpine`, belongs to the form of a tag. */
const PRERELEASES: ReadonlySet<string> = new Set(
  'a alpha b beta canary cr dev m milestone next nightly pre preview rc snapshot'.split(' '),
);

const NUMBERS = String.raw`(\d+(?:\.\d+)*)`;

/** Texts before a version, in order of preference: up to a `v`, up to a digit that no letter precedes, or a word. */
const STARTS = [String.raw`(?:[^/]*?[^a-z\d/])??v`, String.raw`(?:[^/]*?[^a-z\d/])??`, '[^/]*?[a-z]'];

/** The version is in the last part of a path, or in an earlier one. */
const PATTERNS = ['[^/]*', '.*'].flatMap((end) =>
  STARTS.map((start) => new RegExp(`^((?:.*/)?${start})${NUMBERS}(${end})$`, 'is')),
);

/**
 * Finds the version in the name of a tag: `v1.2`, `shop-v1.2`, `release/1.2.3-rc.1`, `shop@v2`, `rel/2024.11`,
 * `v2-shop`. Undefined if the name has none.
 */
export function tagVersion(tag: string): TagVersion | undefined {
  const match = PATTERNS.map((pattern) => pattern.exec(tag)).find((found) => found !== null);
  if (match == null) return undefined;
  const [, start = '', text = '', end = ''] = match;
  const rest = end.replace(/\+.*$/s, '').match(/\d+|\p{L}+/gu) ?? [];
  const words = rest.filter((word) => !/^\d/.test(word)).map((word) => word.toLowerCase());
  const labels = words.filter((word) => !PRERELEASES.has(word));
  const before = start.replace(/(?<![a-z\d])v$/i, '');
  return {
    form: JSON.stringify([before, kindOf(text), labels]),
    numbers: text.split('.').map(BigInt),
    rest: rest.map((word) => word.toLowerCase()),
    isPrerelease: words.length > labels.length,
  };
}

/** Distinguishes years and dates from other numbers: a tag of a nightly build is not newer than each release. */
function kindOf(numbers: string): string {
  if (/^20\d\d(?!\d)/.test(numbers)) return 'year';
  return /^20\d{6}/.test(numbers) ? 'date' : 'number';
}

/** Compares versions of one form. Missing numbers count as 0. Returns a negative number if the first is older. */
export function compareTagVersions(a: TagVersion, b: TagVersion): number {
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at++) {
    const [one = 0n, other = 0n] = [a.numbers[at], b.numbers[at]];
    if (one !== other) return one < other ? -1 : 1;
  }
  if (a.rest.length === 0 || b.rest.length === 0) return b.rest.length - a.rest.length;
  for (let at = 0; at < Math.min(a.rest.length, b.rest.length); at++) {
    const order = compareWords(a.rest[at] ?? '', b.rest[at] ?? '');
    if (order !== 0) return order;
  }
  return a.rest.length - b.rest.length;
}

/** Compares parts of a prerelease as semantic versions do: numbers come first. */
function compareWords(a: string, b: string): number {
  const [isNumber, isOther] = [a, b].map((word) => /^\d/.test(word));
  if (isNumber !== isOther) return isNumber === true ? -1 : 1;
  if (isNumber !== true) return byteOrder(a, b);
  return Number(BigInt(a) - BigInt(b));
}
