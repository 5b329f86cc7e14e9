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
 * Returns the name most likely meant by a typo, the first of equally near ones; undefined if none is near. A name that
 * differs only in case comes first.
 */
export function nearestName(typo: string, names: readonly string[]): string | undefined {
  if (typo.length > MAX_LENGTH) return undefined;
  // At most a third of the letters may differ, and one must be right: beyond that, a match is no longer plausible. Long
  // names are rarely typos.
  const limit = Math.min(Math.floor(typo.length / 3) + 1, 4, typo.length - 1);
  let nearest: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - typo.length) > limit) continue;
    const distance = editDistance(typo.toLowerCase(), name.toLowerCase());
    if (distance <= limit && distance < (nearest?.distance ?? Infinity)) nearest = { name, distance };
  }
  return nearest?.name;
}

/** Returns the Levenshtein distance: the number of letters to insert, remove or replace. */
function editDistance(a: string, b: string): number {
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
