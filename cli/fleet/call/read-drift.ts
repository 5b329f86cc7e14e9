import type { Variant } from '../../../src/fleet/index.ts';
import { KrmError, resultsOf, type Result } from '../../../src/krm/index.ts';
import type { FleetName } from '../store/fleet-name.ts';
import { inDownstream, unopened } from '../store/in-downstream.ts';
import { placedIn } from '../show/repository-paths.ts';
import type { FleetContext } from '../../../src/fleet/plan/fleet-run.ts';
import type { DownstreamVariants } from '../../../src/fleet/inputs/downstream-variants.ts';
import type { FailedVariant } from '../../../src/fleet/inputs/fleet-inputs.ts';
import type { GoneVariant } from '../../../src/fleet/inputs/gone-variants.ts';
import { meetingVariants } from '../../../src/fleet/inputs/meeting-variants.ts';
import { Drift, type DriftFolder, type DriftRow, type FleetDrift } from '../../../src/fleet/answers/variant-drift.ts';
import { type OpenContext, newFleetContext } from './start-run.ts';
import type { ValueCondition } from '../../../src/where/index.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/** Folder of a fleet, before its edits are known. */
export type AskedFolder = DriftFolder & Pick<DriftRow, 'name' | 'set' | 'isGone'>;

/** Returns the folder of a variant. */
export function askedFolder(variant: Variant): AskedFolder {
  const { folder, name, set } = variant;
  return { folder, name, set, variant, isGone: false };
}

/** Returns the folder of a variant that is gone. `isGone`: false if a PackageVariant that is wrong may ask for it. */
export function goneFolder({ folder, name }: GoneVariant, isGone: boolean): AskedFolder {
  return { folder, name, set: undefined, variant: undefined, isGone };
}

/** Returns the names of folders. */
export function namesOf(folders: readonly AskedFolder[]): readonly string[] {
  return folders.map(({ folder }) => folder);
}

/** Finds the edits of people in folders. An error in one leaves out only this one. */
export async function readDrift(run: FleetContext, folders: readonly AskedFolder[]): Promise<FleetDrift> {
  const drift = new Drift(run);
  const { repository } = run;
  const rows: DriftRow[] = [];
  const results: Result[] = [];
  const errors: Result[] = [];
  const fail = (asked: AskedFolder, error: unknown): void => {
    if (!(error instanceof KrmError)) throw error;
    errors.push(...resultsOf(error).map((result) => placedIn(repository, result)));
    rows.push({ ...asked, repository, state: 'error', edits: [] });
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
      results.push(...found.results.map((result) => placedIn(repository, result)));
      rows.push({ ...asked, repository, state: found.state, edits: found.edits });
    } catch (error) {
      fail(asked, error);
    }
  }
  return { rows, results, errors };
}

/**
 * Returns the errors of variants whose files cannot be read. `repository`: URL of another git repository; undefined for
 * that of the fleet.
 */
export function unreadDrift(unread: readonly FailedVariant[], repository: string | undefined): FleetDrift {
  const rows = unread.map(({ folder = '', name, set }): DriftRow => ({
    folder,
    name,
    set,
    repository,
    isGone: false,
    state: 'error',
    edits: [],
  }));
  const errors = unread.flatMap(({ results }) => results.map((result) => placedIn(repository, result)));
  return { rows, results: [], errors };
}

/** Fleet with variants in other git repositories. */
interface HomeFleet {
  readonly home: OpenContext;
  readonly name: FleetName;
  /** Conditions that all hold for the values in a folder. Default: none. */
  readonly conditions?: readonly ValueCondition[];
}

/**
 * Finds the edits of people in another git repository. One that cannot be opened is an error. `findGone`: finds the
 * variants in it that no PackageVariant asks for.
 */
export async function readDriftElsewhere(
  { home, name, conditions = [] }: HomeFleet,
  group: DownstreamVariants,
  findGone: (read: { readonly root: string; readonly repository: string }) => readonly GoneVariant[] = () => [],
): Promise<FleetDrift> {
  const asked = group.variants.map(askedFolder);
  try {
    return await inDownstream(group, home.args, async ({ tree, repository }) => {
      const { meeting: variants, unread } = meetingVariants(tree, group.variants, conditions);
      const gone = findGone({ root: tree.root, repository });
      const made = { tree: home.tree, made: home.made, name };
      const folders = [...variants.map(askedFolder), ...gone.map((each) => goneFolder(each, true))];
      const run = newFleetContext({ ...home, tree, repository, home: made, variants }, namesOf(folders));
      const drift = await readDrift(run, folders);
      const failed = unreadDrift(unread, repository);
      return {
        rows: [...drift.rows, ...failed.rows],
        results: [...gone.map(({ result }) => placedIn(repository, result)), ...drift.results],
        errors: [...drift.errors, ...failed.errors],
      };
    });
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    const repository = withoutCredentials(group.place.url);
    const rows = asked.map((each): DriftRow => ({ ...each, repository, state: 'error', edits: [] }));
    return { rows, results: [], errors: unopened(group, error) };
  }
}
