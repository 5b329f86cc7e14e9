import type { Origin, Resource } from '../../src/krm/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { IsAuthored } from './authored.ts';

/** Removes content of the resources it applies to. */
export interface Rule {
  /** Name in results. */
  readonly title: string;
  /** Set if its user chose no kind. It then leaves resources for kpt and for functions unchanged. */
  readonly isGeneral: boolean;
  readonly removals: readonly Removal[];
}

/** One part of a rule. */
export interface Removal {
  /** Name in results. */
  readonly text: string;
  /** Its entry in a configuration; undefined if it is built in. */
  readonly origin?: Origin;
  /** Returns the paths of the values to remove from a resource. */
  find(resource: Resource): readonly Path[];
  /** Tests a removed value. Undefined if the user names the field, or no author sets it. */
  readonly isAuthored?: IsAuthored | undefined;
}
