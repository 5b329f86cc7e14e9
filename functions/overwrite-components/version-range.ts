import Range from 'semver/classes/range.js';
import SemVer from 'semver/classes/semver.js';

/** What versions there are in a range. */
export interface VersionRange {
  /** Whether a version is in it; a text that is no semantic version is in none. A `v` before it counts for nothing. */
  readonly has: (version: string) => boolean;
}

/** Reads a range as npm has it, such as `^1.2`, `>=1 <3 || 5.x`. Undefined where it is none. */
export function readVersionRange(text: string): VersionRange | undefined {
  const range = made(() => new Range(text));
  return range && { has: (version) => range.test(version) };
}

/** Whether a text is one semantic version: `1.2.3`, `v1.2.3-rc.1`, but not `1.2`. */
export function isVersion(text: string): boolean {
  return made(() => new SemVer(text)) !== undefined;
}

/** The package throws where a text is not what it must be. */
function made<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
