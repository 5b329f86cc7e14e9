import type { ValueGroup } from '../../../src/fleet/index.ts';

/** Values of fields over variants. */
export interface ValueTable {
  /** The fields, as given. */
  readonly fields: readonly string[];
  readonly groups: readonly ValueGroup[];
  /** Key to count by; undefined for none. */
  readonly by: string | undefined;
  /** Values of this key by folder. */
  readonly keys: ReadonlyMap<string, string>;
}
