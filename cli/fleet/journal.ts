import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { contentOf, isSameContent } from '../../src/files/index.ts';
import { KrmError, type Result } from '../../src/krm/index.ts';
import { entryAt } from '../package/entry-at.ts';
import { writeChanges, type RootedChange } from '../package/file-changes.ts';
import { fileError, withFile } from '../package/file-error.ts';
import { failure } from '../process/failure.ts';
import { removeEmptied } from '../merge/merged-changes.ts';
import type { WorkTree } from './tree/work-tree.ts';
import { sha256 } from '../../src/sha-256.ts';

/** Place of a work tree. */
type TreePlace = Pick<WorkTree, 'root' | 'gitDir'>;

/** A change in a journal. */
interface Entry {
  readonly path: string;
  /** SHA-256 of the content before; null for a new file. */
  readonly before: string | null;
  /** New content in base64; null for a removed file. */
  readonly after: string | null;
  readonly isExecutable: boolean | null;
}

function journalFile(gitDir: string): string {
  return join(gitDir, 'krm-variants', 'journal.json');
}

/** Journal of a group of variants that is being written. */
interface Journal {
  /** Keeps the changes of a variant for the next call to finish. */
  readonly keep: (changes: readonly RootedChange[]) => void;
  readonly end: () => void;
}

/** Records the changes of variants on the disk before they are written. Only this user can read the journal. */
export function beginJournal(
  { gitDir }: Pick<TreePlace, 'gitDir'>,
  variants: readonly (readonly RootedChange[])[],
): Journal {
  const file = journalFile(gitDir);
  const kept: RootedChange[] = [];
  withFile(file, () => writeJournal(file, variants.flat()));
  return {
    keep: (changes) => void kept.push(...changes),
    end: () => (kept.length === 0 ? rmSync(file, { force: true }) : withFile(file, () => writeJournal(file, kept))),
  };
}

function writeJournal(file: string, changes: readonly RootedChange[]): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeFileSync(descriptor, JSON.stringify(changes.map(entryOf)));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.new`, file);
}

function entryOf({ path, before, after, isExecutable }: RootedChange): Entry {
  return {
    path,
    before: before === undefined ? null : sha256(before),
    after: after === undefined ? null : Buffer.from(after).toString('base64'),
    isExecutable: isExecutable ?? null,
  };
}

/** Reports whether a file has the new content of a change, or lacks it if the change removes it. */
export function isWritten({ root, path, before, after }: RootedChange): boolean {
  const file = join(root, path);
  const now = existsSync(file) ? contentOf(readFileSync(file)) : undefined;
  return isSameContent(now, after) && !isSameContent(before, after);
}

/** Reports whether a call was killed while it wrote. */
export function hasJournal({ gitDir }: TreePlace): boolean {
  return existsSync(journalFile(gitDir));
}

/** Throws a `KrmError` if a call was killed while it wrote, so that files are as neither it nor an earlier call left them. */
export function refuseJournal(tree: TreePlace): void {
  if (hasJournal(tree)) throw failure(KILLED);
}

const KILLED = 'a call of `fleet` was killed while it wrote: run `fleet apply`, which finishes that first';

/**
 * Finishes what a killed call wrote in part. Throws a `KrmError` that names files that somebody changed since then: nothing is written.
 */
export function finishJournal(tree: TreePlace): void {
  const file = journalFile(tree.gitDir);
  if (!existsSync(file)) return;
  const entries = parseJournal(file);
  const pending = entries.flatMap((entry) => pendingChange(tree, entry));
  const errors = pending.flatMap((each) => ('message' in each ? [each] : []));
  if (errors.length > 0) throw new KrmError(errors);
  const changes = pending.flatMap((each) => ('root' in each ? [each] : []));
  writeChanges(changes);
  removeEmptied(tree.root, changes);
  rmSync(file, { force: true });
}

function parseJournal(file: string): readonly Entry[] {
  try {
    return JSON.parse(withFile(file, () => readFileSync(file, 'utf8'))) as Entry[];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fileError(
      file,
      'must be the journal of a killed call, but is not readable: check the folders of variants with `git status`, then delete it',
    );
  }
}

/** Returns the change that is still to be made; none if the file is as it is to be. */
function pendingChange(
  { root }: TreePlace,
  { path, before, after, isExecutable }: Entry,
): readonly (RootedChange | Result)[] {
  const stats = entryAt(join(root, path));
  const now = stats === undefined ? undefined : withFile(path, () => contentOf(readFileSync(join(root, path))));
  const wanted = after === null ? undefined : contentOf(Buffer.from(after, 'base64'));
  const digest = now === undefined ? null : sha256(now);
  const end = wanted === undefined ? null : sha256(wanted);
  // A change of the mode alone may be still to be made.
  if (digest === end && end !== before) return [];
  if (digest !== before) return [{ severity: 'error', message: CHANGED, file: { path, index: 0 } }];
  return [{ root, path, before: now, after: wanted, ...(isExecutable !== null && { isExecutable }) }];
}

const CHANGED =
  'was changed after a call of `fleet` was killed while it wrote: restore the file with `git restore`, or undo the change, and apply again';
