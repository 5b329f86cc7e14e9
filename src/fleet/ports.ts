import type { FileContent, FolderContent } from '../files/index.ts';
import type { LockedContent, LockedResults, LockedUpstream, Place, ReadLock, Variant } from './index.ts';
import type { Resource, Result } from '../krm/index.ts';
import type { BaseSource, Upstream, UpstreamLock } from '../upstream/index.ts';
import type { Replacement } from './overlay.ts';
import type { FileList, ListOptions, RootedChange } from '../package/index.ts';
import type { LineCommits } from '../blame/index.ts';

/** File of a work tree, as git would store it. */
export interface StoredFile {
  /** Relative to the top of the work tree, with slashes. */
  readonly path: string;
  /** Mode of git, such as 100644, 100755, or 120000 for a symbolic link. */
  readonly mode: string;
  /** Id that `git add` would give it; undefined until it is hashed. */
  readonly id: string | undefined;
  /**
   * `clean`: as in the last commit. `changed`: not as in the last commit. `untracked`: `git add` would add it.
   * `sparse`: not checked out. `unmerged`: in a conflict of git.
   */
  readonly state: 'clean' | 'changed' | 'untracked' | 'sparse' | 'unmerged';
}

/** Reports whether a file has changes that are not committed. */
export function isUncommitted({ state }: StoredFile): boolean {
  return state === 'changed' || state === 'untracked';
}

/** Returns what git stores at a path in place of a regular file; undefined for a regular file. */
export function specialKind({ mode }: StoredFile): 'a symbolic link' | 'a submodule' | undefined {
  if (mode === '120000') return 'a symbolic link';
  return mode === '160000' ? 'a submodule' : undefined;
}

/** Texts of files by their ids, as git has them. */
export interface Blobs {
  /** Returns the id of a content that git stores as it is. */
  idOf(content: FileContent): string;
  /** Returns the contents of those files that the repository has. */
  read(ids: Iterable<string>): ReadonlyMap<string, FileContent>;
}

/** A file that a commit added, changed or removed. */
export interface CommittedChange {
  /** Number of newer commits in the list. */
  readonly age: number;
  readonly commit: string;
  /** True if the commit merged another branch. */
  readonly isMerge: boolean;
  /** Undefined if the commit removed the file. */
  readonly id: string | undefined;
}

/** A merge, and its sides. */
export interface Merge {
  readonly commit: string;
  readonly sides: readonly string[];
}

/** Changes of files along the current branch. */
interface FileHistory {
  /** Returns the changes of a file, the newest first. */
  of(path: string): readonly CommittedChange[];
  /** Returns a merge of the branch, and the merges that it brought to it. */
  mergesUpTo(commit: string): readonly Merge[];
}

/** A commit, as a history shows it. */
export interface HistoryCommit {
  readonly id: string;
  readonly author: string;
  /** Date of the author in their time zone, in ISO 8601. */
  readonly date: string;
  readonly subject: string;
}

/** Lock of a variant at one time. */
export interface LockVersion {
  /** 0 for the work tree as it is now, 1 for the version before, and so on. */
  readonly number: number;
  /** Folder of the variant at that time, relative to the top of the git repository. */
  readonly folder: string;
  /** Commit that wrote it; undefined if no commit has it. */
  readonly commit: HistoryCommit | undefined;
  /** Commit of the current branch that has it first; another one than `commit` if it came with a merge. */
  readonly at: string | undefined;
  /** `removed`: the commit removed the lock. `missing`: this clone lacks its text. */
  readonly read: ReadLock | { readonly kind: 'removed' | 'missing' };
}

/** End of a history: `created` by its last commit, or that commit is the last one that this clone has. */
export interface HistoryEnd {
  readonly kind: 'created' | 'cut off';
  /**
   * Folders whose locks the commit removed: the variant may have been moved from one of them, but that is not certain.
   */
  readonly candidates: readonly string[];
}

/** Locks of a variant, the newest first. */
export interface LockHistory {
  readonly versions: readonly LockVersion[];
  readonly end: HistoryEnd;
}

/** A folder with a lock in the work tree. */
export interface LockInTree {
  readonly folder: string;
  /** Reads the lock. Throws a `KrmError` if it cannot be read. */
  readonly read: () => string;
}

/** Package in a work tree, with texts as git would store them. */
export interface LocalPackage extends FolderContent {
  /** Contents on the disk, which differ where git converts line ends. */
  readonly onDisk: ReadonlyMap<string, FileContent>;
  /** Contents that git would store, by path. */
  readonly stored: ReadonlyMap<string, LockedContent>;
  /** Files that git ignores, of those that were asked for. */
  readonly ignored: readonly string[];
  /** Reports whether it has changes that are not committed. */
  readonly isUncommitted: boolean;
  /** Names symbolic links and submodules, which are not read. */
  readonly passedOver: readonly Result[];
}

/**
 * Files of a git repository as they are on the disk, whatever git knows of them. Paths are relative to its top folder,
 * with slashes.
 */
export interface Files {
  /** Top folder, without symbolic links. */
  readonly root: string;
  /** Lists the manifests that a folder has in the plan; none for a folder that does not exist. */
  list(folder: string, options?: Pick<ListOptions, 'exclude' | 'skipsPackages' | 'skips'>): FileList;
  /**
   * Reads an input: what takes its place in the plan, or else what is on the disk. Throws a `KrmError` if that cannot
   * be read.
   */
  inputAt(path: string): Uint8Array;
  /** Returns the number of bytes of an input. */
  sizeAt(path: string): number;
  /** Returns what takes the place of a path in the plan; undefined if nothing does. */
  replacementAt(path: string): Replacement | undefined;
  /** Reads what is at a path on the disk, whatever git knows of it; undefined if nothing is. Throws a `KrmError`. */
  contentAt(path: string): FileContent | undefined;
  /** Reads it as text, as `contentAt` does. */
  textAt(path: string): string | undefined;
  /** Returns the path of a file that is named from the current folder, or absolutely. */
  fromHere(file: string): string;
  /** Returns a folder that a command line names, relative to the top. Throws a `KrmError` if it is not a folder. */
  folderOf(named: string): string;
  /** Returns the names in a folder on the disk; none if it is not one. */
  namesIn(folder: string): readonly string[];
  /** Reports whether a file or folder is on the disk, whatever git knows of it. */
  has(path: string): boolean;
  /** Reports whether a path is a symbolic link. */
  isLink(path: string): boolean;
  /** Returns all folders with a lock. */
  locks(): readonly LockInTree[];
  /** Reports whether a folder exists that no lock covers. */
  isWithoutLock(folder: string): boolean;
  /** Returns the symbolic link at a path, or the folder of that path that is one; undefined if there is none. */
  linkTo(path: string): string | undefined;
  /** Returns what is at a path, without following a link there; undefined if nothing is. */
  kindAt(path: string): 'file' | 'folder' | 'link' | 'other' | undefined;
}

/** Files of a git repository, as they were when a call began. Paths are relative to its top folder, with slashes. */
export interface Tree extends Files {
  readonly objects: Blobs;
  /** Last commit; undefined if there is none. */
  readonly head: string | undefined;
  /** True if the repository lacks the commits before some. */
  readonly isShallow: boolean;
  /** History of the folders that the call is limited to, and of all locks. */
  readonly history: FileHistory;
  /** Paths that any commit has added to these folders; undefined in a shallow clone, which lacks commits. */
  readonly added: ReadonlySet<string> | undefined;
  /** Ids that removed files have in the last commit, by path. */
  readonly removed: ReadonlyMap<string, string>;
  /** Returns one file; undefined if git neither tracks it nor would add it. */
  file(path: string): StoredFile | undefined;
  /**
   * Returns the tracked and untracked files below a folder, with their ids, by path relative to it. Ignored files are
   * left out.
   */
  filesBelow(folder: string): ReadonlyMap<string, StoredFile>;
  /** Reads a file. Throws a `KrmError`. */
  read(path: string): FileContent;
  /** Reports whether there is a regular file at a path, whatever git knows of it. */
  isFile(path: string): boolean;
  /** Reports whether a file of a folder is missing that the last commit has. */
  hasRemoved(folder: string): boolean;
  /** Reports whether a commit of the current branch has this content of a file in one of the folders. */
  isCommitted(path: string, id: string): boolean;
  /** Returns those of some paths that git ignores. */
  ignored(paths: readonly string[]): ReadonlySet<string>;
  /** Returns ways to get objects that the repository lacks. */
  waysToComplete(setting: { readonly isElsewhere?: boolean; readonly fetches: boolean }): readonly string[];
  /**
   * Reads the files of a folder that git tracks or would add and, of those that it ignores, `also`. Throws a `KrmError`
   * for a folder behind a symbolic link, and for files that are not checked out, in a conflict of git, or unreadable.
   */
  package(folder: string, also?: Iterable<string>): LocalPackage;
  /**
   * Reads the locks that a variant had along the current branch, also in the folders that it was moved from, the newest
   * first.
   */
  lockHistory(folder: string): LockHistory;
  /**
   * Returns the paths of all files and links below a folder. Neither links below the folder nor links to it are
   * followed.
   */
  entriesBelow(folder: string): readonly string[];
  /** Returns the commits of the lines of files in a folder. Throws an error of git if it refuses to look. */
  lineCommits(folder: string): LineCommits;
  /** Reads the files of a folder in a commit, by path relative to it; undefined if it has none. Throws a `KrmError`. */
  filesIn(commit: string, folder: string): ReadonlyMap<string, FileContent> | undefined;
  /** Returns the id of a file in a commit; undefined if it has none. */
  idAt(commit: string, path: string): string | undefined;
  /** Returns the ids of files in commits, by `COMMIT:PATH`. */
  idsAt(names: readonly string[]): ReadonlyMap<string, string>;
  /** Sides of the merge that is not committed yet; none without one. */
  readonly openMerge: readonly string[];
  /** Returns the commit at which two branches parted; undefined if they have none in common. */
  mergeBase(one: string, other: string): string | undefined;
  /** Returns the ids of the files that a folder had in the last commit with it. None in a shallow clone without it. */
  lastFiles(folder: string): ReadonlyMap<string, string>;
}

/** A version of an upstream package. Its Kptfile names no upstream and no copy. */
export interface UpstreamPackage extends FolderContent {
  readonly locked: LockedUpstream;
  /**
   * Files as they are in git or, without a version, in the work tree. An inner package comes after the one around it.
   */
  readonly sources: readonly BaseSource[];
  /** Fields for the Kptfiles of copies; undefined: they get none. */
  readonly version: { readonly upstream: Upstream; readonly lock: UpstreamLock } | undefined;
  /** Warnings about what is not read. */
  readonly results: readonly Result[];
  /** Errors about files that must not be copied, unless a version that was copied before is read again. */
  readonly refused: readonly Result[];
  /** Returns the time of its commit in seconds since 1970; undefined for the work tree. */
  readonly committedAt: () => number | undefined;
}

/** Versions of a package that tags name. */
export interface TaggedVersions<Version> {
  readonly versions: readonly Version[];
  /** Number of tags whose versions could not be read. */
  readonly unread: number;
}

/** A package in this repository that another tool copied. */
export interface AdoptedPackage {
  readonly kptfile: Resource;
  /** Revision in its `upstream`. */
  readonly asked: string;
  readonly lock: UpstreamLock;
  readonly files: FolderContent['files'];
}

/** Upstream packages of a call, each version read once. */
export interface Upstreams {
  /** Reads the version that a PackageVariant asks for. Throws a `KrmError` if there is none. */
  find(variant: Pick<Variant, 'upstream'>): UpstreamPackage;
  /**
   * Reads the versions of a package that the tags of its folder name. Throws a `KrmError` if its repository cannot be
   * read.
   */
  tagged(variant: Variant): TaggedVersions<UpstreamPackage>;
  /**
   * Reads the version that a package in this repository came from, as its Kptfile says, with its packages as theirs
   * say. Throws a `KrmError` if the version is neither in this repository nor in that of the upstream.
   */
  adopted(
    variant: Variant,
    found: AdoptedPackage,
  ): Pick<UpstreamPackage, 'files' | 'executables' | 'locked' | 'results'>;
  /** Reads the version that a lock names again; undefined if it is not the same any longer. Throws a `KrmError`. */
  again(locked: LockedUpstream, place: Place): UpstreamPackage | undefined;
}

/** A lock that stays as it is, although another version of the program wrote it. */
export interface EquivalentLock {
  readonly text: string;
  /** Results of the derivation with this version. */
  readonly results: LockedResults;
}

/** Results of versions that other versions of the program recorded. */
export interface EquivalentLocks {
  /** Returns the results for a lock; undefined if it is not known. */
  of(lockText: string): LockedResults | undefined;
  add(lock: EquivalentLock): void;
}

/** Names on the disk that some file systems take for the same. */
export interface CaseTwins {
  /** Returns a path that exists, and that is equal to this one but for case; undefined if there is none. */
  of(path: string): string | undefined;
}

/** Name of the git repository of a fleet in the locks of its variants in others. */
export interface FleetName {
  /** Returns the name for a new lock, or that of the lock of now if it is of this fleet, too. */
  in(locked: string | undefined): string | undefined;
  /** Reports whether a lock was written for this fleet. */
  isOwn(locked: string | undefined): boolean;
  /** Reports whether a file is, or was, one of the git repository of the fleet. */
  hasHeld(file: string): boolean;
}

/** Reads all files of a folder on this machine, in a repository or not. Throws a `KrmError`. */
export type FolderReader = (folder: string) => Pick<FolderContent, 'files'>;

/** Changes that one variant makes, relative to the top of the repository. */
export interface VariantChanges {
  /** Derived texts of edited files. */
  readonly bases: readonly RootedChange[];
  readonly folder: readonly RootedChange[];
  /** The lock, and a FleetHold that comes with it. */
  readonly lock: readonly RootedChange[];
  /** Derived texts that git may not have, by their ids. */
  readonly derived: ReadonlyMap<string, FileContent>;
}

/** Writer of variants, in groups. */
export interface VariantWriter {
  /** Writes the new texts of variants beside the files. `end` must follow. An error is thrown by `write`. */
  stage(all: readonly VariantChanges[]): void;
  /** Writes one variant: completely, or not at all. Throws. */
  write(changes: VariantChanges): void;
  /** Ends a group. */
  end(): void;
}

/** Place of a fleet. */
export interface FleetPlace {
  /** Top folder of the git repository, without symbolic links. */
  readonly root: string;
  /** Folder of the fleet's inputs, relative to the root; '' for all of it. */
  readonly folder: string;
  /** Files of the git repository. */
  readonly files: Files;
}

/** A file that differs between two commits. */
interface ChangedFile {
  readonly path: string;
  /** Ids of its contents; zeros where it is absent. */
  readonly ids: readonly [before: string, after: string];
}

/** Two revisions of a fleet, and what differs between them. */
export interface RevisionFiles {
  /** Folders that have a lock in the first revision. */
  readonly before: ReadonlySet<string>;
  /** Folders that have a lock in the second one. */
  readonly after: ReadonlySet<string>;
  readonly files: readonly ChangedFile[];
}
