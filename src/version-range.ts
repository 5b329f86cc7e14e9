import Range from 'semver/classes/range.js';
import SemVer from 'semver/classes/semver.js';

/** A range of versions. */
export interface VersionRange {
  /**
   * Reports whether a version is in the range. A leading `v` is ignored; a text that is not a semantic version is in no
   * range.
   */
  readonly has: (version: string) => boolean;
}

/** Reads a range in npm's syntax, such as `^1.2` or `>=1 <3 || 5.x`. Undefined if it is invalid. */
export function readVersionRange(text: string): VersionRange | undefined {
  const range = made(() => new Range(text));
  return range && { has: (version) => range.test(version) };
}

/** Reports whether a text is one semantic version: `1.2.3`, `v1.2.3-rc.1`, but not `1.2`. */
export function isVersion(text: string): boolean {
  return made(() => new SemVer(text)) !== undefined;
}

/**
 * Compares two versions, of which missing parts count as 0, as in the tag `v3`. Returns a negative number if the first
 * is older; undefined if one is no version.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const [one, other] = [a, b].map((text) => made(() => new SemVer(padded(text))));
  return one === undefined || other === undefined ? undefined : one.compare(other);
}

/** Returns a version with three numbers. */
function padded(text: string): string {
  return text.replace(
    /^(v?\d+)(\.\d+)?(\.\d+)?(?=$|[-+])/,
    (_, major: string, minor = '.0', patch = '.0') => `${major}${minor}${patch}`,
  );
}

/** Returns undefined if the package throws, as it does for invalid text. */
function made<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
