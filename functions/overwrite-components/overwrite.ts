import type { Path, Resource } from '../../src/index.ts';
import type { Reference } from './reference.ts';

/** One entry of a list, with its source and substitution. An attribute that is unset or '' matches any value, and sets none. */
export interface Overwrite {
  readonly source: Partial<Reference>;
  readonly substitution: Partial<Reference>;
  /** Path in its list, such as `['overwrites', 3]`. */
  readonly field: Path;
}

/** Entries of a ComponentVersionOverwrites, in order: earlier ones take precedence. */
export interface OverwriteList {
  readonly resource: Resource;
  readonly overwrites: readonly Overwrite[];
}
