import { isSameContent } from '../files/index.ts';
import { mergePackages, type MergeOptions, type PackageFiles, type Packages } from '../merge/index.ts';

/** Two versions of a package, and a local copy of one of them. */
interface Candidates {
  readonly before: PackageFiles;
  readonly after: PackageFiles;
  readonly local: PackageFiles;
}

/** Options of merges in which local's side of each conflict stays. */
export const KEEP_LOCAL = { kptfile: 'plain', rules: [{ take: 'local' }] } as const satisfies MergeOptions;

/**
 * Reports with which of two versions a local package agrees at the places where these differ: with one, with each at
 * some places, or with neither, since they do not differ or all these places were edited. A place agrees with a version
 * if a merge takes the other one there.
 */
export function agreementOf({ before, after, local }: Candidates): 'before' | 'after' | 'both' | 'neither' {
  const [hasBefore, hasAfter] = [
    isMoved({ base: before, theirs: after, local }),
    isMoved({ base: after, theirs: before, local }),
  ];
  if (hasBefore) return hasAfter ? 'both' : 'before';
  return hasAfter ? 'after' : 'neither';
}

/** Reports whether a merge takes anything into the local package. */
function isMoved(versions: Packages): boolean {
  return !isSameFiles(mergePackages(versions, KEEP_LOCAL).files, versions.local);
}

/** Reports whether two packages have the same files. */
export function isSameFiles(a: PackageFiles, b: PackageFiles): boolean {
  return a === b || (a.size === b.size && [...a].every(([path, content]) => isSameContent(content, b.get(path))));
}
