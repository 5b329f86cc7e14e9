import { mkdirSync, mkdtempSync, rmSync, writeFileSync, existsSync, copyFileSync } from 'node:fs';
import { realpathSync, tmpdir } from '../../process/host-folders.ts';
import { join } from '../../process/host-paths.ts';
import { noRevision } from '../../../src/fleet/messages/versions.ts';
import type { RevisionFiles } from '../../../src/fleet/ports.ts';
import { callGit, git } from '../../git/git.ts';
import { withCleanup } from '../../host/cleanup.ts';
import { withFile } from '../../package/file-error.ts';
import { failure } from '../../../src/krm/index.ts';
import { LOCK_FOLDER, lockedFolder } from '../../../src/fleet/inputs/fleet-paths.ts';

/** Returns the id of the commit that a revision names. Throws a `KrmError` if there is none. */
export function commitOf(root: string, revision: string): string {
  const commit = findCommit(root, revision);
  if (commit !== undefined) return commit;
  throw failure('revision-not-found', noRevision(revision));
}

/** Reports whether a text names a commit. */
export function isRevision(root: string, text: string): boolean {
  return findCommit(root, text) !== undefined;
}

function findCommit(root: string, revision: string): string | undefined {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const { stdout, status } = callGit(args, { folder: root });
  return status === 0 ? stdout.toString().trim() : undefined;
}

/**
 * Passes a work tree of a commit to `act`: in a temporary repository that has the objects and references of `root`,
 * which is not changed. Removes it afterwards.
 */
export async function inRevision<T>(root: string, commit: string, act: (folder: string) => Promise<T>): Promise<T> {
  const folder = withFile(tmpdir(), () => realpathSync(mkdtempSync(join(tmpdir(), 'krm-variants-revision-'))));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  return await withCleanup(remove, async () => {
    try {
      checkOut(root, commit, folder);
      return await act(folder);
    } finally {
      remove();
    }
  });
}

function checkOut(root: string, commit: string, folder: string): void {
  const own = git(['rev-parse', '--path-format=absolute', '--git-common-dir'], { folder: root }).toString().trim();
  const format = git(['rev-parse', '--show-object-format'], { folder: root }).toString().trim();
  git(['init', '--quiet', '--template=', `--object-format=${format}`, folder]);
  const gitDir = join(folder, '.git');
  const refs = git(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/', 'refs/tags/'], {
    folder: root,
  });
  withFile(gitDir, () => {
    mkdirSync(join(gitDir, 'objects/info'), { recursive: true });
    writeFileSync(join(gitDir, 'objects/info/alternates'), `${join(own, 'objects')}\n`);
    if (existsSync(join(own, 'shallow'))) copyFileSync(join(own, 'shallow'), join(gitDir, 'shallow'));
    writeFileSync(join(gitDir, 'packed-refs'), refs);
    writeFileSync(join(gitDir, 'HEAD'), `${commit}\n`);
  });
  git(['read-tree', commit], { folder });
  git(['checkout-index', '--all', '--quiet', '-u'], { folder });
}

/** Reads what differs between two revisions. Throws a `KrmError` for an unknown one. */
export function revisionFiles(root: string, revisions: readonly [from: string, to: string]): RevisionFiles {
  const [from, to] = revisions.map((revision) => commitOf(root, revision)) as [string, string];
  return { before: lockedIn(root, from), after: lockedIn(root, to), files: changedFiles(root, from, to) };
}

/** Returns the folders that have a lock in a commit. */
function lockedIn(root: string, commit: string): ReadonlySet<string> {
  const args = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit, '--', `${LOCK_FOLDER}/`];
  const paths = git(args, { folder: root }).toString().split('\0');
  return new Set(paths.flatMap((path) => lockedFolder(path) ?? []));
}

function changedFiles(root: string, from: string, to: string): RevisionFiles['files'] {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', from, to];
  const fields = git(args, { folder: root }).toString().split('\0');
  return fields.flatMap((field, index) => {
    if (!field.startsWith(':')) return [];
    const [, , before = '', after = ''] = field.split(' ');
    return [{ path: fields[index + 1] ?? '', ids: [before, after] }];
  });
}
