/** Wording of a hint. */
interface HintOptions {
  /** Formats the name. Defaults to JSON's double quotes. */
  readonly quote?: (name: string) => string;
  /** Text that follows the semicolon if no name is near; by default there is no hint then. */
  readonly otherwise?: string;
}

/** Returns the end of a message that suggests a text. */
export function suggestion(text: string): string {
  return `; did you mean ${text}?`;
}

/** Returns the end of a message about an unknown name: `; did you mean "data"?`, or '' if none of the names is near. */
export function didYouMean(
  typo: string,
  names: readonly string[],
  { quote = JSON.stringify, otherwise }: HintOptions = {},
): string {
  const nearest = nearestName(typo, names);
  if (nearest !== undefined) return suggestion(quote(nearest));
  return otherwise === undefined ? '' : `; ${otherwise}`;
}

/** Maximum length of a typo: the time to compare two names grows with the product of their lengths. */
const MAX_LENGTH = 200;

/**
 * Returns the name most likely meant by a typo, of equally near ones the first that begins with it, or else the first;
 * undefined if none is near. A name that differs only in case comes first.
 */
export function nearestName(typo: string, names: readonly string[]): string | undefined {
  if (typo.length > MAX_LENGTH) return undefined;
  // At most a third of the letters may differ, and one must be right: beyond that, a match is no longer plausible. Long
  // names are rarely typos.
  const limit = Math.min(Math.floor(typo.length / 3) + 1, 4, typo.length - 1);
  let nearest: { readonly name: string; readonly score: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - typo.length) > limit) continue;
    const distance = editDistance(typo.toLowerCase(), name.toLowerCase());
    const score = name.toLowerCase().startsWith(typo.toLowerCase()) ? distance - 0.5 : distance;
    if (distance <= limit && score < (nearest?.score ?? Infinity)) nearest = { name, score };
  }
  return nearest?.name;
}

/**
 * Reports whether two different names of clusters or other targets are probably meant to be one: they differ in
 * separators, case, one letter of a long word, or the order of two. Names such as `edge-1` and `edge-2`, or `shop-east`
 * and `shop-west`, are near, too, but both may well exist.
 */
export function isSlip(a: string, b: string): boolean {
  const [[numbers, words], [otherNumbers, otherWords]] = [partsOf(a), partsOf(b)];
  if (numbers.join() !== otherNumbers.join()) return false;
  if (words.join('') === otherWords.join('')) return true;
  const wrong = words.flatMap((word, at) => (word === otherWords[at] ? [] : [[word, otherWords[at] ?? ''] as const]));
  const [pair] = wrong;
  return words.length === otherWords.length && wrong.length === 1 && pair !== undefined && isSlipInWord(...pair);
}

/** Returns the numbers of a name, without leading zeros, and its words. */
function partsOf(name: string): readonly [numbers: readonly string[], words: readonly string[]] {
  const parts = name.toLowerCase().match(/\d+|[^\W\d_]+/g) ?? [];
  const isNumber = (part: string): boolean => /^\d/.test(part);
  return [
    parts.filter(isNumber).map((number) => number.replace(/^0+(?=\d)/, '')),
    parts.filter((part) => !isNumber(part)),
  ];
}

/** Minimum length of a word in which one letter is a slip: shorter ones are codes, such as `eu` and `us`. */
const MIN_WORD = 4;

/** Reports whether two words differ in one letter, or in the order of two. */
function isSlipInWord(a: string, b: string): boolean {
  if (Math.max(a.length, b.length) < MIN_WORD) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwap = left.length === 2 && left === [...right].toReversed().join('');
  return isSwap || Math.max(left.length, right.length) <= 1;
}

/** Returns the Levenshtein distance: the number of letters to insert, remove or replace. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
