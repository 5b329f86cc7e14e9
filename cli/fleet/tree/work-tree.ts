import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf, type FileContent } from '../../../src/files/index.ts';
import { callFailure, callGit, git, startGit } from '../../git/git.ts';
import { withFile } from '../../package/file-error.ts';
import { failure } from '../../process/failure.ts';
import { LOCK_FOLDER } from '../fleet-paths.ts';
import { FileHistory } from './file-history.ts';
import { applyOverlay, applyStatus, parseIndex, type StoredFile } from './index-entries.ts';
import { ObjectFiles } from './object-files.ts';
import { NO_OVERLAY, type Overlay } from './overlay.ts';

/**
 * Work tree of the git repository that holds a fleet. Files that git knows to be unchanged are not read: three processes answer for all
 * variants of a call.
 */
export class WorkTree {
  /** Top folder, without symbolic links. */
  readonly root: string;
  /** Folder of git for this work tree. */
  readonly gitDir: string;
  readonly objects: ObjectFiles;
  #read: Listing | undefined;
  #history: FileHistory | undefined;
  #added: ReadonlySet<string> | undefined;
  #committed: ReadonlySet<string> | undefined;
  #folders: readonly string[] = [];
  #isHashed = false;

  /** True if the repository lacks the commits before some. */
  readonly isShallow: boolean;

  /** Files that count in place of those on the disk. */
  readonly overlay: Overlay;

  private constructor(
    { root, gitDir, objects, isShallow }: Pick<WorkTree, 'root' | 'gitDir' | 'objects' | 'isShallow'>,
    overlay: Overlay,
  ) {
    this.root = root;
    this.gitDir = gitDir;
    this.objects = objects;
    this.isShallow = isShallow;
    this.overlay = overlay;
  }

  /** Returns the same work tree with other files; itself for none. */
  with(overlay: Overlay): WorkTree {
    return overlay.replacements.length === 0 ? this : new WorkTree(this, overlay);
  }

  /** Reads the work tree that holds a folder. Throws a `KrmError` if there is none. */
  static around(folder: string): WorkTree {
    const asked = ['toplevel', 'object-format'].map((each) => `--show-${each}`);
    const args = ['rev-parse', ...asked, '--absolute-git-dir', '--is-shallow-repository'];
    const end = callGit(args, { folder });
    if (end.status !== 0) throw outside(folder, end.stderr) ?? callFailure(args, end);
    const [root = '', format = '', gitDir = '', isShallow] = end.stdout.toString().split('\n');
    const objects = new ObjectFiles(gitDir, format === 'sha256' ? 'sha256' : 'sha1');
    return new WorkTree({ root, gitDir, objects, isShallow: isShallow === 'true' }, NO_OVERLAY);
  }

  /** Lists the files of the work tree while other work is done, and returns the outcome of that work. */
  async listDuring<T>(work: () => Promise<T>): Promise<T> {
    const call = { folder: this.root };
    const started = Promise.all([startGit(INDEX, call), startGit(STATUS, call)]);
    // An error of the work comes first.
    started.catch(() => {});
    const outcome = await work();
    const [index, status] = await started;
    this.#read = this.#parse(index, status);
    return outcome;
  }

  /** Last commit; undefined if there is none. */
  get head(): string | undefined {
    return this.#listing.head;
  }

  /** Names the folders whose changed files and history are read, each with one process for all folders. */
  limitTo(folders: readonly string[]): void {
    this.#folders = folders;
    this.#isHashed = false;
  }

  /** Reports whether a commit of the current branch has this content of a file in one of the folders. */
  isCommitted(path: string, id: string): boolean {
    return (this.#committed ??= this.#listCommitted()).has(`${id}\0${path}`);
  }

  /** History of the folders and of all locks. */
  get history(): FileHistory {
    return (this.#history ??= new FileHistory(this.root, this.head, [...this.#folders, LOCK_FOLDER]));
  }

  /** Paths that any commit has added to the folders; undefined in a shallow clone, which lacks commits. */
  get added(): ReadonlySet<string> | undefined {
    if (this.isShallow) return undefined;
    if (this.head === undefined) return new Set();
    const input = ['HEAD', '--', ...this.#folders, ''].join('\n');
    return (this.#added ??= new Set(git(ADDED, { folder: this.root, input }).toString().split('\0')));
  }

  #listCommitted(): ReadonlySet<string> {
    if (this.head === undefined) return new Set();
    const input = ['HEAD', '--', ...this.#folders, ''].join('\n');
    const fields = git(COMMITTED, { folder: this.root, input }).toString().split('\0');
    return new Set(fields.map((field, at) => `${field.split(' ', 4)[3] ?? ''}\0${fields[at + 1] ?? ''}`));
  }

  /** Computes the ids of changed files with one process. */
  #hash(files: readonly string[]): void {
    const paths = files.filter((path) => this.#isUnhashed(path));
    if (paths.length === 0) return;
    const input = paths.map((path) => `${quoted(path)}\n`).join('');
    const ids = git(['hash-object', '--stdin-paths'], { folder: this.root, input }).toString().split('\n');
    for (const [index, path] of paths.entries()) {
      const file = this.#listing.files.get(path);
      if (file !== undefined) this.#listing.files.set(path, { ...file, mode: this.#modeOf(file), id: ids[index] });
    }
  }

  /** Returns the tracked and untracked files below a folder, with their ids, by path relative to it. Ignored files are left out. */
  filesBelow(folder: string): ReadonlyMap<string, StoredFile> {
    const paths = this.#pathsBelow(folder);
    // Those of all variants at once, rather than with a process for each.
    this.#hash(this.#isHashed ? paths : [...this.#folders.flatMap((each) => this.#pathsBelow(each)), ...paths]);
    this.#isHashed = true;
    const start = folder === '' ? 0 : folder.length + 1;
    const files = new Map<string, StoredFile>();
    for (const path of paths) {
      const file = this.#listing.files.get(path);
      if (file !== undefined) files.set(path.slice(start), file);
    }
    return files;
  }

  /** Returns one file; undefined if git neither tracks it nor would add it. */
  file(path: string): StoredFile | undefined {
    return this.#listing.files.get(path);
  }

  /** Files of the work tree, which is read on first use. */
  get #listing(): Listing {
    return (this.#read ??= this.#list());
  }

  #list(): Listing {
    const call = { folder: this.root };
    return this.#parse(git(INDEX, call), git(STATUS, call));
  }

  #parse(index: Buffer, status: Buffer): Listing {
    return parseListing(index.toString(), status.toString(), this.overlay);
  }

  /** Reads a file. Throws a `KrmError`. */
  read(path: string): FileContent {
    const replaced = this.overlay.file(path);
    return replaced?.content ?? withFile(path, () => contentOf(readFileSync(join(this.root, path))));
  }

  /** Reports whether there is a regular file at a path, whatever git knows of it. */
  isFile(path: string): boolean {
    if (this.overlay.covers(path)) return this.overlay.file(path) !== undefined;
    return lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isFile() === true;
  }

  #pathsBelow(folder: string): readonly string[] {
    if (folder === '') return this.#listing.paths;
    const from = firstIndex(this.#listing.paths, `${folder}/`);
    // The character after a slash.
    return this.#listing.paths.slice(from, firstIndex(this.#listing.paths, `${folder}0`));
  }

  #isUnhashed(path: string): boolean {
    const file = this.#listing.files.get(path);
    if (file === undefined || file.id !== undefined) return false;
    return lstatSync(join(this.root, path), { throwIfNoEntry: false })?.isFile() === true;
  }

  #modeOf({ mode, path }: StoredFile): string {
    if (mode !== '') return mode;
    return (lstatSync(join(this.root, path)).mode & 0o100) === 0 ? '100644' : '100755';
  }
}

/** Files of a work tree. */
interface Listing {
  readonly files: Map<string, StoredFile>;
  /** Paths of the files in order. */
  readonly paths: readonly string[];
  readonly head: string | undefined;
}

/** `index` and `status`: outputs of the two calls of git. */
function parseListing(index: string, status: string, overlay: Overlay): Listing {
  const files = parseIndex(index);
  applyStatus(files, status);
  applyOverlay(files, overlay);
  const [, head] = /^# branch\.oid ([\da-f]+)\0/.exec(status) ?? [];
  return { files, paths: [...files.keys()].toSorted(), head };
}

const INDEX = ['ls-files', '-s', '-v', '-z'];

/** Also those that were added and removed on a branch before it was merged. */
const ADDED = 'log --full-history -m --diff-filter=A --no-renames --name-only -z --format= --stdin'.split(' ');

/** Records `:mode mode id id status` and the path after it, also of commits on a branch before it was merged. */
const COMMITTED = 'log --full-history -m --raw --no-abbrev --no-renames -z --format= --stdin'.split(' ');

const STATUS = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--no-renames'];

function outside(folder: string, stderr: string) {
  if (!/^fatal: (?:not a git repository|this operation must be run in a work tree)/m.test(stderr)) return undefined;
  const name = JSON.stringify(folder);
  return failure(
    `${name} must be in the work tree of a git repository, which keeps what was derived: run \`git init\``,
  );
}

/** Index of the first string that is not below a limit, in a sorted list. */
function firstIndex(sorted: readonly string[], limit: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns a path as git reads it from a line. */
function quoted(path: string): string {
  return /["\\\n]/.test(path) ? `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"` : path;
}
