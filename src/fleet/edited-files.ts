import { byteOrder } from '../byte-order.ts';
import type { LockedContent, LockedFile } from './lock.ts';

/** A file of a variant that differs from what was derived. */
export interface EditedFile {
  /** Relative to the folder of the variant. */
  readonly path: string;
  readonly change: 'changed' | 'added' | 'deleted';
  /** Derived content; undefined for a file that was added. */
  readonly derived: LockedContent | undefined;
  /** Content in the folder; undefined for a file that was deleted. */
  readonly folder: LockedContent | undefined;
}

/** Returns the files of a folder whose ids or modes differ from those that were derived, by path. `stored`: contents of the folder. */
export function editedFiles(
  locked: readonly LockedFile[],
  stored: ReadonlyMap<string, LockedContent>,
): readonly EditedFile[] {
  const made = new Map(
    locked.flatMap(({ path, derived }) => (derived === undefined ? [] : [[path, derived] as const])),
  );
  const paths = [...new Set([...made.keys(), ...stored.keys()])].toSorted(byteOrder);
  return paths.flatMap((path): readonly EditedFile[] => {
    const [derived, folder] = [made.get(path), stored.get(path)];
    if (derived?.id === folder?.id && derived?.mode === folder?.mode) return [];
    const change = derived === undefined ? 'added' : folder === undefined ? 'deleted' : 'changed';
    return [{ path, change, derived, folder }];
  });
}
