import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from '../../process/host-paths.ts';
import { contentOf, isSameContent } from '../../../src/files/index.ts';
import { lockedFolder } from '../../../src/fleet/inputs/fleet-paths.ts';
import { JOURNAL_UNREADABLE } from '../../../src/fleet/messages/apply.ts';
import type { Tree } from '../../../src/fleet/ports.ts';
import { fileError } from '../../../src/krm/index.ts';
import type { RootedChange } from '../../../src/package/index.ts';
import { sha256 } from '../../../src/sha-256.ts';
import type { WorkTreePlace } from '../../git/work-tree.ts';
import { entryAt } from '../../package/entry-at.ts';
import { withFile } from '../../package/file-error.ts';
import { replaceFile } from '../../package/replace-file.ts';
import type { Records } from '../fleet-store.ts';

/** Place of a git directory. `head`: its last commit; undefined if there is none. */
type JournalPlace = Pick<WorkTreePlace, 'gitDir'> & Partial<Pick<Tree, 'head'>>;

/** A file that a call was to write. */
export interface JournalFile {
  readonly path: string;
  /** Content before in base64; null for a new file. */
  readonly before: string | null;
  /** SHA-256 of the content after; null for a removed file. */
  readonly after: string | null;
  /** True if the file was executable before. */
  readonly wasExecutable: boolean;
}

/** A variant that a call was to write. */
export interface JournalVariant {
  /** Folder of the variant. */
  readonly name: string;
  readonly files: readonly JournalFile[];
}

/** Files that a call was to write when it was killed. */
export interface JournalContent {
  /** Last commit at that time; '' if there was none. */
  readonly head: string;
  readonly variants: readonly JournalVariant[];
}

function journalFile(gitDir: string): string {
  return recordFile(gitDir, 'journal.json');
}

/** Journal of a group of variants that is being written. */
interface Journal {
  /** Keeps a variant, by its index, for the next call to restore. */
  readonly keep: (index: number) => void;
  readonly end: () => void;
}

/** Records the files of variants on the disk before they are written. Only this user can read the journal. */
export function beginJournal(
  { gitDir, head = '' }: JournalPlace,
  changes: readonly (readonly RootedChange[])[],
): Journal {
  const file = journalFile(gitDir);
  const variants = changes.map(variantOf);
  const kept = new Set<JournalVariant | undefined>();
  withFile(file, () => writeJournal(file, { head, variants }));
  return {
    keep: (index) => void kept.add(variants[index]),
    end: () => {
      if (kept.size === 0) removeJournal({ gitDir });
      else withFile(file, () => writeJournal(file, { head, variants: variants.filter((each) => kept.has(each)) }));
    },
  };
}

function writeJournal(file: string, content: JournalContent): void {
  writeRecord(file, JSON.stringify(content), { waits: true });
}

function variantOf(changes: readonly RootedChange[]): JournalVariant {
  const locked = changes.map(({ path }) => lockedFolder(path)).find((folder) => folder !== undefined);
  return { name: locked ?? changes[0]?.path ?? '', files: changes.flatMap(fileOf) };
}

/** Returns the file of a change; none if nothing is to change. */
function fileOf({ root, path, before, after, isExecutable }: RootedChange): readonly JournalFile[] {
  const wasExecutable = isExecutableFile(join(root, path));
  if (isSameContent(before, after) && (isExecutable ?? wasExecutable) === wasExecutable) return [];
  return [
    {
      path,
      before: before === undefined ? null : Buffer.from(before).toString('base64'),
      after: after === undefined ? null : sha256(after),
      wasExecutable,
    },
  ];
}

function isExecutableFile(file: string): boolean {
  return ((entryAt(file)?.mode ?? 0) & 0o100) !== 0;
}

/** State of a file of a killed call: as it was before, as it was to be after, or neither. */
export type FileState = 'before' | 'after' | 'other';

/** Returns the state of a file in the work tree. */
export function stateOf(
  { root }: Pick<WorkTreePlace, 'root'>,
  { path, before, after, wasExecutable }: JournalFile,
): FileState {
  const file = join(root, path);
  const stats = entryAt(file);
  const isFile = stats?.isFile() === true;
  // A file can become a folder, and a folder a file.
  if (!isFile && stats?.isDirectory() === false) return 'other';
  const now = isFile ? sha256(withFile(path, () => contentOf(readFileSync(file)))) : null;
  const old = before === null ? null : sha256(contentOf(Buffer.from(before, 'base64')));
  // Only whether it is executable was to change.
  if (now === old && now === after) return isExecutableFile(file) === wasExecutable ? 'before' : 'after';
  return now === old ? 'before' : now === after ? 'after' : 'other';
}

/** Reports whether a file has the new content of a change, or lacks it if the change removes it. */
export function isWritten({ root, path, before, after }: RootedChange): boolean {
  const file = join(root, path);
  const now = existsSync(file) ? contentOf(readFileSync(file)) : undefined;
  return isSameContent(now, after) && !isSameContent(before, after);
}

/** Reports whether a call was killed while it wrote. */
export function hasJournal({ gitDir }: Pick<WorkTreePlace, 'gitDir'>): boolean {
  return existsSync(journalFile(gitDir));
}

/** Reads what a killed call was to write; undefined if none was killed. Throws a `KrmError` if that cannot be read. */
export function readJournal({ gitDir }: Pick<WorkTreePlace, 'gitDir'>): JournalContent | undefined {
  if (!hasJournal({ gitDir })) return undefined;
  const file = journalFile(gitDir);
  const text = withFile(file, () => readFileSync(file, 'utf8'));
  try {
    const content = JSON.parse(text) as Partial<JournalContent>;
    if (typeof content.head === 'string' && Array.isArray(content.variants)) return content as JournalContent;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw fileError(file, 'call-killed', JOURNAL_UNREADABLE);
}

export function removeJournal({ gitDir }: Pick<WorkTreePlace, 'gitDir'>): void {
  rmSync(journalFile(gitDir), { force: true });
}

/** Returns the path of a file that `fleet` keeps beside git's own files. */
function recordFile(gitDir: string, name: string): string {
  return join(gitDir, 'krm-variants', name);
}

/**
 * Writes such a file, which only this user can read. `waits`: waits until it is on the disk. Throws the error of the
 * system.
 */
function writeRecord(file: string, content: string | Uint8Array, { waits = false } = {}): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, content, { temporary: `${file}.new`, mode: 0o600, waits });
}

/** Records on the disk. */
export class DiskRecords implements Records {
  readonly #gitDir: string;

  constructor(gitDir: string) {
    this.#gitDir = gitDir;
  }

  read(name: string): Buffer | undefined {
    const file = recordFile(this.#gitDir, name);
    return existsSync(file) ? withFile(file, () => readFileSync(file)) : undefined;
  }

  write(name: string, content: string | Uint8Array): void {
    const file = recordFile(this.#gitDir, name);
    withFile(file, () => writeRecord(file, content));
  }

  append(name: string, text: string): void {
    const file = recordFile(this.#gitDir, name);
    withFile(file, () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      appendFileSync(file, text);
    });
  }
}
