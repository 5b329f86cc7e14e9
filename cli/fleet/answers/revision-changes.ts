import { contentOf, type FileContent } from '../../../src/files/index.ts';
import { groupBy } from '../../../src/group-by.ts';
import { git } from '../../git/git.ts';
import { LOCK_FOLDER, lockedFolder } from '../inputs/fleet-paths.ts';
import type { ChangeClass } from '../../report/change-class.ts';
import { changeClasses } from './change-classes.ts';
import { packageDifferences, type PackageDifference, type Secrets } from './package-differences.ts';
import { commitOf } from '../store/revision-checkout.ts';
import type { Tree } from '../ports.ts';

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

/** Compares the variants of a fleet in two revisions. Reads only what changed between them. Throws a `KrmError` for an unknown revision. */
export function revisionChanges(tree: Tree, revisions: readonly [from: string, to: string]): RevisionChanges {
  const [from, to] = revisions.map((revision) => commitOf(tree.root, revision)) as [string, string];
  const [before, after] = [lockedIn(tree.root, from), lockedIn(tree.root, to)];
  const all = new Set([...before, ...after]);
  const changed = [...groupBy(changedFiles(tree.root, from, to), ({ path }) => folderOf(path, all))].flatMap(
    ([folder, files]) => (folder === undefined || !before.has(folder) || !after.has(folder) ? [] : [{ folder, files }]),
  );
  const texts = tree.objects.read(changed.flatMap(({ files }) => files.flatMap(({ ids }) => ids.filter(isObject))));
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
    classes: changeClasses(variants),
    count: variants.length,
    created: [...after].filter((folder) => !before.has(folder)),
    removed: [...before].filter((folder) => !after.has(folder)),
  };
}

/** Returns the folders that have a lock in a commit. */
function lockedIn(root: string, commit: string): ReadonlySet<string> {
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, '--', `${LOCK_FOLDER}/`];
  const paths = git(args, { folder: root }).toString().split('\0');
  return new Set(paths.flatMap((path) => lockedFolder(path) ?? []));
}

/** A file that differs between two commits. */
interface ChangedFile {
  readonly path: string;
  /** Ids of its contents; zeros where it is absent. */
  readonly ids: readonly [before: string, after: string];
}

function changedFiles(root: string, from: string, to: string): readonly ChangedFile[] {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', from, to];
  const fields = git(args, { folder: root }).toString().split('\0');
  return fields.flatMap((field, index) => {
    if (!field.startsWith(':')) return [];
    const [, , before = '', after = ''] = field.split(' ');
    return [{ path: fields[index + 1] ?? '', ids: [before, after] }];
  });
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
