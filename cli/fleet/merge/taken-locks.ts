import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameContent, joinPath } from '../../../src/files/index.ts';
import { readLock, type VariantLock } from '../../../src/fleet/index.ts';
import { KrmError, type Result } from '../../../src/krm/index.ts';
import { mergePackages, type PackageFiles } from '../../../src/merge/index.ts';
import { callGit, git } from '../../git/git.ts';
import { KEEP_LOCAL } from '../../merge/agreement.ts';
import type { FolderContent } from '../../package/whole-folder.ts';
import { lockFile } from '../fleet-paths.ts';
import type { LocalPackage } from '../tree/local-package.ts';
import type { Merge } from '../tree/file-history.ts';
import type { WorkTree } from '../tree/work-tree.ts';
import { joinPackages, NO_FILES } from './joined-merge.ts';
import type { LockedFolder } from './other-applies.ts';

/** A merge of git that took the lock of one side, although the other side had applied, too. */
interface TakenLock {
  /** Undefined if it is not committed yet. */
  readonly commit: string | undefined;
  /** Lock of the other side, and its commit. */
  readonly other: LockAt;
  /** Lock before the sides parted. */
  readonly before: LockAt;
}

/** A merge that is not committed yet. */
interface OpenMerge extends Pick<Merge, 'sides'> {
  readonly commit: undefined;
}

interface LockAt {
  readonly commit: string;
  /** Undefined if the commit has none. */
  readonly lock: VariantLock | undefined;
}

/** Packages of a folder to compare. */
interface TakenPackages {
  /** Reads what was derived when a lock was written, as far as it can be had. */
  readonly read: (lock: VariantLock) => Promise<FolderContent>;
  /** Derived now; undefined if that does not matter. */
  readonly now: PackageFiles | undefined;
}

/**
 * Throws a `KrmError` if a merge took the lock of one side, and files of the folder have lines that the other side's apply brought: they are not edits
 * of people. Lines that are derived now do no harm. Reads nothing unless a merge changed an edited file, or the lock.
 */
export async function refuseTakenLocks(
  tree: WorkTree,
  locked: LockedFolder,
  { read, now }: TakenPackages,
): Promise<void> {
  const { folder, lock, local } = locked;
  const taken = takenLocks(tree, locked);
  if (taken.length === 0) return;
  const own = await read(lock);
  const errors: Result[] = [];
  for (const merge of taken) {
    const [theirs, base] = [await contentAt(merge.other, read), await contentAt(merge.before, read)];
    const both = joinPackages({ base, theirs, local: own }, () => 'local').files;
    const atMerge = merge.commit === undefined ? local.files : filesAt(tree, merge.commit, locked);
    const paths = otherLines({ own: own.files, both, now: undefined }, atMerge);
    const left = otherLines({ own: own.files, both, now }, local.files);
    const found = paths.filter((path) => left.includes(path));
    errors.push(...found.map((path) => takenError(joinPath(folder, path), lockFile(folder), merge)));
  }
  if (errors.length > 0) throw new KrmError(errors);
}

/** Returns the files of a folder with changes that only the other side derived, and that are not derived now. */
function otherLines(
  {
    own,
    both,
    now,
  }: { readonly own: PackageFiles; readonly both: PackageFiles; readonly now: PackageFiles | undefined },
  local: PackageFiles,
): readonly string[] {
  const without = mergePackages({ base: both, theirs: own, local }, KEEP_LOCAL).files;
  const into = (files: PackageFiles): PackageFiles =>
    now === undefined ? files : mergePackages({ base: own, theirs: now, local: files }, KEEP_LOCAL).files;
  const [kept, left] = [into(local), into(without)];
  return [...new Set([...kept.keys(), ...left.keys()])].filter(
    (path) => !isSameContent(kept.get(path), left.get(path)),
  );
}

/** Returns the paths of a lock and of its folder. */
function pathsIn({ files }: VariantLock, { stored }: LocalPackage): readonly string[] {
  return [...new Set([...files.map(({ path }) => path), ...stored.keys()])];
}

/** Returns the files of a folder as a commit has them. */
function filesAt(tree: WorkTree, commit: string, { folder, lock, local }: LockedFolder): PackageFiles {
  const names = pathsIn(lock, local).map((path) => [path, `${commit}:${joinPath(folder, path)}`] as const);
  const ids = blobsAt(
    tree,
    names.map(([, name]) => name),
  );
  const texts = tree.objects.read(ids.values());
  return new Map(
    names.flatMap(([path, name]) => {
      const text = texts.get(ids.get(name) ?? '');
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}

async function contentAt({ lock }: LockAt, read: TakenPackages['read']): Promise<FolderContent> {
  return lock === undefined ? NO_FILES : await read(lock);
}

function takenError(path: string, lock: string, { other, before }: TakenLock): Result {
  const textAt = ({ commit, lock: found }: LockAt): string =>
    found === undefined ? '/dev/null' : `<(git show ${commit.slice(0, 12)}:${lock})`;
  const message = `has changes of the apply of ${other.commit.slice(0, 12)}, whose lock a merge dropped, so they would count as edits of people: join both locks with \`krm-variants merge-driver ${textAt(before)} ${lock} ${textAt(other)} 7 ${lock}\` in bash, at the top of the git repository, and then run \`krm-variants fleet apply\``;
  return { severity: 'error', code: 'lock-mismatch', message, file: { path, index: 0 } };
}

/** Returns the merges since the lock was written that took it from one of their sides. */
function takenLocks(tree: WorkTree, { folder, lock, lockText, local }: LockedFolder): readonly TakenLock[] {
  const left = new Map(
    lock.files.flatMap(({ path, folder: had }) => (had === undefined ? [] : [[path, had.id] as const])),
  );
  const isEdited = left.size !== local.stored.size || [...local.stored].some(([path, { id }]) => left.get(path) !== id);
  if (!isEdited) return [];
  const path = lockFile(folder);
  const paths = [path, ...pathsIn(lock, local).map((each) => joinPath(folder, each))];
  const merges = new Set(paths.flatMap((each) => tree.history.of(each).flatMap(mergeOf)));
  const all = [...[...merges].flatMap((commit) => tree.history.mergesUpTo(commit)), ...mergeInProgress(tree)];
  const own = tree.objects.idOf(lockText.replaceAll('\r\n', '\n'));
  const commits = all.flatMap(({ commit, sides }) => [...sides, ...(commit === undefined ? [] : [commit])]);
  const ids = blobsAt(
    tree,
    commits.map((commit) => `${commit}:${path}`),
  );
  const idAt = (commit: string): string | undefined => ids.get(`${commit}:${path}`);
  return all.flatMap(({ commit, sides }) => {
    if (commit !== undefined && idAt(commit) !== own) return [];
    const at = sides.find((side) => idAt(side) === own);
    const other = sides.find((side) => idAt(side) !== own && idAt(side) !== undefined);
    if (at === undefined || other === undefined) return [];
    return takenLock(tree, path, { at, other, own, id: idAt(other) ?? '' }).map((each) => ({ commit, ...each }));
  });
}

function mergeOf({ commit, isMerge }: { readonly commit: string; readonly isMerge: boolean }): readonly string[] {
  return isMerge ? [commit] : [];
}

/** Returns the merge that is not committed yet. */
function mergeInProgress({ gitDir, head }: WorkTree): readonly OpenMerge[] {
  const file = join(gitDir, 'MERGE_HEAD');
  if (head === undefined || !existsSync(file)) return [];
  return [{ commit: undefined, sides: [head, ...readFileSync(file, 'utf8').trim().split('\n')] }];
}

/** Returns the lock that a merge dropped; none unless both sides changed the lock. */
function takenLock(
  tree: WorkTree,
  path: string,
  { own, at, other, id }: Readonly<Record<'own' | 'at' | 'other' | 'id', string>>,
): readonly Omit<TakenLock, 'commit'>[] {
  const { stdout, status } = callGit(['merge-base', at, other], { folder: tree.root });
  const commit = stdout.toString().trim();
  if (status !== 0) return [];
  const before = blobsAt(tree, [`${commit}:${path}`]).get(`${commit}:${path}`);
  if (before === own || before === id) return [];
  const texts = tree.objects.read([id, ...(before === undefined ? [] : [before])]);
  const [dropped, old] = [id, before ?? ''].map((each) => readLock(String(texts.get(each) ?? '')));
  if (dropped?.kind !== 'valid' || (before !== undefined && old?.kind !== 'valid')) return [];
  return [
    {
      other: { commit: other, lock: dropped.lock },
      before: { commit, lock: old?.kind === 'valid' ? old.lock : undefined },
    },
  ];
}

/** Returns the ids of files in commits, by `COMMIT:PATH`. */
function blobsAt({ root }: WorkTree, names: readonly string[]): ReadonlyMap<string, string> {
  if (names.length === 0) return new Map();
  const args = ['cat-file', '--batch-check=%(objecttype) %(objectname)'];
  const lines = git(args, { folder: root, input: `${names.join('\n')}\n` })
    .toString()
    .split('\n');
  return new Map(
    names.flatMap((name, index) => {
      const [kind, id = ''] = (lines[index] ?? '').split(' ');
      return kind === 'blob' ? [[name, id] as const] : [];
    }),
  );
}
