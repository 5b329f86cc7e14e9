import { readLock } from '../../../src/fleet/index.ts';
import { LOCK_FOLDER, objectsFile, OBJECTS_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { Tree } from '../../../src/fleet/ports.ts';
import type { RootedChange } from '../../../src/package/index.ts';

/** Returns the changes that remove kept objects that no lock names any longer; none unless all locks can be read. */
export function unusedObjects(tree: Tree): readonly RootedChange[] {
  const kept = tree.namesIn(OBJECTS_FOLDER).filter((name) => /^[\da-f]{64}$/.test(name));
  if (kept.length === 0) return [];
  if ([...tree.filesBelow(LOCK_FOLDER).values()].some(({ state }) => state === 'sparse')) return [];
  const locks = tree.locks().map(({ read }) => readLock(read()));
  if (locks.some(({ kind }) => kind !== 'valid')) return [];
  const used = new Set(locks.map((each) => (each.kind === 'valid' ? each.lock.objects : '')));
  return kept
    .filter((id) => !used.has(id))
    .map((id) => {
      const path = objectsFile(id);
      return { root: tree.root, path, before: tree.textAt(path), after: undefined, isRecord: true };
    });
}
