import { isWithin, joinPaths, type Variant } from '../index.ts';
import { earlierObjectsLost, givenObjects } from '../messages/versions.ts';
import type { Sources } from '../../function/index.ts';
import { KrmError, type Result, failure, fileWarning } from '../../krm/index.ts';
import { listContents, PackageFolder } from '../../package/index.ts';
import { InjectedObjects } from '../inputs/injected-objects.ts';
import { LIVE } from './kept-objects.ts';
import { namedSource, type VariantObjects } from './variant-objects.ts';
import { lockFile } from '../inputs/fleet-paths.ts';
import type { FleetRun } from './fleet-run.ts';
import { isFleetInput } from '../inputs/fleet-kinds.ts';
import { EXCLUDED, parseInputFiles } from '../inputs/input-files.ts';
import type { PinnedObjects } from './plan-variant.ts';
import type { EarlierVersion } from './earlier-version.ts';
import { readCommittedObjects, readKeptObjects } from './kept-objects.ts';

/** Objects of an earlier version, with warnings about them. */
type EarlierObjects = PinnedObjects & { readonly results: readonly Result[] };

/**
 * Returns the objects that an earlier version was derived with: as they are now if they are the same, as they were kept, or as its commit has them. Objects
 * that the command line names replace them. Throws a `KrmError` if they cannot be had. `variant`: as it was.
 */
export function earlierObjects(variant: Variant, run: FleetRun, version: EarlierVersion): EarlierObjects {
  const { objects: id, objectsFrom: from } = version.lock;
  const { args, objects, tree } = run;
  const named = namedSource(args);
  if (id === '' || idOf(objects, variant, version) === id) return pinned(objects, named);
  if (named !== undefined) return { ...pinned(objects, named), results: [givenWarning(variant, version)] };
  const kept = readKeptObjects(tree, id) ?? readCommittedObjects(tree, version.commit, id);
  if (kept !== undefined) return pinned({ askCluster: kept.ask }, from ?? 'context');
  const committed = id === LIVE ? undefined : committedObjects(run, version);
  if (committed !== undefined && idOf(committed, variant, version) === id) return pinned(committed, undefined);
  const { number, commit } = version;
  throw failure('version-underivable', earlierObjectsLost(number, id === LIVE ? undefined : commit.slice(0, 12)));
}

function pinned(sources: Sources, from: VariantObjects['from']): EarlierObjects {
  return { objects: { sources, from, areKept: false }, injected: new InjectedObjects(sources), results: [] };
}

function idOf(objects: Sources, { resource }: Variant, { lock }: EarlierVersion): string | undefined {
  return new InjectedObjects(objects).of(resource, lock.reads ?? []);
}

/** Reads the objects for injection that a commit has beside its PackageVariants; undefined if it has none, or files that cannot be read. */
function committedObjects(run: FleetRun, version: EarlierVersion): Sources | undefined {
  try {
    return objectsIn(run, version);
  } catch (error) {
    if (error instanceof KrmError) return undefined;
    throw error;
  }
}

function objectsIn({ tree, place = '' }: FleetRun, { commit }: EarlierVersion): Sources | undefined {
  const read = tree.filesIn(commit, place);
  if (read === undefined) return undefined;
  const packages = new Set(
    [...read.keys()].flatMap((path) => (path.endsWith('/Kptfile') ? [path.slice(0, -'/Kptfile'.length)] : [])),
  );
  const { paths } = listContents(read, { exclude: EXCLUDED });
  const contents = new Map(
    paths
      .filter((path) => !isWithin(path, packages))
      .map((path) => [joinPaths(place, path), Buffer.from(read.get(path) ?? '')] as const),
  );
  const { files } = parseInputFiles({ contents, passedOver: [], unread: [] }, tree);
  return { objects: [...new PackageFolder(files).resources].filter((each) => !isFleetInput(each)) };
}

function givenWarning({ folder }: Variant, { number }: EarlierVersion): Result {
  return fileWarning(lockFile(folder), 'objects-changed', givenObjects(number));
}
