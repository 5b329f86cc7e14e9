import { isManifestPath, joinPath, type FileContent, type FolderContent } from '../../src/files/index.ts';
import { foldersAround, packagePath } from '../../src/fleet/index.ts';
import { Repository } from '../../cli/git/repository.ts';
import { parseRefs, type Refs } from '../../cli/git/refs.ts';
import { OwnSettings } from '../../cli/git/own-settings.ts';
import { parseRepositoryUrl, type RepositoryUrl } from '../../cli/git/repository-url.ts';
import type { GitFolder } from '../../cli/git/git-tree.ts';
import { LOCK_FOLDER, lockFile } from '../../src/fleet/inputs/fleet-paths.ts';
import { NO_OVERLAY, type Overlay } from '../../src/fleet/overlay.ts';
import { readLocalPackage } from '../../cli/fleet/store/local-package.ts';
import { applyOverlay } from '../../cli/fleet/store/listing.ts';
import { readHistory } from '../../cli/fleet/store/lock-history.ts';
import { Upstreams } from '../../cli/fleet/store/upstreams.ts';
import type { BegunApply, FleetStore, Records } from '../../cli/fleet/fleet-store.ts';
import type {
  Blobs,
  CommittedChange,
  LocalPackage,
  LockHistory,
  LockInTree,
  StoredFile,
  Tree,
  VariantChanges,
  VariantWriter,
} from '../../src/fleet/ports.ts';
import { type FileList, listContents, type RootedChange } from '../../src/package/index.ts';
import type { CommittedLine } from '../../src/upstream/index.ts';
import { Repositories } from '../../cli/upstream/repositories.ts';
import { committedLines, dateOf, lineCommitsNow, MemoryLockCommits, withAncestors } from './memory-commits.ts';
import { idOf, type MemoryCommit, type MemoryRepository } from './memory-repository.ts';

/** Files of a repository in memory, as git would list them. */
interface Listing {
  readonly head: MemoryCommit | undefined;
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly paths: readonly string[];
  readonly removed: ReadonlyMap<string, string>;
}

function listed({ entries: files, head }: MemoryRepository, overlay: Overlay): Listing {
  const all = Array.from(files, ([path, { id, mode }]): StoredFile => {
    const committed = head?.files.get(path);
    const isClean = committed?.id === id && committed.mode === mode;
    return { path, id, mode, state: isClean ? 'clean' : committed === undefined ? 'untracked' : 'changed' };
  });
  const removed = [...(head?.files ?? [])].filter(([path]) => !files.has(path));
  const planned = new Map(all.map((file) => [file.path, file]));
  applyOverlay(planned, overlay);
  return {
    head,
    files: planned,
    paths: [...planned.keys()].toSorted(),
    removed: new Map(removed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, { id }]) => [path, id])),
  };
}

/** Part of a repository that a call reads, and what counts in place of some of its files. */
interface View {
  readonly overlay?: Overlay;
  readonly folders?: readonly string[];
  readonly known?: Listing | undefined;
}

/** A fleet in memory, opened for one call. */
export class MemoryStore implements FleetStore {
  readonly root: string;
  readonly gitDir: string;
  readonly branch = 'main';
  readonly url = undefined;
  readonly locked: readonly string[] = [];
  readonly isShallow = false;
  readonly overlay: Overlay;
  readonly openMerge: readonly string[] = [];
  readonly objects: Blobs;
  readonly records: Records;
  readonly #repository: MemoryRepository;
  readonly #folders: readonly string[];
  #known: Listing | undefined;

  constructor(repository: MemoryRepository, { overlay = NO_OVERLAY, folders = [], known }: View = {}) {
    this.root = repository.folder;
    this.gitDir = `${repository.folder}/.git`;
    this.objects = blobsOf(repository);
    this.records = recordsOf(repository);
    this.overlay = overlay;
    this.#repository = repository;
    this.#folders = folders;
    this.#known = known;
  }

  get #listing(): Listing {
    return (this.#known ??= listed(this.#repository, this.overlay));
  }

  get #view(): View {
    return { overlay: this.overlay, folders: this.#folders, known: this.#known };
  }

  with(overlay: Overlay): FleetStore {
    if (overlay.replacements.length === 0) return this;
    return new MemoryStore(this.#repository, { ...this.#view, overlay, known: undefined });
  }

  within(folders: readonly string[]): FleetStore {
    return new MemoryStore(this.#repository, { ...this.#view, folders });
  }

  async listedDuring<T>(work: () => Promise<T>): Promise<readonly [FleetStore, T]> {
    const known = listed(this.#repository, this.overlay);
    return [new MemoryStore(this.#repository, { ...this.#view, known }), await work()];
  }

  begin(): BegunApply {
    return { lock: { release: () => {} }, results: [], hadWritten: false };
  }

  refuseHalfWritten(): void {}

  write(changes: readonly RootedChange[]): void {
    this.#repository.change(changes);
  }

  writer(): VariantWriter {
    return new MemoryWriter(this.#repository);
  }

  upstreams(made: ReadonlyMap<string, FolderContent>): Upstreams {
    const own = parseRepositoryUrl(this.root);
    const repositories = new MemoryRepositories(this.#repository);
    return new Upstreams(this, made, { repositories, remote: { read: (read) => read(own) } });
  }

  tracked(folder: string): ReadonlySet<string> {
    const paths = [...(this.#repository.head?.files.keys() ?? [])];
    return new Set(paths.filter((path) => isBelow(path, folder)));
  }

  get head(): string | undefined {
    return this.#listing.head?.id;
  }

  get removed(): ReadonlyMap<string, string> {
    return this.#listing.removed;
  }

  hasRemoved(folder: string): boolean {
    return [...this.removed.keys()].some((path) => isBelow(path, folder));
  }

  file(path: string): StoredFile | undefined {
    return this.#listing.files.get(path);
  }

  filesBelow(folder: string): ReadonlyMap<string, StoredFile> {
    const { files, paths } = this.#listing;
    const start = folder === '' ? 0 : folder.length + 1;
    const below = paths.filter((path) => isBelow(path, folder));
    return new Map(below.flatMap((path) => entryOf(path.slice(start), files.get(path))));
  }

  package(folder: string, also?: Iterable<string>): LocalPackage {
    return readLocalPackage(this, folder, also);
  }

  get commit(): string | undefined {
    return this.#repository.head?.id;
  }

  ignored(): ReadonlySet<string> {
    return new Set();
  }

  waysToComplete(): readonly string[] {
    return [];
  }

  // Files as they are now.

  contentAt(path: string): FileContent | undefined {
    return this.#repository.entries.get(path)?.content;
  }

  textAt(path: string): string | undefined {
    return this.contentAt(path)?.toString();
  }

  inputAt(path: string): Uint8Array {
    return Buffer.from(this.read(path));
  }

  replacementAt(path: string): ReturnType<Tree['replacementAt']> {
    return this.overlay.at(path);
  }

  read(path: string): FileContent {
    const content = this.overlay.file(path)?.content ?? this.contentAt(path);
    if (content === undefined) throw new Error(`${path} does not exist`);
    return content;
  }

  sizeAt(path: string): number {
    return Buffer.byteLength(this.read(path));
  }

  has(path: string): boolean {
    return this.#repository.has(path);
  }

  isFile(path: string): boolean {
    return this.overlay.covers(path) ? this.overlay.file(path) !== undefined : this.#repository.entries.has(path);
  }

  isLink(): boolean {
    return false;
  }

  linkTo(): undefined {
    return undefined;
  }

  kindAt(path: string): ReturnType<Tree['kindAt']> {
    if (this.#repository.entries.has(path)) return 'file';
    return this.has(path) ? 'folder' : undefined;
  }

  isWithoutLock(folder: string): boolean {
    return this.has(folder) && !this.has(lockFile(folder));
  }

  fromHere(file: string): string {
    return file;
  }

  folderOf(named: string): string {
    const folder = named === this.root ? '' : named.slice(this.root.length + 1).replace(/\/+$/, '');
    if (!`${named}/`.startsWith(`${this.root}/`) || !this.#repository.isFolder(folder))
      throw new Error(`${named} is not a folder in memory`);
    return folder;
  }

  namesIn(folder: string): readonly string[] {
    return [...new Set(this.entriesBelow(folder).map((path) => path.slice(startOf(folder)).split('/')[0] ?? ''))];
  }

  entriesBelow(folder: string): readonly string[] {
    return [...this.#repository.entries.keys()].filter((path) => isBelow(path, folder)).toSorted();
  }

  list(folder: string, options: Parameters<Tree['list']>[1] = {}): FileList {
    const { exclude, skipsPackages = false, skips = () => false } = options;
    const isPackage = (each: string): boolean => this.isFile(`${each === '' ? '' : `${each}/`}Kptfile`);
    if (skipsPackages && isPackage(folder)) return { paths: [], passedOver: [] };
    const start = startOf(folder);
    const isLeftOut = (path: string): boolean =>
      foldersAround(path.slice(start))
        .slice(1)
        .some((each) => skips(each) || (skipsPackages && isPackage(path.slice(0, start) + each)));
    const kept = this.entriesBelow(folder).filter((path) => !this.overlay.covers(path));
    const all = [...kept, ...this.overlay.filesBelow(folder).map(({ path }) => path)];
    const inside = all.filter((path) => !isLeftOut(path));
    const wrong = inside.find((path) => !isManifestPath(path) && /\.(?:ya?ml|json)$|\/kptfile$/i.test(path));
    if (wrong !== undefined) throw new Error(`${wrong} is not listed as on a disk`);
    const contents = new Map(inside.map((path) => [path.slice(start), this.read(path)]));
    const { paths, ...list } = listContents(contents, exclude === undefined ? {} : { exclude });
    return { ...list, paths: paths.map((path) => joinPath(folder, path)) };
  }

  locks(): readonly LockInTree[] {
    return this.entriesBelow(LOCK_FOLDER).flatMap((path) => {
      const folder = path.slice(LOCK_FOLDER.length + 1, -'.lock'.length);
      if (!path.endsWith('.lock') || packagePath(folder) !== folder) return [];
      return [{ folder, read: () => this.read(path).toString() }];
    });
  }

  // Commits.

  /** Commits of the branch, the newest first. */
  get #commits(): readonly MemoryCommit[] {
    return withAncestors(this.#listing.head);
  }

  get history(): Tree['history'] {
    const paths = [...this.#folders, LOCK_FOLDER];
    const changes = new Map<string, CommittedChange[]>();
    let age = 0;
    for (const { id: commit, files, parent } of this.#commits) {
      const changed = changedPaths(files, parent?.files).filter((path) => paths.some((each) => isBelow(path, each)));
      for (const path of changed) {
        const change = { age, commit, isMerge: false, id: files.get(path)?.id };
        changes.set(path, [...(changes.get(path) ?? []), change]);
      }
      if (changed.length > 0) age++;
    }
    return { of: (path) => changes.get(path) ?? [], mergesUpTo: () => [] };
  }

  get added(): ReadonlySet<string> {
    const all = this.#commits.flatMap(({ files, parent }) =>
      [...files.keys()].filter((path) => !parent?.files.has(path)),
    );
    return new Set(all.filter((path) => this.#folders.some((each) => isBelow(path, each))));
  }

  isCommitted(path: string, id: string): boolean {
    if (!this.#folders.some((folder) => isBelow(path, folder))) return false;
    return this.#commits.some(({ files }) => files.get(path)?.id === id);
  }

  lineCommits(folder: string): ReturnType<Tree['lineCommits']> {
    const { head } = this.#listing;
    return { of: (path, lines) => lineCommitsNow(head, joinPath(folder, path), lines) };
  }

  lockHistory(folder: string): LockHistory {
    return readHistory(this, new MemoryLockCommits(this.#repository), folder);
  }

  filesIn(commit: string, folder: string): ReadonlyMap<string, FileContent> | undefined {
    const found = this.#repository.commits.get(commit);
    return found === undefined ? undefined : folderIn(found, folder)?.files;
  }

  idAt(commit: string, path: string): string | undefined {
    return this.#repository.commits.get(commit)?.files.get(path)?.id;
  }

  idsAt(names: readonly string[]): ReadonlyMap<string, string> {
    return new Map(
      names.flatMap((name) => {
        const [commit = '', ...rest] = name.split(':');
        return entryOf(name, this.idAt(commit, rest.join(':')));
      }),
    );
  }

  mergeBase(): undefined {
    return undefined;
  }

  lastFiles(folder: string): ReadonlyMap<string, string> {
    const commit = this.#commits.find((each) => folderIn(each, folder) !== undefined);
    const files = [...(commit?.files ?? [])].filter(([path]) => isBelow(path, folder));
    return new Map(files.map(([path, { id }]) => [path.slice(startOf(folder)), id]));
  }
}

function startOf(folder: string): number {
  return folder === '' ? 0 : folder.length + 1;
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

function entryOf<V>(key: string, value: V | undefined): readonly (readonly [string, V])[] {
  return value === undefined ? [] : [[key, value]];
}

function changedPaths(now: MemoryCommit['files'], before: MemoryCommit['files'] = new Map()): readonly string[] {
  const paths = new Set([...now.keys(), ...before.keys()]);
  return [...paths].filter((path) => {
    const [a, b] = [now.get(path), before.get(path)];
    return a?.id !== b?.id || a?.mode !== b?.mode;
  });
}

/** Returns the files of a folder of a commit; undefined if it has none. */
function folderIn({ files }: MemoryCommit, folder: string): GitFolder | undefined {
  const found = [...files].filter(([path]) => isBelow(path, folder)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (found.length === 0) return undefined;
  const own = found.map(([path, file]) => [path.slice(startOf(folder)), file] as const);
  return {
    files: new Map(own.map(([path, { content }]) => [path, content])),
    executables: new Set(own.filter(([, { mode }]) => mode === '100755').map(([path]) => path)),
    passedOver: [],
    conversions: new Map(),
  };
}

function blobsOf({ objects }: MemoryRepository): Blobs {
  return { idOf, read: (ids) => new Map([...new Set(ids)].flatMap((id) => entryOf(id, objects.get(id)))) };
}

function recordsOf({ records }: MemoryRepository): Records {
  return {
    read: (name) => records.get(name),
    write: (name, content) => void records.set(name, Buffer.from(content)),
    append: (name, text) =>
      void records.set(name, Buffer.concat([records.get(name) ?? Buffer.alloc(0), Buffer.from(text)])),
  };
}

class MemoryWriter implements VariantWriter {
  readonly #repository: MemoryRepository;

  constructor(repository: MemoryRepository) {
    this.#repository = repository;
  }

  stage(all: readonly VariantChanges[]): void {
    for (const { derived } of all) for (const [id, content] of derived) this.#repository.objects.set(id, content);
  }

  write({ bases, folder, lock }: VariantChanges): void {
    this.#repository.change([...bases, ...folder, ...lock]);
  }

  end(): void {}
}

/** Repositories of a call: that of the fleet is in memory. */
class MemoryRepositories extends Repositories {
  readonly #own: MemoryVersions;

  constructor(repository: MemoryRepository) {
    super({ isOffline: true, onlineOption: '--fetch', own: new OwnSettings() });
    this.#own = new MemoryVersions(repository);
  }

  override open(url: RepositoryUrl | string): Repository {
    const { folder, shown } = typeof url === 'string' ? parseRepositoryUrl(url) : url;
    if (folder === this.#own.url.folder) return this.#own;
    throw new Error(`${shown} is not in memory`);
  }
}

/** Versions in the commits of a repository in memory. */
class MemoryVersions extends Repository {
  override readonly url: RepositoryUrl;
  readonly #repository: MemoryRepository;

  constructor(repository: MemoryRepository) {
    const url = parseRepositoryUrl(repository.folder);
    super({ ...url, folder: undefined }, { isOffline: true });
    this.url = url;
    this.#repository = repository;
  }

  override get refs(): Refs {
    const { tags, branches, head } = this.#repository;
    const own = head === undefined ? [] : ['ref: refs/heads/main\tHEAD', `${head.id}\trefs/heads/main`];
    const others = [...branches].map(([name, commit]) => `${commit}\trefs/heads/${name}`);
    const named = [...tags].map(([name, commit]) => `${commit}\trefs/tags/${name}`);
    return parseRefs([...own, ...others, ...named].join('\n'));
  }

  override has(commit: string): boolean {
    return this.#repository.commits.has(commit);
  }

  override find(commit: string, directory: string): { readonly folder: GitFolder | undefined } | undefined {
    const found = this.#repository.commits.get(commit);
    return found && { folder: folderIn(found, directory) };
  }

  override readAhead(): void {}

  override timeOf(commit: string): number | undefined {
    return this.#repository.commits.get(commit)?.time;
  }

  override dates(commits: readonly string[]): ReadonlyMap<string, string> {
    return new Map(this.#known(commits).map((commit) => [commit.id, dateOf(commit)]));
  }

  override messages(commits: readonly string[]): ReadonlyMap<string, string> {
    return new Map(this.#known(commits).map(({ id, message }) => [id, `${message}\n`]));
  }

  override history(commit: string, path: string): readonly CommittedLine[] | undefined {
    return committedLines(this.#repository.commits.get(commit), path);
  }

  #known(commits: readonly string[]): readonly MemoryCommit[] {
    return commits.flatMap((commit) => this.#repository.commits.get(commit) ?? []);
  }
}
