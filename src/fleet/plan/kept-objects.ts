import { objectsFile } from '../inputs/fleet-paths.ts';
import type { Tree } from '../ports.ts';
import { ClusterSnapshot } from './cluster-snapshot.ts';
import type { RootedChange } from '../../package/index.ts';

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

/** Returns the change that keeps objects; none if they are kept, or must not be. `kept`: ids that other variants of this call keep. */
export function keepObjects(tree: Tree, snapshot: ClusterSnapshot, kept: Set<string>): readonly RootedChange[] {
  if (snapshot.hasSecret || snapshot.id === '' || kept.has(snapshot.id)) return [];
  kept.add(snapshot.id);
  const path = objectsFile(snapshot.id);
  return tree.contentAt(path) === undefined
    ? [{ root: tree.root, path, before: undefined, after: snapshot.text, isRecord: true }]
    : [];
}
