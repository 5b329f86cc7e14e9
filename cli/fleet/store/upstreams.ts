import { byteOrder } from '../../../src/byte-order.ts';
import type { FileContent, FolderContent } from '../../../src/files/index.ts';
import { joinPaths, type LockedUpstream, type OwnPlace, type Place, type Variant } from '../../../src/fleet/index.ts';
import {
  FETCH_BRANCH,
  lockedCommitUnknown,
  nameUpstreamFirst,
  ofRepository,
  UNSHALLOW,
} from '../../../src/fleet/messages/places.ts';
import {
  emptyUpstream,
  inUpstreamVersion,
  missingUpstream,
  uncommittedUpstream,
} from '../../../src/fleet/messages/versions.ts';
import { KrmError, type Result, failure, fileError } from '../../../src/krm/index.ts';
import { GitError } from '../../git/git.ts';
import { ATTRIBUTES_FILE, conversionsBelow, foldersAbove } from '../../git/git-attributes.ts';
import { OwnSettings } from '../../git/own-settings.ts';
import type { ResolvedRef } from '../../git/refs.ts';
import { parseRepositoryUrl, type RepositoryUrl } from '../../git/repository-url.ts';
import { Derivation } from '../../upstream/derive-package.ts';
import { derivedKptfile, textIn, type Upstream, type UpstreamLock } from '../../../src/upstream/index.ts';
import {
  conversionErrors,
  ignoredConversionWarnings,
  refuseConvertedKptfiles,
  withoutIgnoredConversions,
} from '../../git/converted-files.ts';
import { repositoryFolder } from '../../upstream/package-address.ts';
import { Repositories } from '../../upstream/repositories.ts';
import {
  type OverlaidTree,
  readLocalPackage,
  unfetchedWarnings,
  isOverlaid,
  overlaidPackage,
} from './local-package.ts';
import { OwnRemote } from './own-remote.ts';
import { revisionName, taggedVersions } from './revision-name.ts';
import { sha256 } from '../../../src/sha-256.ts';
import type { AdoptedPackage, TaggedVersions, UpstreamPackage } from '../../../src/fleet/ports.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/** Version of a package. `pinned`: the commit, if its tag or branch may name another one by now. */
type PlacedVersion = [directory: string, wanted: string | undefined, pinned?: ResolvedRef];

/** Name in the Kptfile of an upstream package, for the digest: copies get their own. */
const NO_NAME = 'package';

/** Mark of versions that are planned with other files. */
const PLANNED = 'planned';

/** Upstream packages of a call, each version read once. */
export class Upstreams {
  readonly #tree: OverlaidTree;
  readonly #made: ReadonlyMap<string, FolderContent>;
  readonly #repositories: Repositories;
  readonly #remote: Pick<OwnRemote, 'read'>;
  readonly #read = new Map<string, UpstreamPackage>();

  /** `made`: packages of this call that are not on the disk yet, by folder. `sources`: what versions are read from. */
  constructor(
    tree: OverlaidTree,
    made: ReadonlyMap<string, FolderContent>,
    { repositories, remote }: { readonly repositories: Repositories; readonly remote: Pick<OwnRemote, 'read'> },
  ) {
    this.#tree = tree;
    this.#made = made;
    this.#repositories = repositories;
    this.#remote = remote;
  }

  /** Returns the upstream packages of a call in a work tree on the disk. `made`: as for a new object. */
  static of(
    tree: OverlaidTree,
    made: ReadonlyMap<string, FolderContent>,
    { fetches }: { readonly fetches: boolean },
  ): Upstreams {
    const own = new OwnSettings(tree.root);
    const repositories = new Repositories({ isOffline: !fetches, onlineOption: '--fetch', own });
    return new Upstreams(tree, made, { repositories, remote: new OwnRemote(tree.root, { fetches }) });
  }

  /** Reads the version that a PackageVariant asks for. Throws a `KrmError` if there is none. */
  find(variant: Pick<Variant, 'upstream'>): UpstreamPackage {
    const found = this.#asked(variant);
    if (found.refused.length > 0) throw new KrmError(found.refused);
    return found;
  }

  /**
   * Reads the versions of a package that the tags of its folder name. Throws a `KrmError` if its repository cannot be
   * read.
   */
  tagged({ upstream: { place, package: name } }: Variant): TaggedVersions<UpstreamPackage> {
    const directory = joinPaths(place.folder, name);
    const repository = this.#repositories.open(parseRepositoryUrl(place.url ?? this.#tree.root));
    return taggedVersions(repository, directory, (tag) =>
      this.#once([place, directory, tag], () => this.#inRepository(place, directory, tag)),
    );
  }

  #asked({ upstream: { place, package: name, revision, workspaceName } }: Pick<Variant, 'upstream'>): UpstreamPackage {
    const directory = joinPaths(place.folder, name);
    const asked = revision ?? workspaceName;
    if (asked === undefined && place.url === undefined) return this.#inWorkTree(place, directory);
    if (place.url === undefined && asked !== undefined && isOverlaid(this.#tree.overlay, directory))
      return this.#once([PLANNED, place, directory, asked], () => this.#planned(place, directory, asked));
    return this.#once([place, directory, asked], () => this.#inRepository(place, directory, asked));
  }

  /** Reads a version of a package that is planned with other files. If all of them are others, git need not have it. */
  #planned(place: OwnPlace, directory: string, asked: string): UpstreamPackage {
    const { overlay } = this.#tree;
    const isWhole = overlay.covers(directory);
    const now = this.#versionNow(isWhole, place, directory, asked);
    const content = overlaidPackage(overlay, directory, isWhole ? undefined : now);
    if (content.files.size === 0) throw failure('package-not-found', emptyUpstream(directory));
    const results = isWhole ? unfetchedWarnings(content, directory) : (now?.results ?? []);
    const { locked, ...found } = this.#neutral(content, { place, directory, commit: undefined }, results);
    const ref = now?.locked.ref ?? asked;
    const version = now === undefined ? unknownVersion(place, directory, asked) : now.version;
    return { ...found, version, locked: { ...locked, asked, ref } };
  }

  /**
   * Returns the version that git has; undefined if it has none. Throws a `KrmError` for that if its files are needed.
   */
  #versionNow(isWhole: boolean, ...version: [OwnPlace, string, string]): UpstreamPackage | undefined {
    try {
      return this.#inRepository(...version);
    } catch (error) {
      if (!isWhole || !(error instanceof KrmError)) throw error;
      return undefined;
    }
  }

  /**
   * Reads the version of a lock again; undefined if it is not the same any longer. Throws a `KrmError` if it cannot be
   * read.
   */
  again(locked: LockedUpstream, place: Place): UpstreamPackage | undefined {
    const { directory, asked, ref, commit, tree } = locked;
    const isHere = this.#made.has(directory) || isOverlaid(this.#tree.overlay, directory) || this.#tree.has(directory);
    if (asked === undefined && place.url === undefined && isHere) {
      const now = this.#inWorkTree(place, directory);
      if (now.locked.tree === tree) return now;
    }
    if (commit === undefined) return undefined;
    const pinned = { ref: ref ?? commit, commit };
    const read = this.#once([place, directory, asked, commit], () =>
      this.#inRepository(place, directory, asked ?? commit, pinned),
    );
    const version = asked === undefined ? undefined : read.version;
    return read.locked.tree === tree ? { ...read, version } : undefined;
  }

  /**
   * Reads the version that a package in this repository came from, as its Kptfile says, with its packages as theirs
   * say. Throws a `KrmError` if the version is neither in this repository nor in that of the upstream.
   */
  adopted(
    { upstream: { place } }: Variant,
    { kptfile, asked, lock, files }: AdoptedPackage,
  ): Pick<UpstreamPackage, 'files' | 'executables' | 'locked' | 'results'> {
    const root = this.#rootOf(place, lock);
    const derived = new Derivation({
      repositories: this.#repositories,
      permission: { root, hosts: [], remotes: () => [] },
      local: files,
      moved: undefined,
      isBaseOnly: true,
    });
    derived.addRoot({ name: kptfile.name, before: { kptfile, lock: { ...lock, repo: root.text } }, after: undefined });
    const isOwn = root.folder === this.#tree.root;
    const directory = repositoryFolder(lock.directory, 'Kptfile');
    const { ref, commit } = lock;
    const tree = this.#digest(withNeutralKptfile(derived.base, directory));
    return {
      files: derived.base.files,
      executables: derived.base.executables,
      locked: { repository: place.name, url: isOwn ? undefined : root.shown, directory, asked, ref, commit, tree },
      results: derived.results,
    };
  }

  /** Returns the repository that has a commit: this one, or that of the upstream. A package can name no other. */
  #rootOf({ url }: Place, { repo, commit }: UpstreamLock): RepositoryUrl {
    const own = parseRepositoryUrl(this.#tree.root);
    if (/^[\da-f]{40,64}$/.test(commit) && this.#repositories.open(own).has(commit)) return own;
    const upstream = url === undefined ? undefined : parseRepositoryUrl(url);
    if (upstream !== undefined && repositoryKey(upstream) === repositoryKey(parseRepositoryUrl(repo))) return upstream;
    const remedy =
      upstream !== undefined
        ? nameUpstreamFirst(withoutCredentials(repo))
        : this.#tree.isShallow
          ? UNSHALLOW
          : FETCH_BRANCH;
    throw fileError('Kptfile', 'revision-not-found', lockedCommitUnknown(commit.slice(0, 12), remedy));
  }

  /** `of`: everything that the package depends on. */
  #once(of: readonly unknown[], read: () => UpstreamPackage): UpstreamPackage {
    const key = JSON.stringify(of);
    const known = this.#read.get(key) ?? read();
    this.#read.set(key, known);
    return known;
  }

  #inWorkTree(place: OwnPlace, directory: string): UpstreamPackage {
    const made = this.#made.get(directory);
    if (made !== undefined) return this.#neutral(made, { place, directory, commit: undefined }, []);
    return this.#once([place, directory], () => {
      const local = readLocalPackage(this.#tree, directory);
      if (local.files.size === 0) throw failure('package-not-found', missingUpstream(directory));
      const isUncommitted = local.isUncommitted || this.#tree.hasRemoved(directory);
      const commit = isUncommitted ? undefined : this.#tree.head;
      const isMeant = isOverlaid(this.#tree.overlay, directory);
      const warnings = isUncommitted && !isMeant ? [uncommittedWarning(directory)] : [];
      return this.#neutral(local, { place, directory, commit }, [
        ...local.passedOver.map((result): Result => ({ ...result, severity: 'warning' })),
        ...unfetchedWarnings(local, directory),
        ...warnings,
      ]);
    });
  }

  #neutral(
    { files: all, executables }: FolderContent,
    { place, directory, commit }: { place: OwnPlace; directory: string; commit: string | undefined },
    results: readonly Result[],
  ): UpstreamPackage {
    const conversions = conversionsBelow(directory, all, this.#attributesAbove(directory));
    const version = { files: all, executables, conversions };
    const copied = withoutIgnoredConversions(version);
    const at = (found: readonly Result[]): readonly Result[] => found.map((each) => below(directory, each));
    const refused = at(conversionErrors(copied));
    refuseConvertedKptfiles(refused);
    const { files } = copied;
    const content = withNeutralKptfile(copied, directory);
    const tree = this.#digest(content);
    const locked = {
      repository: place.name,
      url: undefined,
      directory,
      asked: undefined,
      ref: undefined,
      commit,
      tree,
    };
    const sources = [{ folder: '', files, version: undefined }];
    return {
      ...content,
      locked,
      sources,
      version: undefined,
      results: [...results, ...at(ignoredConversionWarnings(version))],
      refused,
      committedAt: () => undefined,
    };
  }

  /** Returns the files of the work tree with attributes for a folder that are not in it. */
  #attributesAbove(directory: string): FolderContent['files'] {
    const paths = foldersAbove(directory).map((folder) => joinPaths(folder, ATTRIBUTES_FILE));
    return new Map(paths.filter((path) => this.#tree.isFile(path)).map((path) => [path, this.#tree.read(path)]));
  }

  #inRepository(place: Place, ...version: PlacedVersion): UpstreamPackage {
    if (place.url !== undefined) {
      const url = parseRepositoryUrl(place.url);
      return named(place, () => this.#readFrom(url, place, ...version));
    }
    return this.#remote.read(
      (root) => this.#readFrom(root, place, ...version),
      (root) => this.#lacks(root, ...version),
    );
  }

  #lacks(root: RepositoryUrl, ...[directory, wanted, pinned]: PlacedVersion): boolean {
    const repository = this.#repositories.open(root);
    if (pinned !== undefined) return !repository.has(pinned.commit);
    if (wanted === undefined) return false;
    try {
      const { name } = revisionName(repository, directory, wanted);
      return !repository.has(repository.resolve(directory, name).commit);
    } catch (error) {
      if (error instanceof KrmError) return true;
      throw error;
    }
  }

  #readFrom(root: RepositoryUrl, place: Place, ...[directory, wanted, pinned]: PlacedVersion): UpstreamPackage {
    const repository = this.#repositories.open(root);
    const asked = wanted ?? (place.url === undefined ? undefined : place.branch) ?? repository.defaultBranch();
    const { name, results } = revisionName(repository, directory, asked);
    const derived = new Derivation({
      repositories: this.#repositories,
      permission: { root, hosts: [], remotes: () => [] },
      local: new Map(),
      moved: undefined,
    });
    const git = { repo: root.text, directory: `/${directory}`, ref: pinned?.commit ?? name };
    const strategy = 'resource-merge' as const;
    const added = { name: NO_NAME, before: undefined, after: { git, strategy } };
    const shown = `${JSON.stringify(directory)} at ${asked}`;
    const found = ofVersion(shown, () => derived.addRoot(added));
    const resolved = pinned ?? found;
    if (resolved === undefined) throw new Error('the new version is always derived');
    const content = withNeutralKptfile(derived.theirs, directory);
    const repo = place.url === undefined ? place.publicUrl : root.shown;
    const version =
      repo === undefined ? undefined : versionOf({ git: { ...git, repo, ref: name }, strategy }, resolved);
    return {
      ...content,
      locked: {
        repository: place.name,
        url: place.url === undefined ? undefined : root.shown,
        directory,
        asked,
        ...resolved,
        tree: this.#digest(content),
      },
      sources: derived.newSources,
      version,
      results: [...results, ...derived.results.map((result) => below(directory, result))],
      refused: inVersion(shown, derived.refused),
      committedAt: () => repository.timeOf(resolved.commit),
    };
  }

  #digest({ files, executables }: FolderContent): string {
    const lines = [...files]
      .toSorted(([a], [b]) => byteOrder(a, b))
      .map(([path, content]) => `${executables.has(path) ? 'x' : '-'} ${this.#tree.objects.idOf(content)} ${path}\0`);
    return sha256(lines.join(''));
  }
}

/** Names the version of a package, which is not in the work tree, in errors about its files. */
function ofVersion<T>(version: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof KrmError) || error instanceof GitError) throw error;
    throw new KrmError(inVersion(version, error.results));
  }
}

function inVersion(version: string, results: readonly Result[]): readonly Result[] {
  return results.map(({ file, ...result }) => {
    const message = inUpstreamVersion(version, file?.path, result.message);
    return file === undefined ? result : { ...result, message };
  });
}

/** Names the Repository in an error of git about it. */
function named<T>({ name }: Pick<Place, 'name'>, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new GitError(ofRepository(name, error.message), error.stderr);
  }
}

/** Returns a result about a package as one about its repository. */
function below(directory: string, result: Result): Result {
  const { file } = result;
  return file === undefined ? result : { ...result, file: { ...file, path: joinPaths(directory, file.path) } };
}

/** Returns the same text for the forms of the name of one repository. */
function repositoryKey({ folder, text }: RepositoryUrl): string {
  return (folder ?? text).replace(/\/+$/, '').replace(/(?:\/?\.git)$/, '');
}

function uncommittedWarning(directory: string): Result {
  const message = uncommittedUpstream(directory);
  return { severity: 'warning', code: 'changes-uncommitted', message };
}

function versionOf(upstream: Upstream, { ref, commit }: ResolvedRef) {
  const { repo, directory } = upstream.git;
  return { upstream, lock: { repo, directory, ref, commit } };
}

/** Returns the fields of a version that does not exist yet: its commit is not known. */
function unknownVersion({ publicUrl }: OwnPlace, directory: string, ref: string): UpstreamPackage['version'] {
  if (publicUrl === undefined) return undefined;
  const git = { repo: publicUrl, directory: `/${directory}`, ref };
  return versionOf({ git, strategy: 'resource-merge' }, { ref, commit: NO_COMMIT });
}

/** Id that no commit has. */
const NO_COMMIT = '0'.repeat(40);

function withNeutralKptfile({ files, executables }: FolderContent, directory: string): FolderContent {
  const kptfile = textIn(files, 'Kptfile');
  const text = derivedKptfile(
    kptfile,
    { name: NO_NAME, local: undefined, stub: undefined },
    joinPaths(directory, 'Kptfile'),
  );
  return { files: new Map<string, FileContent>([...files, ['Kptfile', text]]), executables };
}
