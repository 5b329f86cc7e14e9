import type { Sources } from '../../function/index.ts';
import { failure, fileWarning, KrmError, Resource, Resources, type Result } from '../../krm/index.ts';
import { editedText, listContents, PackageFolder, type RootedChange } from '../../package/index.ts';
import { readDocument } from '../../yaml/index.ts';
import {
  type Hold,
  holdName,
  holdOf,
  holdText,
  isElsewhere,
  isEnded,
  isWithin,
  joinPaths,
  lockChanges,
  MAX_NAME,
  readHold,
  readLock,
  type Variant,
  type VariantLock,
} from '../index.ts';
import { readDecisionFiles, readDecisions } from '../inputs/decision-files.ts';
import { isFleetInput } from '../inputs/fleet-kinds.ts';
import { holdFile, lockFile } from '../inputs/fleet-paths.ts';
import { freeName } from '../inputs/free-name.ts';
import { HOLDS } from '../inputs/holds.ts';
import { InjectedObjects } from '../inputs/injected-objects.ts';
import { EXCLUDED, parseInputFiles } from '../inputs/input-files.ts';
import { holdKept, rollbackHeld, rollbackHeldAgain } from '../messages/decisions.ts';
import {
  derivedForFolder,
  derivedOtherwise,
  earlierObjectsLost,
  earlierUpstreamLost,
  givenObjects,
  noEarlierVersion,
  noSuchVersion,
  versionAdopted,
  versionRemoved,
  versionUnknown,
} from '../messages/versions.ts';
import type { LockVersion, Tree, UpstreamPackage } from '../ports.ts';
import type { FleetRun, VariantPlan } from './fleet-run.ts';
import { type PinnedObjects, planVersion } from './plan-variant.ts';
import { lockedPlace } from './variant-derivation.ts';
import { namedSource, type VariantObjects, LIVE, readCommittedObjects, readKeptObjects } from './variant-objects.ts';
import { upstreamText } from './variant-record.ts';

/**
 * Plans the way back to an earlier version of a variant: derives what its lock names, merges that into the folder as an
 * apply does, and holds the variant. `to`: number of the version, from 1; undefined for the one before the inputs of
 * now. Throws a `KrmError` if there is no such version, or if an input of it cannot be had.
 */
export async function planRollback(variant: Variant, run: FleetRun, to: number | undefined): Promise<VariantPlan> {
  const version = findVersion(variant, run.tree, to);
  const { lock } = version;
  const earlier = asItWas(variant, version);
  const upstream = earlierUpstream(variant, run, version);
  const { results, ...objects } = earlierObjects(earlier, run, version);
  const plan = await planVersion(earlier, run, { upstream, ...objects });
  if (plan.conflicts.length > 0) return plan;
  const { change, result } = rollbackHold(variant, run, `rolled back to ${upstreamText(lock.upstream)}`);
  const changes = (plan.state.changes ?? 0) + (change === undefined ? 0 : 1);
  // With other objects, it is no surprise.
  const others = results.length > 0 ? [] : otherResults(plan, variant, version);
  return {
    ...plan,
    state: { ...plan.state, changes },
    hold: change,
    results: [...plan.results, ...results, ...others],
    hints: [result],
  };
}

/**
 * Returns a variant with its PackageVariant as it was at a version. Its place, and what is done when it is gone, are
 * those of now.
 */
function asItWas(variant: Variant, { lock, folder: then }: EarlierVersion): Variant {
  const { namespace, name, file, set, labels, upstream, downstream, folder, adoptionPolicy, deletionPolicy } = variant;
  const document = readDocument(lock.variant);
  const place = variant.resource.document.value(['spec', 'downstream']);
  if (then !== folder && place !== undefined) document.set(['spec', 'downstream'], place);
  const now = { namespace, name, file, set, labels, upstream, downstream, folder, adoptionPolicy, deletionPolicy };
  return { ...now, resource: new Resource(document, { path: file }), text: document.text() };
}

function earlierUpstream(variant: Variant, { upstreams }: FleetRun, { number, lock }: EarlierVersion): UpstreamPackage {
  const { upstream } = lock;
  const found = upstreams.again(upstream, lockedPlace(lock, variant));
  if (found !== undefined) return { ...found, locked: upstream };
  const { directory, commit } = upstream;
  throw failure(
    'version-underivable',
    earlierUpstreamLost(number, { directory, text: upstreamText(upstream), commit }),
  );
}

/**
 * Returns a warning if the inputs of a version give other files than they did; an info if that is so because the
 * variant was moved.
 */
function otherResults({ lock: change }: VariantPlan, variant: Variant, version: EarlierVersion): readonly Result[] {
  const { number, lock, folder } = version;
  const read = readLock(String(change?.after ?? ''));
  const files = read.kind === 'valid' ? lockChanges(read.lock, lock).files : [];
  if (read.kind !== 'valid' || files.length === 0) return [];
  const path = lockFile(variant.folder);
  const code = 'derived-differently';
  if (folder !== variant.folder)
    return [{ ...fileWarning(path, code, derivedForFolder(number, folder, files)), severity: 'info' }];
  const programs = { now: read.lock.program, before: lock.program };
  return [fileWarning(path, code, derivedOtherwise(number, files, programs))];
}

/** Objects of an earlier version, with warnings about them. */
type EarlierObjects = PinnedObjects & { readonly results: readonly Result[] };

/**
 * Returns the objects that an earlier version was derived with: as they are now if they are the same, as they were
 * kept, or as its commit has them. Objects that the command line names replace them. Throws a `KrmError` if they cannot
 * be had. `variant`: as it was.
 */
function earlierObjects(variant: Variant, run: FleetRun, version: EarlierVersion): EarlierObjects {
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

/**
 * Reads the objects for injection that a commit has beside its PackageVariants; undefined if it has none, or files that
 * cannot be read.
 */
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

/** A version to go back to. */
interface EarlierVersion {
  readonly number: number;
  readonly lock: VariantLock;
  /** Folder of the variant at that time. */
  readonly folder: string;
  /** Commit of the current branch that has it. */
  readonly commit: string;
}

/**
 * Returns the version that the command line names. Default: the version before the first one with the inputs of now, so
 * that a second rollback goes further back. Throws a `KrmError` if it is none to go back to.
 */
function findVersion({ folder }: Variant, tree: Tree, to: number | undefined): EarlierVersion {
  const { versions } = tree.lockHistory(folder);
  const number = to ?? numberBefore(versions, folder);
  const found = versions[number];
  if (found === undefined) throw failure('version-not-found', noSuchVersion(folder, number, versions.length));
  const { read, at, folder: then } = found;
  if (read.kind !== 'valid' || at === undefined)
    throw failure(
      'version-underivable',
      read.kind === 'removed' ? versionRemoved(number) : versionUnknown(number, then),
    );
  if (read.lock.adopted !== undefined)
    throw failure(
      'version-underivable',
      versionAdopted(number, { commit: at.slice(0, 12), folder, lock: lockFile(folder) }),
    );
  return { number, lock: read.lock, folder: then, commit: at };
}

/**
 * Returns the number of the version before the oldest one with the inputs of now. Throws a `KrmError` if there are
 * several versions, but no such one.
 */
function numberBefore(versions: readonly LockVersion[], folder: string): number {
  const [now] = versions;
  const oldest = now === undefined ? 0 : versions.findLastIndex((each) => each === now || isSameInputs(each, now));
  if (oldest > 0 && oldest === versions.length - 1) throw failure('version-not-found', noEarlierVersion(folder));
  return oldest + 1;
}

/**
 * Reports whether two versions were derived from the same inputs, apart from the program. A move to another folder is
 * not a change of inputs.
 */
function isSameInputs(one: LockVersion, other: LockVersion): boolean {
  if (one.read.kind !== 'valid' || other.read.kind !== 'valid') return false;
  // What another tool made is not what the inputs give.
  if (one.read.lock.adopted !== undefined || other.read.lock.adopted !== undefined) return false;
  const { upstream, fields, objects, files } = lockChanges(other.read.lock, one.read.lock);
  // The digest of objects that are not kept is the same for all of them: only the files tell.
  if (one.read.lock.objects === LIVE && files.length > 0) return false;
  const isMoved = one.folder !== other.folder;
  return !upstream && !objects && fields.every((field) => isMoved && field === 'downstream');
}

/** FleetHold of a variant that was rolled back. */
interface RollbackHold {
  /** Undefined if another FleetHold holds the variant already. */
  readonly change: RootedChange | undefined;
  /** Says what holds the variant, and how to end that. */
  readonly result: Result;
}

/**
 * Returns the FleetHold that keeps the next apply from undoing a rollback. One of an earlier rollback gets the new
 * reason. Throws a `KrmError` if the FleetHolds cannot be read.
 */
function rollbackHold(variant: Variant, { tree }: Pick<FleetRun, 'tree'>, reason: string): RollbackHold {
  const existing = holdOf(readDecisions(tree, HOLDS), variant);
  if (existing === undefined) return addedHold(variant, tree, reason);
  return renewedHold(variant, tree, reason) ?? keptHold(variant, existing);
}

/**
 * Reports whether a rollback wrote a hold: it names this variant alone, and has the name that a rollback gives it,
 * perhaps with a number.
 */
function isRollback({ resource, variants = [] }: Hold, { folder }: Variant): boolean {
  const start = nameOf(folder).slice(0, MAX_NAME - '-99'.length);
  return variants.length === 1 && variants[0] === folder && resource.name.startsWith(start);
}

function nameOf(folder: string): string {
  return holdName(`rollback-${folder}`);
}

function addedHold(variant: Variant, tree: FleetRun['tree'], reason: string): RollbackHold {
  const { folder } = variant;
  const name = freeName(nameOf(folder), (each) => tree.has(holdFile(each)));
  const path = holdFile(name);
  const after = holdText(name, {
    selector: undefined,
    variants: [folder],
    repo: isElsewhere(variant) ? variant.downstream.place.name : undefined,
    reason,
    until: undefined,
  });
  return { change: { root: tree.root, path, before: undefined, after }, result: infoIn(path, rollbackHeld(folder)) };
}

/** Returns the FleetHold of an earlier rollback with the new reason; undefined if there is none. */
function renewedHold(variant: Variant, tree: FleetRun['tree'], reason: string): RollbackHold | undefined {
  const { folder } = variant;
  for (const file of readDecisionFiles(tree, HOLDS))
    for (const resource of new Resources(file.resources)) {
      const hold = readHold(resource);
      if (!isRollback(hold, variant) || isEnded(hold, variant)) continue;
      resource.document.set(['spec', 'reason'], reason);
      const { path, text: before } = file;
      const message = rollbackHeldAgain({ folder, until: hold.until, reason });
      return {
        change: { root: tree.root, path, before, after: editedText(file, new Set()) },
        result: infoIn(path, message),
      };
    }
  return undefined;
}

function keptHold({ folder }: Variant, existing: Hold): RollbackHold {
  const message = holdKept({ folder, until: existing.until, reason: existing.reason });
  return { change: undefined, result: infoIn(pathOf(existing), message) };
}

function infoIn(path: string, message: string): Result {
  return { ...fileWarning(path, 'variant-held', message), severity: 'info' };
}

function pathOf({ resource }: Hold): string {
  return resource.location.path ?? '';
}
