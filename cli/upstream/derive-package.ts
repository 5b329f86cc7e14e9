import type { FileContent, FolderContent } from '../../src/files/index.ts';
import {
  type About,
  failure,
  fileError,
  fileWarning,
  KrmError,
  makeResult,
  type Resource,
  type Result,
} from '../../src/krm/index.ts';
import {
  commitGone,
  fetchedTooDeep,
  folderNotFound,
  LFS_POINTER,
  namedFolderNotFound,
  NESTED_ALONE,
  refNotFound,
} from '../../src/messages/upstreams.ts';
import {
  AssembledVersion,
  type BaseSource,
  derivedKptfile,
  type GitPlace,
  isSameFiles,
  isSamePlace,
  nestedFolders,
  textIn,
  type Upstream,
  type UpstreamLock,
} from '../../src/upstream/index.ts';
import {
  conversionErrors,
  ignoredConversionWarnings,
  refuseConvertedKptfiles,
  withoutIgnoredConversions,
} from '../git/converted-files.ts';
import type { GitFolder } from '../git/git-tree.ts';
import type { ResolvedRef } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import {
  deletedWarning,
  followedUpstream,
  givenNested,
  isPart,
  keptWarning,
  type MovedRef,
  type NestedSides,
  readNested,
} from './nested-package.ts';
import { type NestedPermission, nestedUrl } from './nested-permission.ts';
import { repositoryFolder } from './package-address.ts';
import type { Repositories } from './repositories.ts';

/** A package, and its versions. */
export interface PackageVersions {
  readonly name: string;
  /** Version that the local package came from; undefined if it came from none. */
  readonly before: BaseVersion | undefined;
  /** Upstream of the new version; undefined if the new version of the package around it has no such package. */
  readonly after: Upstream | undefined;
}

/** Version that a local package came from. */
interface BaseVersion {
  /** Local Kptfile. */
  readonly kptfile: Resource;
  readonly lock: UpstreamLock | undefined;
  /** Its files, for an upstream that no longer has them. */
  readonly given?: FolderContent | undefined;
}

/** Setting of a derivation. */
export interface DeriveSetting {
  readonly repositories: Repositories;
  readonly permission: NestedPermission;
  /** Files of the local package; none for a new one. */
  readonly local: ReadonlyMap<string, FileContent>;
  /** New reference of the root package; undefined if it stays. */
  readonly moved: MovedRef | undefined;
  /** True to derive only the version that the local package came from. Default: false. */
  readonly isBaseOnly?: boolean;
}

/** Place of a package in the root package. */
interface Place {
  /** Folder with a slash at its end; '' for the root package. */
  readonly folder: string;
  readonly depth: number;
}

/** Place of a package that is read, with the local Kptfile that names its versions; undefined for a new package. */
interface ReadPlace extends Place {
  readonly kptfile: Resource | undefined;
}

/** Maximum depth of packages that fetch each other: more than any package has. */
const MAX_DEPTH = 20;

/**
 * Two versions of a package: what `get` made, and what it would make now. Both have the packages whose Kptfiles name an
 * upstream, and the fields of the Kptfiles that name versions, so that a merge updates these with all other files.
 */
export class Derivation {
  readonly base = new AssembledVersion();
  readonly theirs = new AssembledVersion();
  /** Warnings about what was not fetched. */
  readonly results: Result[] = [];
  /** Errors about files of the new version that must not be copied. */
  readonly refused: Result[] = [];
  /** Origins of the base: an inner package comes after the one around it. */
  readonly sources: BaseSource[] = [];
  /** Origins of the new version, in the same order. */
  readonly newSources: BaseSource[] = [];
  /** Number of fetched packages. */
  count = 0;
  readonly #setting: DeriveSetting;
  /** Files of the version that the root package came from, if the user gave them. */
  #given: FolderContent | undefined;

  constructor(setting: DeriveSetting) {
    this.#setting = setting;
  }

  /**
   * Adds the root package and all packages in it. Returns the new version; undefined if only the base is derived.
   * Throws a `KrmError` if a version cannot be read.
   */
  addRoot(versions: PackageVersions): ResolvedRef | undefined {
    this.#given = versions.before?.given;
    this.#readAhead(versions);
    return this.#add({ folder: '', depth: 0 }, versions);
  }

  /** Reads both versions of the root package together if they are in the same repository on this machine. */
  #readAhead({ before, after }: PackageVersions): void {
    const { lock, given } = before ?? {};
    if (lock === undefined || given !== undefined || after === undefined || this.#setting.isBaseOnly === true) return;
    const root = { folder: '', depth: 0 };
    const [old, repository] = [this.#open(lock.repo, root, false), this.#open(after.git.repo, root, true)];
    // Elsewhere, commits may have to be fetched first.
    if (old !== repository || repository.url.folder === undefined) return;
    const [from, to] = [lock, after.git].map(({ directory }) => repositoryFolder(directory, 'Kptfile'));
    if (from === undefined || to === undefined) return;
    const resolved = repository.lookUp(to, after.git.ref);
    if (resolved === undefined) return;
    repository.readAhead([
      { commit: lock.commit, directory: from },
      { commit: resolved.commit, directory: to },
    ]);
  }

  #add(place: Place, { name, before, after }: PackageVersions): ResolvedRef | undefined {
    const { folder, depth } = place;
    const path = `${folder}Kptfile`;
    if (depth > MAX_DEPTH) throw fileError(path, 'limit-exceeded', fetchedTooDeep(MAX_DEPTH));
    if (before !== undefined) this.#addBase(place, name, before);
    const { isBaseOnly = false } = this.#setting;
    const resolved =
      after === undefined || isBaseOnly ? undefined : this.#addNew(place, { name, local: before?.kptfile }, after);
    this.#addNested(place);
    return resolved;
  }

  #addBase(place: Place, name: string, { kptfile, lock, given }: BaseVersion): void {
    const path = `${place.folder}Kptfile`;
    const read = lock === undefined || given !== undefined ? undefined : this.#readLocked(lock, { ...place, kptfile });
    const files = given ?? read?.files;
    if (files === undefined) return;
    this.sources.push({ folder: place.folder, files: files.files, version: read?.version });
    // A given folder has what `get` made of the stub.
    const stub = given === undefined ? this.base.text(path) : undefined;
    this.base.put(place.folder, files);
    const text = derivedKptfile(textIn(files.files, 'Kptfile'), { name, local: kptfile, stub }, path);
    this.base.files.set(path, text);
  }

  #addNew(
    place: Place,
    own: { readonly name: string; readonly local: Resource | undefined },
    upstream: Upstream,
  ): ResolvedRef {
    const path = `${place.folder}Kptfile`;
    const { repo, directory, ref } = upstream.git;
    const repository = this.#open(repo, place, true);
    const wanted = { directory: repositoryFolder(directory, path), ref };
    // The command line may have named the reference.
    const isAsked = place.depth === 0 && this.#setting.moved !== undefined;
    const resolved =
      own.local === undefined || isAsked
        ? repository.resolve(wanted.directory, ref)
        : resolveNamed(repository, wanted, own.local);
    const files = this.#read(repository, directory, resolved, { ...place, kptfile: own.local });
    const stub = this.theirs.text(path);
    const lock = { repo, directory, ...resolved };
    const version = { lock, directory: repositoryFolder(directory, path), repository };
    this.newSources.push({ folder: place.folder, files: files.files, version });
    this.theirs.put(place.folder, files);
    const text = derivedKptfile(textIn(files.files, 'Kptfile'), { ...own, version: { upstream, lock }, stub }, path);
    this.theirs.files.set(path, text);
    this.count++;
    return resolved;
  }

  /** Adds the packages in a package that have an upstream of their own. */
  #addNested({ folder, depth }: Place): void {
    const { local } = this.#setting;
    const paths = [...this.base.files.keys(), ...this.theirs.files.keys(), ...local.keys()];
    const done: string[] = [];
    for (const inner of nestedFolders(paths, folder)) {
      if (done.some((each) => inner.startsWith(each))) continue;
      const path = `${inner}Kptfile`;
      const sides = {
        base: readNested(this.base.text(path), path),
        theirs: readNested(this.theirs.text(path), path),
        local: readNested(textIn(local, path), path),
      };
      if (isPart(sides)) continue;
      done.push(inner);
      this.#addOne({ folder: inner, depth: depth + 1 }, sides);
    }
  }

  #addOne(place: Place, all: NestedSides): void {
    const sides = this.#withoutParts(place, all);
    const { base, theirs, local } = sides;
    const isDeleted = local === undefined && base !== undefined;
    if (isDeleted && this.#isChanged(place, sides)) this.results.push(deletedWarning(`${place.folder}Kptfile`));
    const upstream = local === undefined ? theirs?.upstream : local.upstream;
    if (isDeleted || upstream === undefined) return this.#leave(place);
    if (local === undefined) {
      this.#add(place, { name: theirs?.name ?? '', before: undefined, after: upstream });
      return;
    }
    const isOwn = base === undefined && theirs === undefined;
    if (isOwn && !this.#isPermitted(upstream.git, place)) return this.#leave(place);
    const followed = followedUpstream(sides, upstream, this.#setting.moved);
    if (followed.isKept) this.results.push(keptWarning(`${place.folder}Kptfile`));
    const isGone = base !== undefined && theirs === undefined;
    const given = this.#given && givenNested(this.#given, place.folder, local.lock);
    const before = { kptfile: local.kptfile, lock: local.lock, given };
    this.#add(place, { name: local.name, before, after: isGone ? undefined : followed.upstream });
  }

  /**
   * Drops the files of a package that only local gets from an upstream of its own, where they are part of the package
   * around it.
   */
  #withoutParts({ folder }: Place, sides: NestedSides): NestedSides {
    const isReplaced = (side: 'base' | 'theirs'): boolean =>
      sides.local?.upstream !== undefined && sides[side] !== undefined && sides[side].upstream === undefined;
    const kept = (side: 'base' | 'theirs') => {
      if (!isReplaced(side)) return sides[side];
      this[side].remove(folder);
      return undefined;
    };
    return { base: kept('base'), theirs: kept('theirs'), local: sides.local };
  }

  /** Reports whether the new version of the package around another one has it, changed. */
  #isChanged({ folder }: Place, { base, theirs }: NestedSides): boolean {
    if (base === undefined || theirs === undefined) return false;
    const [before, after] = [base.upstream?.git, theirs.upstream?.git];
    if (before === undefined || after === undefined || !isSamePlace(before, after)) return true;
    // A given folder has what `get` made of the folder.
    if (this.#given !== undefined) return false;
    const within = ({ files }: FolderContent) => new Map([...files].filter(([path]) => path.startsWith(folder)));
    return !isSameFiles(within(this.base), within(this.theirs));
  }

  /** Makes a merge leave the files of a folder as they are. */
  #leave({ folder }: Place): void {
    this.base.remove(folder);
    this.theirs.remove(folder);
  }

  /** Reports whether the upstream of a package that only the local package has may be read. Adds a warning if not. */
  #isPermitted({ repo }: GitPlace, { folder }: Place): boolean {
    const path = `${folder}Kptfile`;
    try {
      nestedUrl(repo, this.#setting.permission, path);
      return true;
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      this.results.push(fileWarning(path, 'nested-package-kept', NESTED_ALONE));
      return false;
    }
  }

  /**
   * Opens the repository of a package. `isNew`: true for its new version, whose name the command line may have given.
   */
  #open(repo: string, { folder, depth }: Place, isNew: boolean): Repository {
    const { repositories, permission } = this.#setting;
    if (depth === 0) return repositories.open(isNew ? permission.root : repo);
    return repositories.open(nestedUrl(repo, permission, `${folder}Kptfile`));
  }

  #readLocked(
    lock: UpstreamLock,
    place: ReadPlace,
  ): { readonly files: FolderContent; readonly version: BaseSource['version'] } {
    const repository = this.#open(lock.repo, place, false);
    const directory = repositoryFolder(lock.directory, `${place.folder}Kptfile`);
    const found = repository.find(lock.commit, directory);
    if (found !== undefined) {
      const files = this.#checked(found.folder, repository, lock, place, 'upstreamLock');
      // It was copied before, so that a file that git converts is the same in the local package.
      return { files: withoutIgnoredConversions(files), version: { lock, directory, repository } };
    }
    const message = commitGone(lock.commit, repository.url.shown, place.folder.replace(/\/$/, ''));
    throw fileError(`${place.folder}Kptfile`, 'revision-not-found', message);
  }

  #read(repository: Repository, directory: string, version: ResolvedRef, place: ReadPlace): FolderContent {
    const found = repository.read(version.commit, repositoryFolder(directory, `${place.folder}Kptfile`));
    const folder = this.#checked(found, repository, { ...version, directory }, place, 'upstream');
    const files = withoutIgnoredConversions(folder);
    const at = (results: readonly Result[]): readonly Result[] => results.map((each) => below(place.folder, each));
    this.results.push(...at(ignoredConversionWarnings(folder)));
    const refused = at(conversionErrors(files));
    refuseConvertedKptfiles(refused);
    this.refused.push(...refused);
    return files;
  }

  /** Adds the warnings about a folder of a repository. Throws a `KrmError` if it is absent. */
  #checked(
    found: GitFolder | undefined,
    repository: Repository,
    version: ResolvedRef & { readonly directory: string },
    { folder, kptfile }: ReadPlace,
    name: NamedVersion,
  ): GitFolder {
    if (found === undefined) throw absentFolder(repository, version, { kptfile, name });
    const pointers = [...found.files].filter(([, content]) => isPointer(content)).map(([path]) => pointerWarning(path));
    this.results.push(...[...found.passedOver, ...pointers].map((result) => below(folder, result)));
    return found;
  }
}

/** Reports whether a file stands for one that Git LFS has. */
function isPointer(content: FileContent): boolean {
  return typeof content === 'string' && content.startsWith('version https://git-lfs.github.com/spec/');
}

function pointerWarning(path: string): Result {
  return fileWarning(path, 'lfs-pointer', LFS_POINTER);
}

function below(folder: string, result: Result): Result {
  const { file } = result;
  return file === undefined ? result : { ...result, file: { ...file, path: `${folder}${file.path}` } };
}

/** Field of a Kptfile that names a version: the one that updates come from, or the one that the package came from. */
type NamedVersion = 'upstream' | 'upstreamLock';

/**
 * Resolves the reference that a Kptfile names as its upstream. Throws a `KrmError` that says what to edit if the git
 * repository does not have it, for example since its default branch was renamed.
 */
function resolveNamed(
  repository: Repository,
  { directory, ref }: { readonly directory: string; readonly ref: string },
  kptfile: Resource,
): ResolvedRef {
  const found = repository.lookUp(directory, ref);
  if (found !== undefined) return found;
  const message = refNotFound(repository.url.shown, repository.refs.defaultBranch);
  const about: About = {
    code: 'revision-not-found',
    resource: kptfile,
    field: ['upstream', 'git', 'ref'],
    currentValue: ref,
  };
  throw new KrmError([makeResult('error', message, about)]);
}

/**
 * Returns the error of a folder that a commit does not have. It names the field of the Kptfile; undefined for a package
 * that has none yet.
 */
function absentFolder(
  { url }: Repository,
  { directory, ref, commit }: ResolvedRef & { readonly directory: string },
  { kptfile, name }: { readonly kptfile: Resource | undefined; readonly name: NamedVersion },
): KrmError {
  const version = { repository: url.shown, ref, commit };
  if (kptfile === undefined) return failure('file-not-found', folderNotFound(directory, version));
  const message = namedFolderNotFound(name, version);
  const about: About = {
    code: 'file-not-found',
    resource: kptfile,
    field: [name, 'git', 'directory'],
    currentValue: directory,
  };
  return new KrmError([makeResult('error', message, about)]);
}
