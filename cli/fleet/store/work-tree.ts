import { lstatSync, readFileSync } from 'node:fs';
import { join } from '../../process/host-paths.ts';
import type { LineCommits } from '../../../src/blame/index.ts';
import { contentOf, type FileContent, joinPath } from '../../../src/files/index.ts';
import { LOCK_FOLDER, lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { ADD_FETCH, noWorkTree, UNSHALLOW } from '../../../src/fleet/messages/places.ts';
import { NO_OVERLAY, type Overlay } from '../../../src/fleet/overlay.ts';
import type { LocalPackage, LockHistory, StoredFile } from '../../../src/fleet/ports.ts';
import { failure } from '../../../src/krm/index.ts';
import type { RootedChange } from '../../../src/package/index.ts';
import { LocalCommits } from '../../blame/local-commits.ts';
import { currentBranch } from '../../git/current-branch.ts';
import { readTree } from '../../git/git-tree.ts';
import { callGit, git } from '../../git/git.ts';
import { ignoredPaths } from '../../git/ignored-paths.ts';
import { LocalStore } from '../../git/local-store.ts';
import { describedWorkTree, headOf, isPartialClone, type WorkTreePlace } from '../../git/work-tree.ts';
import { lockInputs } from '../../lock/input-lock.ts';
import { removeEmptied } from '../../merge/remove-emptied.ts';
import { entriesBelow } from '../../package/entries-below.ts';
import { entryAt } from '../../package/entry-at.ts';
import { writeChanges } from '../../package/file-changes.ts';
import { withFile } from '../../package/file-error.ts';
import type { BegunApply, FleetProgram, FleetStore, OpenStore } from '../fleet-store.ts';
import { DiskFiles, symbolicLinkTo } from './disk-files.ts';
import { blobsAt, FileHistory, lastFiles, mergeBase, sidesOfOpenMerge } from './file-history.ts';
import { DiskRecords } from './journal.ts';
import { Listing } from './listing.ts';
import { readLocalPackage } from './local-package.ts';
import { blobIn, GitLockCommits } from './lock-commits.ts';
import { readHistory } from './lock-history.ts';
import { ObjectFiles } from './object-files.ts';
import { refuseHalfWritten, settleJournal } from './settle-journal.ts';
import { Upstreams } from './upstreams.ts';
import { VariantWriter } from './write-variant.ts';

/**
 * Work tree of the git repository that holds a fleet. Files that git knows to be unchanged are not read: three
 * processes answer for all variants of a call.
 */
export class WorkTree extends DiskFiles implements FleetStore {
  /** Folder of git for this work tree. */
  readonly gitDir: string;
  readonly objects: ObjectFiles;
  readonly #view: View;
  #isHashed = false;

  /** True if the repository lacks the commits before some. */
  readonly isShallow: boolean;

  private constructor(
    { root, gitDir, objects, isShallow }: Pick<WorkTree, 'root' | 'gitDir' | 'objects' | 'isShallow'>,
    overlay: Overlay,
    view: View,
  ) {
    super(root, overlay);
    this.gitDir = gitDir;
    this.objects = objects;
    this.isShallow = isShallow;
    this.#view = view;
  }

  /** Returns the same work tree with other files; itself for none. */
  with(overlay: Overlay): WorkTree {
    if (overlay.replacements.length === 0) return this;
    const listing = new Listing(this.root, overlay);
    return new WorkTree(this, overlay, { ...this.#view, listing, commits: new Map() });
  }

  /**
   * Reads the work tree that holds a folder. `lists`: `parts` to list only the files and folders that are asked for, in
   * a call that asks for few of them. Default: everything is listed at once. Throws a `KrmError` if there is none.
   */
  static around(folder: string, { lists = 'all' }: { readonly lists?: View['lists'] } = {}): WorkTree {
    const tree = describedWorkTree(folder);
    if (tree === undefined) throw failure('no-repository', noWorkTree(folder));
    const listing = new Listing(tree.root, NO_OVERLAY);
    const objects = new ObjectFiles(tree.gitDir, tree.format);
    return new WorkTree({ ...tree, objects }, NO_OVERLAY, { folders: [], lists, listing, commits: new Map() });
  }

  /**
   * Lists the files of the work tree while other work is done: again, if they were. Returns the work tree with this
   * list, and the outcome of the work.
   */
  async listedDuring<T>(work: () => Promise<T>): Promise<readonly [WorkTree, T]> {
    const listing = this.#view.listing.covers('') ? new Listing(this.root, this.overlay) : this.#view.listing;
    const listed = listing.listAll();
    // An error of the work comes first.
    listed.catch(() => {});
    const outcome = await work();
    await listed;
    return [new WorkTree(this, this.overlay, { ...this.#view, listing }), outcome];
  }

  /**
   * Returns the same work tree for work on some folders: their changed files and their history are read, each with one
   * process for all folders. `fetches`: permits git to fetch the files that a partial clone left out.
   */
  within(folders: readonly string[], { fetches = false }: { readonly fetches?: boolean } = {}): WorkTree {
    const objects = fetches ? this.objects.fetching() : this.objects;
    const { root, gitDir, isShallow, overlay } = this;
    return new WorkTree({ root, gitDir, isShallow, objects }, overlay, { ...this.#view, folders });
  }

  get records(): DiskRecords {
    return new DiskRecords(this.gitDir);
  }

  begin(patience?: number): BegunApply {
    return beginApply(this, patience);
  }

  refuseHalfWritten(): void {
    refuseHalfWritten(this);
  }

  get locked(): readonly string[] {
    return [this.root];
  }

  write(changes: readonly RootedChange[]): void {
    writeChanges(changes);
    removeEmptied(this.root, changes);
  }

  writer(): VariantWriter {
    return new VariantWriter(this);
  }

  upstreams(...args: Parameters<FleetStore['upstreams']>): Upstreams {
    return Upstreams.of(this, ...args);
  }

  get branch(): string | undefined {
    return currentBranch(this.root);
  }

  get commit(): string | undefined {
    return headOf(this) || undefined;
  }

  get url(): string | undefined {
    const { stdout } = callGit(['config', '--get', 'remote.origin.url'], { folder: this.root });
    return stdout.toString().trim() || undefined;
  }

  ignored(paths: readonly string[]): ReadonlySet<string> {
    return ignoredPaths(this.root, paths);
  }

  tracked(folder: string): ReadonlySet<string> {
    return new Set(git(['ls-files', '-z', '--', folder], { folder: this.root }).toString().split('\0'));
  }

  /** Last commit; undefined if there is none. */
  get head(): string | undefined {
    return this.#listed(this.#view.folders[0] ?? '').head;
  }

  /**
   * Returns what a user can do to get objects that this clone lacks: nothing if it is complete. `isElsewhere`: true if
   * another repository may have them. Default: false.
   */
  waysToComplete({ isElsewhere = false, fetches }: { isElsewhere?: boolean; fetches: boolean }): readonly string[] {
    const canFetch = !fetches && (isElsewhere || isPartialClone(this.root));
    return [...(this.isShallow ? [UNSHALLOW] : []), ...(canFetch ? [ADD_FETCH] : [])];
  }

  /** Reports whether a commit of the current branch has this content of a file in one of the folders. */
  isCommitted(path: string, id: string): boolean {
    return (this.#commits.committed ??= this.#listCommitted()).has(`${id}\0${path}`);
  }

  /** History of the folders and of all locks. */
  get history(): FileHistory {
    return (this.#commits.history ??= new FileHistory(this.root, this.head, [...this.#view.folders, LOCK_FOLDER]));
  }

  /** Paths that any commit has added to the folders; undefined in a shallow clone, which lacks commits. */
  get added(): ReadonlySet<string> | undefined {
    if (this.isShallow) return undefined;
    if (this.head === undefined) return new Set();
    return (this.#commits.added ??= new Set(this.#log(ADDED)));
  }

  get #commits(): FolderCommits {
    const { commits, folders } = this.#view;
    const key = folders.join('\0');
    const known = commits.get(key) ?? {};
    commits.set(key, known);
    return known;
  }

  #listCommitted(): ReadonlySet<string> {
    if (this.head === undefined) return new Set();
    const fields = this.#log(COMMITTED);
    return new Set(fields.map((field, at) => `${field.split(' ', 4)[3] ?? ''}\0${fields[at + 1] ?? ''}`));
  }

  #log(args: readonly string[]): readonly string[] {
    const input = ['HEAD', '--', ...this.#view.folders, ''].join('\n');
    return git(args, { folder: this.root, input }).toString().split('\0');
  }

  /** Computes the ids of changed files with one process. */
  #hash(files: readonly string[]): void {
    const paths = files.filter((path) => this.#isUnhashed(path));
    if (paths.length === 0) return;
    const input = paths.map((path) => `${quoted(path)}\n`).join('');
    const ids = git(['hash-object', '--stdin-paths'], { folder: this.root, input }).toString().split('\n');
    for (const [index, path] of paths.entries()) {
      const { files: listed } = this.#view.listing;
      const file = listed.get(path);
      if (file !== undefined) listed.set(path, { ...file, mode: this.#modeOf(file), id: ids[index] });
    }
  }

  /**
   * Returns the tracked and untracked files below a folder, with their ids, by path relative to it. Ignored files are
   * left out.
   */
  filesBelow(folder: string): ReadonlyMap<string, StoredFile> {
    const listing = this.#listed(folder);
    const paths = listing.below(folder);
    // Those of all variants at once, rather than with a process for each.
    const others = this.#isHashed ? [] : this.#view.folders.flatMap((each) => this.#listed(each).below(each));
    this.#hash([...others, ...paths]);
    this.#isHashed = true;
    const start = folder === '' ? 0 : folder.length + 1;
    const files = new Map<string, StoredFile>();
    for (const path of paths) {
      const file = listing.files.get(path);
      if (file !== undefined) files.set(path.slice(start), file);
    }
    return files;
  }

  /** Returns one file; undefined if git neither tracks it nor would add it. */
  file(path: string): StoredFile | undefined {
    return this.#listed(path).files.get(path);
  }

  package(folder: string, also: Iterable<string> = []): LocalPackage {
    return readLocalPackage(this, folder, also);
  }

  lockHistory(folder: string): LockHistory {
    return readHistory(this, new GitLockCommits(this.root), folder);
  }

  entriesBelow(folder: string): readonly string[] {
    if (!this.has(folder) || this.linkTo(folder) !== undefined) return [];
    return entriesBelow(join(this.root, folder)).map((path) => joinPath(folder, path));
  }

  get openMerge(): readonly string[] {
    return sidesOfOpenMerge(this.gitDir, this.head);
  }

  mergeBase(one: string, other: string): string | undefined {
    return mergeBase(this.root, one, other);
  }

  lineCommits(folder: string): LineCommits {
    return new LocalCommits(join(this.root, folder));
  }

  filesIn(commit: string, folder: string): ReadonlyMap<string, FileContent> | undefined {
    return readTree(LocalStore.around(this.root), commit, folder)?.files;
  }

  idAt(commit: string, path: string): string | undefined {
    return blobIn(this.root, commit, path);
  }

  idsAt(names: readonly string[]): ReadonlyMap<string, string> {
    return blobsAt(this.root, names);
  }

  lastFiles(folder: string): ReadonlyMap<string, string> {
    return lastFiles(this.root, folder);
  }

  /** Ids that removed files have in the last commit, by path. */
  get removed(): ReadonlyMap<string, string> {
    return this.#listed('').removed;
  }

  /** Reports whether a file of a folder is missing that the last commit has. */
  hasRemoved(folder: string): boolean {
    return [...this.#listed(folder).removed.keys()].some((path) => folder === '' || path.startsWith(`${folder}/`));
  }

  /**
   * Returns a listing that has a file or folder; in a call that asks for few, also the folders of the view, and their
   * locks.
   */
  #listed(path: string): Listing {
    const { listing, lists, folders } = this.#view;
    if (listing.covers(path)) return listing;
    const wanted = lists === 'parts' ? [path, ...folders, ...folders.map(lockFile)] : [''];
    listing.list([...new Set(wanted)].filter((each) => !listing.covers(each)));
    return listing;
  }

  /** Reads a file. Throws a `KrmError`. */
  read(path: string): FileContent {
    const replaced = this.overlay.file(path);
    return replaced?.content ?? withFile(path, () => contentOf(readFileSync(join(this.root, path))));
  }

  /**
   * Reports whether there is a regular file at a path, whatever git knows of it. Like git, it does not look beyond
   * symbolic links.
   */
  isFile(path: string): boolean {
    if (this.overlay.covers(path)) return this.overlay.file(path) !== undefined;
    const isRegular = entryAt(join(this.root, path))?.isFile() === true;
    return isRegular && symbolicLinkTo(this.root, path) === undefined;
  }

  #isUnhashed(path: string): boolean {
    const file = this.#view.listing.files.get(path);
    if (file === undefined || file.id !== undefined) return false;
    return entryAt(join(this.root, path))?.isFile() === true;
  }

  #modeOf({ mode, path }: StoredFile): string {
    if (mode !== '') return mode;
    return (lstatSync(join(this.root, path)).mode & 0o100) === 0 ? '100644' : '100755';
  }
}

/** Opens the git repository of a folder. Throws a `KrmError` if there is none. */
export function openStore({ open }: Pick<FleetProgram, 'open'>, ...args: Parameters<OpenStore>): FleetStore {
  return open === undefined ? WorkTree.around(...args) : open(...args);
}

/** Part of a work tree that is read, and how. */
interface View {
  /** Folders whose changed files and history are read. */
  readonly folders: readonly string[];
  readonly lists: 'all' | 'parts';
  readonly listing: Listing;
  /** Facts about the commits of folders, by these folders. */
  readonly commits: Map<string, FolderCommits>;
}

/** Facts about the commits of folders, as far as they were read. */
interface FolderCommits {
  history?: FileHistory;
  /** Paths that any commit has added. */
  added?: ReadonlySet<string>;
  /** Ids and paths of the files that any commit has. */
  committed?: ReadonlySet<string>;
}

/** Also those that were added and removed on a branch before it was merged. */
const ADDED = 'log --full-history -m --diff-filter=A --no-renames --name-only -z --format= --stdin'.split(' ');

/** Records `:mode mode id id status` and the path after it, also of commits on a branch before it was merged. */
const COMMITTED = 'log --full-history -m --raw --no-abbrev --no-renames -z --format= --stdin'.split(' ');

/** Returns a path as git reads it from a line. */
function quoted(path: string): string {
  return /["\\\n]/.test(path) ? `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"` : path;
}

/**
 * Locks a work tree against other calls that write, and restores what a killed one left half-written. Call it before
 * the files of the tree are read. Throws a `KrmError` if another process is writing, or files cannot be restored.
 */
export function beginApply(tree: WorkTreePlace, patience?: number): BegunApply {
  const lock = lockInputs([tree.root], patience);
  try {
    return { lock, ...settleJournal(tree) };
  } catch (error) {
    lock.release();
    throw error;
  }
}
