import type { Hold, Variant } from '../../../src/fleet/index.ts';
import type { OpenRun } from './start-run.ts';
import type { DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { CallSetting } from './repository-call.ts';
import type { FleetName } from '../store/fleet-name.ts';

/** Fleet with variants in other git repositories. */
export interface DownstreamFleet extends Pick<CallSetting, 'program' | 'args' | 'show'> {
  readonly home: OpenRun;
  readonly name: FleetName;
  /** All variants of the fleet. */
  readonly variants: readonly Variant[];
  readonly holds: readonly Hold[];
  /** All variants in other git repositories, also those that are not selected; undefined if variants that are gone are not looked for. */
  readonly all: readonly DownstreamVariants[] | undefined;
  /** Folders that variants have in the git repository of the fleet, also those that are wrong or gone. */
  readonly own: readonly string[];
  /** Folder of the inputs, relative to the top of the git repository of the fleet. */
  readonly place: string;
}
