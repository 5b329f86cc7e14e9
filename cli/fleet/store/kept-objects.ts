import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLock } from '../../../src/fleet/index.ts';
import type { RootedChange } from '../../package/file-changes.ts';
import { withFile } from '../../package/file-error.ts';
import { LOCK_FOLDER, objectsFile, OBJECTS_FOLDER } from '../inputs/fleet-paths.ts';
import { blobIn } from './lock-commits.ts';
import { lockedFolders } from './locked-folders.ts';
import type { WorkTree } from './work-tree.ts';
import { ClusterSnapshot } from '../plan/cluster-snapshot.ts';

/** Value of a lock for objects of a live cluster that are not kept, since there is a Secret among them. */
export const LIVE = 'live';

/** Reads the objects of a live cluster that a lock names; undefined if they are not kept. */
export function readKeptObjects(root: string, id: string): ClusterSnapshot | undefined {
  const path = objectsFile(id);
  if (!isKeptId(id) || !existsSync(join(root, path))) return undefined;
  return ClusterSnapshot.read(
    withFile(path, () => readFileSync(join(root, path), 'utf8')),
    id,
  );
}

/** Reports whether objects of a live cluster can be kept by an id. */
function isKeptId(id: string): boolean {
  return /^[\da-f]{64}$/.test(id);
}

/** Reads the objects of a live cluster as a commit kept them; undefined if it does not have them. */
export function readCommittedObjects(
  { root, objects }: WorkTree,
  commit: string,
  id: string,
): ClusterSnapshot | undefined {
  const blob = isKeptId(id) ? blobIn(root, commit, objectsFile(id)) : undefined;
  const text = blob === undefined ? undefined : objects.read([blob]).get(blob);
  return text === undefined ? undefined : ClusterSnapshot.read(String(text), id);
}

/** Returns the value of a lock for objects of a live cluster. */
export function objectsId(snapshot: ClusterSnapshot): string {
  return snapshot.hasSecret ? LIVE : snapshot.id;
}

/** Returns the change that keeps objects; none if they are kept, or must not be. `kept`: ids that other variants of this call keep. */
export function keepObjects(root: string, snapshot: ClusterSnapshot, kept: Set<string>): readonly RootedChange[] {
  if (snapshot.hasSecret || snapshot.id === '' || kept.has(snapshot.id)) return [];
  kept.add(snapshot.id);
  const path = objectsFile(snapshot.id);
  return existsSync(join(root, path)) ? [] : [{ root, path, before: undefined, after: snapshot.text, isRecord: true }];
}

/** Returns the changes that remove kept objects that no lock names any longer; none unless all locks can be read. */
export function unusedObjects(tree: WorkTree): readonly RootedChange[] {
  const { root } = tree;
  const folder = join(root, OBJECTS_FOLDER);
  const kept = existsSync(folder) ? readdirSync(folder).filter((name) => /^[\da-f]{64}$/.test(name)) : [];
  if (kept.length === 0) return [];
  if ([...tree.filesBelow(LOCK_FOLDER).values()].some(({ state }) => state === 'sparse')) return [];
  const locks = lockedFolders(root).map(({ read }) => readLock(read()));
  if (locks.some(({ kind }) => kind !== 'valid')) return [];
  const used = new Set(locks.map((each) => (each.kind === 'valid' ? each.lock.objects : '')));
  return kept
    .filter((id) => !used.has(id))
    .map((id) => {
      const path = objectsFile(id);
      const before = withFile(path, () => readFileSync(join(root, path), 'utf8'));
      return { root, path, before, after: undefined, isRecord: true };
    });
}
