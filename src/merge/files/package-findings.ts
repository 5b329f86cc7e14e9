import type { Result } from '../../krm/result.ts';
import type { Conflict } from '../policy/conflict.ts';

/** Open conflicts of a merge, and its warnings and infos. */
export interface Found {
  readonly conflicts: readonly Conflict[];
  readonly results: readonly Result[];
}

/** Conflicts and results of a package, in the order in which its parts are merged. */
export class PackageFindings implements Found {
  readonly conflicts: Conflict[] = [];
  readonly results: Result[] = [];

  /** Adds the findings of a part, and returns the part. */
  take<T extends Found>(part: T): T {
    this.conflicts.push(...part.conflicts);
    this.results.push(...part.results);
    return part;
  }
}
