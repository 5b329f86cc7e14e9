import type { ValueGroup } from '../index.ts';

/** Place of a variant. */
export interface VariantFolder {
  /** URL of its git repository; undefined for that of the fleet. */
  readonly repository: string | undefined;
  readonly folder: string;
}

/** Values of fields over variants. */
export interface ValueTable {
  /** The fields, as given. */
  readonly fields: readonly string[];
  readonly groups: readonly ValueGroup[];
  /** Key to count by; undefined for none. */
  readonly by: string | undefined;
  /** Values of this key by folder. */
  readonly keys: ReadonlyMap<string, string>;
  /** Places of the variants by folder, as it is shown. Default: in the git repository of the fleet. */
  readonly places?: ReadonlyMap<string, VariantFolder>;
}
