import type { Path, Resource } from '../../src/index.ts';
import type { IsAuthored } from './authored.ts';

/** Removes content of the resources that it is for. */
export interface Rule {
  /** As results name it. */
  readonly title: string;
  /** Whether it names no kind, or one that is none of its user's choice: then it leaves alone what is there for kpt and for functions. */
  readonly isGeneral: boolean;
  readonly removals: readonly Removal[];
}

/** One thing that a rule removes. */
export interface Removal {
  /** As results name it. */
  readonly text: string;
  /** The paths of what is to be removed of a resource. */
  find(resource: Resource): readonly Path[];
  /** Tests a value that it removes. Undefined where the user names the field, or no author sets it. */
  readonly isAuthored?: IsAuthored | undefined;
}
