import { type Problems } from '../../src/index.ts';
import { isVersion, readVersionRange } from './version-range.ts';
import { matchesGlob } from './glob.ts';
import type { Overwrite } from './overwrite.ts';

/** What a source may be beside exact. */
export interface Matching {
  /** Whether `source.version` may be a range of versions. */
  readonly versionRanges: boolean;
  /** Whether `source.componentName` may have `*` and `**`. */
  readonly globs: boolean;
}

/** Whether an attribute of a reference is what a source asks for. */
export interface Matcher {
  readonly componentName: (wanted: string, given: string) => boolean;
  readonly version: (wanted: string, given: string) => boolean;
}

/** Characters of a pattern: how long a match takes depends on that of both texts. Names and ranges are far shorter. */
const MAX_PATTERN = 1000;

/** What only a range has. */
const RANGE_SIGNS = /[\s<>=~^|*]/;

/** A matcher: each name and version must be equal, or else a pattern that is asked for must match. */
export function makeMatcher({ versionRanges, globs }: Matching): Matcher {
  const hasVersion = rangeMatcher();
  return {
    componentName: (wanted, given) => wanted === given || (globs && isGlob(wanted) && matchesGlob(wanted, given)),
    version: (wanted, given) => wanted === given || (versionRanges && hasVersion(wanted, given)),
  };
}

/** Adds what is wrong with the patterns of a source: a wrong one would silently match nothing. */
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

/** Whether a range has a version. Each range is read once; a whole version is no range, nor is what cannot be read. */
function rangeMatcher(): Matcher['version'] {
  const read = new Map<string, (version: string) => boolean>();
  return (wanted, given) => {
    const known = read.get(wanted) ?? (isVersion(wanted) ? undefined : readVersionRange(wanted)?.has) ?? (() => false);
    read.set(wanted, known);
    return known(given);
  };
}
