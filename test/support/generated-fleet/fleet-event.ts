import fc from 'fast-check';
import { fleetSettings, type FleetSettings } from './fleet-settings.ts';
import { packageVersion, type PackageVersion } from './package-version.ts';
import { personEdit, type PersonEdit } from './person-edit.ts';

/** An event in the life of a fleet. */
export type FleetEvent =
  | { readonly kind: 'release'; readonly version: PackageVersion }
  | { readonly kind: 'settings'; readonly settings: FleetSettings }
  | { readonly kind: 'edit'; readonly edit: PersonEdit }
  | { readonly kind: 'apply' | 'commit' | 'squash' };

/** Life of a fleet. */
export interface FleetLife {
  readonly version: PackageVersion;
  readonly settings: FleetSettings;
  /** Reports whether the first variant follows the work tree. */
  readonly isFloating: boolean;
  /** Reports whether the others follow a tag that moves. */
  readonly isMoving: boolean;
  readonly events: readonly FleetEvent[];
  /** Chooses the order in which the last call is made otherwise. */
  readonly order: number;
}

/** An event that changes files, and that neither applies nor commits. */
export const fleetChange: fc.Arbitrary<FleetEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), version: packageVersion }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settings' as const), settings: fleetSettings }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('edit' as const), edit: personEdit }) },
);

const event: fc.Arbitrary<FleetEvent> = fc.oneof(
  { weight: 12, arbitrary: fleetChange },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('apply' as const, 'commit' as const, 'squash' as const) }),
  },
);

export const fleetLife: fc.Arbitrary<FleetLife> = fc.record({
  version: packageVersion,
  settings: fleetSettings,
  isFloating: fc.boolean(),
  isMoving: fc.boolean(),
  events: fc.array(event, { minLength: 2, maxLength: 12 }),
  order: fc.nat(8),
});
