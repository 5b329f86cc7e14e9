import type { Problems } from '../../src/function/index.ts';
import { isVersion, readVersionRange } from '../../src/version-range.ts';
import type { Overwrite } from './kinds/component-version-overwrites.ts';

/** Kinds of patterns that a source may have. */
export interface Matching {
  /** Allows a range of versions in `source.version`. */
  readonly versionRanges: boolean;
  /** Allows `*` and `**` in `source.componentName`. */
  readonly globs: boolean;
}

/** Compares attributes of a source and a reference. */
export interface Matcher {
  readonly componentName: (wanted: string, given: string) => boolean;
  readonly version: (wanted: string, given: string) => boolean;
}

/** Maximum length of a pattern in characters, since it bounds the time of a match. Names and ranges are far shorter. */
const MAX_PATTERN = 1000;

/** Characters that only a range has. */
const RANGE_SIGNS = /[\s<>=~^|*]/;

/** Returns a matcher. Names and versions must be equal, or match a pattern if patterns are allowed. */
export function makeMatcher({ versionRanges, globs }: Matching): Matcher {
  const hasVersion = rangeMatcher();
  return {
    componentName: (wanted, given) => wanted === given || (globs && isGlob(wanted) && matchesGlob(wanted, given)),
    version: (wanted, given) => wanted === given || (versionRanges && hasVersion(wanted, given)),
  };
}

/** Adds problems with the patterns of a source: an invalid one would silently match nothing. */
export function checkPatterns(
  { source, field }: Overwrite,
  { versionRanges, globs }: Matching,
  problems: Problems,
): void {
  const { componentName = '', version = '' } = source;
  const add = (attribute: string, currentValue: string, message: string): void =>
    problems.add({ field: [...field, 'source', attribute], message, currentValue });
  const tooLong = `must be at most ${MAX_PATTERN} characters long`;
  if (globs && isGlob(componentName) && componentName.length > MAX_PATTERN)
    add('componentName', componentName, tooLong);
  if (!versionRanges) return;
  if (version.length > MAX_PATTERN) add('version', version, tooLong);
  else if (RANGE_SIGNS.test(version) && readVersionRange(version) === undefined)
    add('version', version, 'must be a version or a range of versions, such as ">=1.2 <3 || 5.x"');
}

function isGlob(text: string): boolean {
  return text.includes('*');
}

/**
 * Returns a test of whether a range has a version: false for a whole version or an invalid range. Reads each range
 * once.
 */
function rangeMatcher(): Matcher['version'] {
  const read = new Map<string, (version: string) => boolean>();
  return (wanted, given) => {
    const known = read.get(wanted) ?? (isVersion(wanted) ? undefined : readVersionRange(wanted)?.has) ?? (() => false);
    read.set(wanted, known);
    return known(given);
  };
}

/** `*`, `**`, `**` for whole segments with the slash after it, or plain text. */
const TOKENS = /(?<![^/])\*\*\/|\*\*|\*|[^*]+/g;

/** Offsets in a text at which a part of a pattern can begin or end. */
type Offsets = ReadonlySet<number>;

/**
 * Reports whether a pattern matches an entire text: `*` is any text without a slash, `**` is any text, `**` as a whole
 * segment is any number of segments. All else is literal. Takes time proportional to the lengths of pattern and text
 * multiplied.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  let offsets: Offsets = new Set([0]);
  for (const [token] of pattern.matchAll(TOKENS)) offsets = offsetsAfter(token, offsets, text);
  return offsets.has(text.length);
}

function offsetsAfter(token: string, before: Offsets, text: string): Offsets {
  if (!token.startsWith('*'))
    return new Set([...before].filter((at) => text.startsWith(token, at)).map((at) => at + token.length));
  const [first = Infinity] = before;
  const offsets = new Set<number>();
  for (let at = first; at <= text.length; at++)
    if (before.has(at) || reaches(token, offsets, at, text[at - 1])) offsets.add(at);
  return offsets;
}

/** Reports whether a token that has reached `offsets`, in order, can reach the offset after a character. */
function reaches(token: string, offsets: Offsets, at: number, character: string | undefined): boolean {
  if (token === '*') return offsets.has(at - 1) && character !== '/';
  return token === '**' || character === '/';
}
