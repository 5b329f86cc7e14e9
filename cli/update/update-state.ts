import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { workingFolder } from '../process/host-folders.ts';
import { dirname, join, relative } from '../process/host-paths.ts';
import type { FileContent } from '../../src/files/index.ts';
import type { WorkTreePlace } from '../git/work-tree.ts';
import { writeChanges } from '../package/file-changes.ts';
import { shellWord } from '../../src/shell-word.ts';
import { withFile } from '../package/file-error.ts';
import { isWithin } from '../package/is-within.ts';
import { readText } from '../package/source-file.ts';
import type { MarkerCounts } from './marker-lines.ts';
import { fileError } from '../../src/krm/index.ts';
import { UPDATE_STATE_DAMAGED, updateUnfinished } from '../../src/messages/updates.ts';

/** An update whose conflicts are in the files of a package, between markers. */
export interface UnfinishedUpdate {
  /** Package, relative to the top folder of the work tree. */
  readonly folder: string;
  /** Commit that was checked out when the update began; '' before the first one. */
  readonly head: string;
  /** Branch that was checked out; undefined if there was none. */
  readonly branch?: string | undefined;
  /** Text for the summary: the versions of the update. */
  readonly about: string;
  /** False until all files with markers are written. */
  readonly isWritten: boolean;
  /** True if the versions were rendered. */
  readonly isRendered: boolean;
  /** Files that the update changes. Kptfiles are written when it is finished. */
  readonly files: readonly UpdatedFile[];
  /** Files with conflicts. */
  readonly marked: readonly string[];
  /** Lines of files that look like markers, but come from a version of the package. */
  readonly lookalikes: readonly (readonly [path: string, counts: MarkerCounts])[];
}

/** A file with its content before and after an update; undefined if it is absent. */
export interface UpdatedFile {
  readonly path: string;
  readonly before: FileContent | undefined;
  readonly after: FileContent | undefined;
  readonly wasExecutable: boolean;
  readonly isExecutable: boolean;
}

/** Path of the state in the git folder. */
const STATE = 'krm-variants/update/state.json';

/** Returns the path of the state of a work tree. */
export function statePath({ gitDir }: WorkTreePlace): string {
  return join(gitDir, STATE);
}

/** Reads the unfinished update of a work tree. Throws a `KrmError` if its state is damaged. */
export function readUpdate(tree: WorkTreePlace): UnfinishedUpdate | undefined {
  const text = stateText(tree);
  if (text === undefined) return undefined;
  try {
    const state = JSON.parse(text) as StoredUpdate;
    return { ...state, files: state.files.map(fileOf) };
  } catch {
    throw fileError(statePath(tree), 'record-damaged', UPDATE_STATE_DAMAGED);
  }
}

/** Writes the state of an update, atomically and to the disk. */
export function writeUpdate(tree: WorkTreePlace, update: UnfinishedUpdate): void {
  const stored = { ...update, files: update.files.map(storedFile) } satisfies StoredUpdate;
  const after = `${JSON.stringify(stored)}\n`;
  const shown = statePath(tree);
  const before = stateText(tree);
  // Files of a package may be readable by their owner alone.
  withFile(shown, () => mkdirSync(dirname(shown), { recursive: true, mode: 0o700 }));
  writeChanges([{ root: tree.gitDir, path: STATE, before, after, shown }]);
}

/** Removes the state of an update. */
export function removeUpdate(tree: WorkTreePlace): void {
  const file = statePath(tree);
  withFile(file, () => rmSync(file, { force: true }));
}

/**
 * Throws a `KrmError` if an update of a package is not finished, of one in it, or of one around it; with `any`, of any
 * package.
 */
export function refuseUnfinished(tree: WorkTreePlace | undefined, root: string, any: boolean): void {
  const update = tree === undefined ? undefined : readUpdate(tree);
  if (tree === undefined || update === undefined) return;
  const other = join(tree.root, update.folder);
  if (!any && !isWithin(root, other) && !isWithin(other, root)) return;
  const named = relative(workingFolder(), other) || '.';
  throw fileError(named, 'update-unfinished', updateUnfinished(shellWord(named)));
}

function stateText(tree: WorkTreePlace): string | undefined {
  const file = statePath(tree);
  return existsSync(file) ? readText(file, file) : undefined;
}

/** State as JSON: texts as they are, other contents in base64. */
interface StoredUpdate extends Omit<UnfinishedUpdate, 'files'> {
  readonly files: readonly StoredFile[];
}

interface StoredFile extends Omit<UpdatedFile, 'before' | 'after'> {
  readonly before: StoredContent;
  readonly after: StoredContent;
}

/** A text, bytes in base64, or null for an absent file. */
type StoredContent = string | { readonly base64: string } | null;

function storedFile({ before, after, ...file }: UpdatedFile): StoredFile {
  return { ...file, before: storedContent(before), after: storedContent(after) };
}

function storedContent(content: FileContent | undefined): StoredContent {
  if (content === undefined) return null;
  return typeof content === 'string' ? content : { base64: Buffer.from(content).toString('base64') };
}

function fileOf({ before, after, ...file }: StoredFile): UpdatedFile {
  return { ...file, before: contentOf(before), after: contentOf(after) };
}

function contentOf(stored: StoredContent): FileContent | undefined {
  if (stored === null) return undefined;
  return typeof stored === 'string' ? stored : Buffer.from(stored.base64, 'base64');
}
