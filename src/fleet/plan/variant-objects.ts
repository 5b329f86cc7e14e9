import { joinPath } from '../../files/index.ts';
import type { Sources } from '../../function/index.ts';
import { fileWarning, type Result } from '../../krm/index.ts';
import type { RootedChange } from '../../package/index.ts';
import type { ObjectSource, Variant, VariantLock } from '../index.ts';
import { objectsFile } from '../inputs/fleet-paths.ts';
import { keptObjectsLost, OBJECTS_NOT_KEPT, SECRET_NOT_KEPT } from '../messages/apply.ts';
import { outputUncertain } from '../messages/edits.ts';
import type { Tree } from '../ports.ts';
import { ClusterSnapshot } from './cluster-snapshot.ts';
import type { FleetContext } from './fleet-run.ts';

/** Value of a lock for objects of a live cluster that are not kept, since there is a Secret among them. */
export const LIVE = 'live';

/** Reads the objects of a live cluster that a lock names; undefined if they are not kept. */
export function readKeptObjects(tree: Pick<Tree, 'contentAt'>, id: string): ClusterSnapshot | undefined {
  const text = isKeptId(id) ? tree.contentAt(objectsFile(id)) : undefined;
  return text === undefined ? undefined : ClusterSnapshot.read(String(text), id);
}

/** Reports whether objects of a live cluster can be kept by an id. */
function isKeptId(id: string): boolean {
  return /^[\da-f]{64}$/.test(id);
}

/** Reads the objects of a live cluster as a commit kept them; undefined if it does not have them. */
export function readCommittedObjects(tree: Tree, commit: string, id: string): ClusterSnapshot | undefined {
  if (!isKeptId(id)) return undefined;
  const blob = tree.idAt(commit, objectsFile(id));
  const text = blob === undefined ? undefined : tree.objects.read([blob]).get(blob);
  return text === undefined ? undefined : ClusterSnapshot.read(String(text), id);
}

/** Returns the value of a lock for objects of a live cluster. */
export function objectsId(snapshot: ClusterSnapshot): string {
  return snapshot.hasSecret ? LIVE : snapshot.id;
}

/**
 * Returns the change that keeps objects; none if they are kept, or must not be. `kept`: ids that other variants of this
 * call keep.
 */
export function keepObjects(tree: Tree, snapshot: ClusterSnapshot, kept: Set<string>): readonly RootedChange[] {
  if (snapshot.hasSecret || snapshot.id === '' || kept.has(snapshot.id)) return [];
  kept.add(snapshot.id);
  const path = objectsFile(snapshot.id);
  return tree.contentAt(path) === undefined
    ? [{ root: tree.root, path, before: undefined, after: snapshot.text, isRecord: true }]
    : [];
}

/** Objects that a variant is derived with. */
export interface VariantObjects {
  readonly sources: Pick<Sources, 'objects' | 'askCluster'>;
  /** Source that the command line names, now or at the last `apply`; undefined for objects of the fleet. */
  readonly from: ObjectSource | undefined;
  /** True if they are those of the last `apply`, which the command line named then and does not now. */
  readonly areKept: boolean;
}

/**
 * Returns the objects that a variant is derived with. Data that the last `apply` injected from a cluster, or from a
 * folder that the command line named, are not lost in a call that names neither: it uses the objects that are kept, and
 * fails where it needs others. Objects of the fleet that the PackageVariant names come first.
 */
export function variantObjects(run: FleetContext, variant: Variant, lock: VariantLock | undefined): VariantObjects {
  const { args, objects, injected, tree } = run;
  const named = namedSource(args);
  const kept = lock && readKeptObjects(tree, lock.objects);
  const from = lock?.objectsFrom ?? (kept !== undefined || lock?.objects === LIVE ? 'context' : undefined);
  if (named !== undefined || lock === undefined || from === undefined || injected.has(variant, lock.reads ?? []))
    return { sources: objects, from: named, areKept: false };
  const ask = kept?.ask ?? (() => Promise.resolve({ failure: MISSING[from](lock.objects) }));
  return { sources: { askCluster: ask }, from, areKept: true };
}

/** Returns the source of objects that the command line names; undefined for those of the fleet. */
export function namedSource({ context, objects }: FleetContext['args']): ObjectSource | undefined {
  if (context !== undefined) return 'context';
  return objects === undefined ? undefined : 'objects';
}

/** Reasons why objects of the last `apply` are unknown, with the remedy. */
const MISSING: Readonly<Record<ObjectSource, (id: string) => string>> = {
  context: (id) => (id === LIVE ? SECRET_NOT_KEPT : keptObjectsLost(objectsFile(id))),
  objects: () => OBJECTS_NOT_KEPT,
};

/** Part of a lock about the objects that functions have read. */
export type ReadInputs = Pick<VariantLock, 'objects' | 'objectsFrom' | 'reads'>;

/** Objects that a variant was and is made with. */
interface ObjectChange {
  readonly lock: ReadInputs | undefined;
  readonly now: ReadInputs;
  /** Names of those that functions read before the edits of people are merged. */
  readonly derived: readonly string[];
}

/**
 * Warns of changed objects that only functions read which people added: the objects of the last `apply` are not known,
 * so neither is their output.
 */
export function changedObjects(folder: string, { lock, now, derived }: ObjectChange): readonly Result[] {
  if (lock === undefined || lock.objects === now.objects) return [];
  const names = (now.reads ?? []).filter((name) => lock.reads?.includes(name) === true && !derived.includes(name));
  if (names.length === 0) return [];
  return [fileWarning(joinPath(folder, 'Kptfile'), 'objects-changed', outputUncertain(names))];
}
