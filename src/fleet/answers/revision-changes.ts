import { contentOf, type FileContent } from '../../files/index.ts';
import { groupBy } from '../../group-by.ts';
import { changeClasses, joinTagChanges } from './change-classes.ts';
import { packageDifferences, type PackageDifference, type Secrets } from './package-differences.ts';
import type { Blobs, RevisionFiles } from '../ports.ts';
import type { ChangeClass } from '../index.ts';

/** Changes of a fleet between two revisions. */
export interface RevisionChanges {
  /** Equal changes of variants that both revisions have. */
  readonly classes: readonly ChangeClass[];
  /** Number of these variants that changed. */
  readonly count: number;
  /** Folders of the variants that only the second revision has. */
  readonly created: readonly string[];
  /** Folders of the variants that only the first revision has. */
  readonly removed: readonly string[];
}

/** Compares the variants of a fleet in two revisions. Reads only what changed between them. */
export function revisionChanges(objects: Blobs, { before, after, files: all }: RevisionFiles): RevisionChanges {
  const folders = new Set([...before, ...after]);
  const changed = [...groupBy(all, ({ path }) => folderOf(path, folders))].flatMap(([folder, files]) =>
    folder === undefined || !before.has(folder) || !after.has(folder) ? [] : [{ folder, files }],
  );
  const texts = objects.read(changed.flatMap(({ files }) => files.flatMap(({ ids }) => ids.filter(isObject))));
  const secrets: Secrets = new Map();
  // An upgrade changes the files of many variants in the same way.
  const known = new Map<string, readonly PackageDifference[]>();
  const variants = changed.map(({ folder, files }) => {
    const key = JSON.stringify(files.map(({ path, ids }) => [path.slice(folder.length + 1), ...ids]));
    const side = (index: 0 | 1): ReadonlyMap<string, FileContent> =>
      new Map(
        files.flatMap(({ path, ids }) => {
          const id = ids[index];
          return isObject(id)
            ? [[path.slice(folder.length + 1), texts.get(id) ?? contentOf(Buffer.from(id))] as const]
            : [];
        }),
      );
    const differences = known.get(key) ?? packageDifferences(side(0), side(1), secrets);
    known.set(key, differences);
    return { folder, differences };
  });
  return {
    classes: joinTagChanges(changeClasses(variants)),
    count: variants.length,
    created: [...after].filter((folder) => !before.has(folder)),
    removed: [...before].filter((folder) => !after.has(folder)),
  };
}

function isObject(id: string): boolean {
  return !/^0*$/.test(id);
}

/** Returns the folder among some that a file is in. */
function folderOf(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    if (folders.has(path.slice(0, at))) return path.slice(0, at);
  return undefined;
}
