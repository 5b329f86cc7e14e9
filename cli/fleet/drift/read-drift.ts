import type { Variant } from '../../../src/fleet/index.ts';
import { KrmError, resultsOf, type Result } from '../../../src/krm/index.ts';
import { counted } from '../../../src/wording.ts';
import { withoutCredentials } from '../../git/repository-url.ts';
import type { FleetArguments } from '../fleet-arguments.ts';
import type { FleetRun } from '../fleet-run.ts';
import type { FleetInputs } from '../inputs/fleet-inputs.ts';
import type { DriftRow } from './drift-formats.ts';
import { Drift, type DriftFolder } from './variant-drift.ts';

/** Folder of a fleet, before its edits are known. */
export type AskedFolder = DriftFolder & Pick<DriftRow, 'name' | 'set' | 'isGone'>;

/** Returns the folder of a variant. */
export function askedFolder(variant: Variant): AskedFolder {
  const { folder, name, set } = variant;
  return { folder, name, set, variant, isGone: false };
}

/** Edits of people in folders of a fleet. */
export interface FleetDrift {
  readonly rows: readonly DriftRow[];
  /** Warnings. */
  readonly results: readonly Result[];
  /** Errors of folders that cannot be read. */
  readonly errors: readonly Result[];
}

/** Finds the edits of people in folders. An error in one leaves out only this one. */
export async function readDrift(run: FleetRun, folders: readonly AskedFolder[]): Promise<FleetDrift> {
  const drift = new Drift(run);
  const rows: DriftRow[] = [];
  const results: Result[] = [];
  const errors: Result[] = [];
  const fail = (asked: AskedFolder, error: unknown): void => {
    if (!(error instanceof KrmError)) throw error;
    errors.push(...resultsOf(error));
    rows.push({ ...asked, state: 'error', edits: [] });
  };
  const compared = folders.flatMap((asked) => {
    try {
      return [{ asked, ...drift.compare(asked) }];
    } catch (error) {
      fail(asked, error);
      return [];
    }
  });
  drift.prepare(compared.flatMap(({ ids }) => ids));
  for (const { asked, drift: driftOf } of compared) {
    try {
      const found = await driftOf();
      results.push(...found.results);
      rows.push({ ...asked, state: found.state, edits: found.edits });
    } catch (error) {
      fail(asked, error);
    }
  }
  return { rows, results, errors };
}

/** Returns results about variants in other git repositories, which are not compared: errors if the command line asks about them. */
export function elsewhereResults(
  elsewhere: FleetInputs['elsewhere'],
  { check, variants: named }: Pick<FleetArguments, 'check' | 'variants'>,
): readonly Result[] {
  const severity = check || named.length > 0 ? 'error' : 'warning';
  return elsewhere.map(({ place, variants }) => ({
    severity,
    message: `${counted(variants.length, 'variant')} in ${withoutCredentials(place.url)} cannot be compared from here: look at the commits there`,
  }));
}
