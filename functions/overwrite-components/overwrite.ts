import type { Path, Resource } from '../../src/index.ts';
import type { Reference } from './reference.ts';

/** One entry of a list: what it matches, and what it sets. What is unset or '' matches any value, and sets none. */
export interface Overwrite {
  readonly source: Partial<Reference>;
  readonly substitution: Partial<Reference>;
  /** Where it is in its list, such as `['overwrites', 3]`. */
  readonly field: Path;
}

/** The entries of a ComponentVersionOverwrites, in their order: earlier ones go before later ones. */
export interface OverwriteList {
  readonly resource: Resource;
  readonly overwrites: readonly Overwrite[];
}
