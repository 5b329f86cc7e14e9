import { createHash } from 'node:crypto';
import { git } from '../../git/git.ts';
import { LOCK_FOLDER } from '../../../src/fleet/inputs/fleet-paths.ts';
import type { Tree } from '../../../src/fleet/ports.ts';

/** A changed file of a commit. */
interface RawChange {
  /** Modes, ids and kind of the change, as `git diff-tree` prints them. */
  readonly fields: string;
  readonly path: string;
}

/**
 * Returns a digest of the changes between two commits, in hexadecimal. The same inputs give the same one: a lock has all inputs of its variant, and
 * counts without the commit of the upstream, which may have changed without a change of the package.
 */
export function digestOfChanges({ root, objects }: Pick<Tree, 'root' | 'objects'>, from: string, to: string): string {
  const output = git([...DIFF, from, to], { folder: root })
    .toString()
    .split('\0');
  const changes = output.flatMap((fields, at): readonly RawChange[] =>
    at % 2 === 0 && fields !== '' ? [{ fields, path: output[at + 1] ?? '' }] : [],
  );
  const lockIds = changes.flatMap(({ fields, path }) => (isLock(path) ? newId(fields) : []));
  const texts = objects.read(lockIds);
  const hash = createHash('sha256');
  for (const { fields, path } of changes) {
    const text = isLock(path) ? texts.get(newId(fields)[0] ?? '') : undefined;
    hash.update(`${path}\0${text === undefined ? fields : withoutCommit(String(text))}\0`);
  }
  return hash.digest('hex').slice(0, 12);
}

const DIFF = 'diff-tree -r --raw --no-renames --no-abbrev -z --end-of-options'.split(' ');

function isLock(path: string): boolean {
  return path.startsWith(`${LOCK_FOLDER}/`);
}

/** Returns the id of the new content; none if the file was removed. */
function newId(fields: string): readonly string[] {
  const id = fields.split(' ')[3] ?? '';
  return /^0+$/.test(id) ? [] : [id];
}

/** Returns a lock without its commit, and without its first line, which is a digest of all others. */
function withoutCommit(lock: string): string {
  return lock.replace(/^.*\n/, '').replace(/^commit ".*\n/m, '');
}
