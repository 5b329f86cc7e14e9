import { git } from './git.ts';
import type { ObjectStore } from './object-store.ts';

/** An object of a repository. */
export interface StoredObject {
  /** `blob` for a file, `tree` for a folder. */
  readonly kind: string;
  readonly id: string;
  readonly bytes: Buffer;
}

/** Reads objects by their names, which have no line breaks. Returns undefined for those that the store lacks. Throws a `GitError` if git fails. */
export function readObjects(store: ObjectStore, names: readonly string[]): readonly (StoredObject | undefined)[] {
  const input = names.map((name) => `${name}\n`).join('');
  const bytes = git(['cat-file', '--batch', '--buffer'], { ...store.place, input });
  let at = 0;
  return names.map(() => {
    const end = bytes.indexOf(10, at);
    const [, id, kind, size] = FOUND.exec(bytes.subarray(at, end).toString()) ?? [];
    at = end + 1;
    if (id === undefined || kind === undefined) return undefined;
    const start = at;
    at += Number(size) + 1;
    return { id, kind, bytes: bytes.subarray(start, at - 1) };
  });
}

/** Line above an object that was found. */
const FOUND = /^([\da-f]+) (\w+) (\d+)$/;
