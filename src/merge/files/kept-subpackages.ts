import type { Result } from '../../krm/result.ts';
import type { Conflict } from '../policy/conflict.ts';
import type { FileContent } from '../../files/index.ts';
import { SUBPACKAGE_KEPT } from '../messages/deletions.ts';
import type { Moves } from '../pairs/moves.ts';
import type { PackageFiles, Packages } from '../text/packages.ts';

/**
 * Restores all of local's files of a subpackage that new deletes if any of its files stays, since a part without the
 * Kptfile is useless. Changes `files`. Returns a warning for each subpackage that stays without a conflict. `whole`:
 * files that new moved.
 */
export function keepSubpackages(
  files: Map<string, FileContent>,
  { base, theirs, local }: Packages,
  { conflicts, whole }: { readonly conflicts: readonly Conflict[] } & Pick<Moves, 'whole'>,
): readonly Result[] {
  const results: Result[] = [];
  for (const folder of subpackagesOf(base)) {
    const isIn = (path: string): boolean => path.startsWith(folder);
    const kptfile = `${folder}Kptfile`;
    const staysInPart = [...files.keys()].some(isIn) && !files.has(kptfile) && !whole.has(kptfile);
    if (!staysInPart || hasAny(theirs, isIn) || !local.has(kptfile)) continue;
    for (const [path, content] of local) if (isIn(path)) files.set(path, content);
    if (conflicts.some(({ file }) => isIn(file.path))) continue;
    const file = { path: kptfile, index: 0 };
    results.push({ severity: 'warning', code: 'kept-though-deleted', message: SUBPACKAGE_KEPT, file });
  }
  return results;
}

/** Returns the folders with a Kptfile below the top folder, each with a final slash, outer ones first. */
function subpackagesOf(files: PackageFiles): readonly string[] {
  const suffix = '/Kptfile';
  return [...files.keys()]
    .filter((path) => path.endsWith(suffix))
    .map((path) => path.slice(0, 1 - suffix.length))
    .toSorted((a, b) => a.length - b.length);
}

function hasAny(files: PackageFiles, matches: (path: string) => boolean): boolean {
  for (const path of files.keys()) if (matches(path)) return true;
  return false;
}
