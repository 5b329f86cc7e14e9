import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from '../process/host-paths.ts';
import { KrmError, type Result, type Strategy, fileError } from '../../src/krm/index.ts';
import { OwnSettings } from '../git/own-settings.ts';
import type { ResolvedRef } from '../git/refs.ts';
import { parseRepositoryUrl } from '../git/repository-url.ts';
import { localRemotes } from '../git/work-tree.ts';
import { type Folders, withConvertedLineEnds } from '../../src/package/index.ts';
import { namedPath, readIn, shownIn } from '../package/named-path.ts';
import { type WholeFolder, readWholeFolder } from '../package/whole-folder.ts';
import { Derivation } from '../upstream/derive-package.ts';
import type { FetchArguments } from '../upstream/fetch-arguments.ts';
import { type BaseSource, lockOf, readKptfile, textIn, upstreamOf } from '../../src/upstream/index.ts';
import { Repositories } from '../upstream/repositories.ts';
import { newestTag } from './newer-tags.ts';
import type { FolderContent } from '../../src/files/index.ts';
import { BASE_OTHER_FILES, BASE_WITHOUT_KPTFILE, IN_VARIANT, UPSTREAM_NEEDED } from '../../src/messages/upstreams.ts';
import { packageNeeded } from '../../src/messages/rendering.ts';

/** Package on this machine, and the versions of its upstream to read. */
export interface VersionArguments extends FetchArguments {
  readonly folder: string;
  /** Tag, branch or commit; undefined for that of the Kptfile. */
  readonly ref: string | undefined;
  /** Folder with the version that the package came from; undefined to read it from the upstream. */
  readonly base: string | undefined;
  /** Undefined for that of the Kptfile. */
  readonly strategy?: Strategy | undefined;
  /** True to read only the version that the package came from. Default: false. */
  readonly isBaseOnly?: boolean;
}

/** Versions of a package with an upstream. */
export interface PackageVersions {
  readonly folders: Folders<WholeFolder>;
  /** Version that the package came from; undefined if the Kptfile names none. */
  readonly from: ResolvedRef | undefined;
  /** Version of the upstream; undefined if only the other one is read. */
  readonly to: ResolvedRef | undefined;
  /** Newest tag that is newer than `to`; undefined if there is none, or if the arguments name a version. */
  readonly newest: string | undefined;
  readonly strategy: Strategy;
  /** Origins of the base. */
  readonly sources: readonly BaseSource[];
  /** Infos and warnings about what is not read. */
  readonly results: readonly Result[];
}

/**
 * Reads the version that a package came from, the one that its upstream has, and the local one, whose line ends the
 * others get where git has converted them. Throws a `KrmError`.
 */
export function readVersions(args: VersionArguments): PackageVersions {
  const { folder, base } = args;
  if (!existsSync(join(folder, 'Kptfile')))
    readIn(folder, () => {
      throw withoutVersions(folder, fileError(namedPath(folder), 'missing-kptfile', packageNeeded()));
    });
  const local = readWholeFolder(folder);
  const given = base === undefined ? undefined : readWholeFolder(base);
  return readIn(folder, () => versionsOf(local, given, args));
}

/** `given`: files of the folder that `base` names. */
function versionsOf(
  local: WholeFolder,
  given: WholeFolder | undefined,
  { folder, ref, base, isOffline, hosts, isBaseOnly = false, ...args }: VersionArguments,
): PackageVersions {
  const kptfile = readKptfile(textIn(local.files, 'Kptfile') ?? '', 'Kptfile');
  const upstream = upstreamOf(kptfile);
  if (upstream === undefined) throw withoutVersions(folder, fileError('Kptfile', 'no-upstream', UPSTREAM_NEEDED));
  const lock = lockOf(kptfile);
  const { git } = upstream;
  const strategy = args.strategy ?? upstream.strategy;
  const repositories = new Repositories({ isOffline, own: new OwnSettings(folder) });
  const derived = new Derivation({
    repositories,
    permission: { root: parseRepositoryUrl(git.repo), hosts, remotes: () => localRemotes(folder) },
    local: local.files,
    moved: ref === undefined ? undefined : { from: git, ref },
    isBaseOnly,
  });
  const before = { kptfile, lock, given: given ?? (lock === undefined ? EMPTY : undefined) };
  const after = { git: { ...git, ref: ref ?? git.ref }, strategy };
  const to = derived.addRoot({ name: kptfile.name, before, after });
  if (derived.refused.length > 0) throw new KrmError(derived.refused);
  if (base !== undefined && given !== undefined) checkGiven(base, given, { local, derived });
  const { base: old, theirs } = withConvertedLineEnds(
    { base: derived.base.files, theirs: derived.theirs.files },
    local.files,
  );
  return {
    folders: {
      base: { files: old, executables: derived.base.executables },
      theirs: { files: theirs, executables: derived.theirs.executables },
      local,
    },
    from: lock,
    to,
    newest:
      ref !== undefined || to === undefined
        ? undefined
        : newestTag(repositories.open(git.repo).refs, { ...git, ...to }),
    strategy: strategy ?? 'resource-merge',
    sources: derived.sources,
    results: [...local.passedOver, ...derived.results].map(shownIn(folder)),
  };
}

/** Returns the error for a folder whose package names no version: `error`, unless it is in a variant of a fleet. */
function withoutVersions(folder: string, error: KrmError): KrmError {
  const places = [resolve(folder)];
  for (let [last = ''] = places; dirname(last) !== last; last = dirname(last)) places.push(dirname(last));
  const isVariant = places.some((at, depth) =>
    places.slice(depth + 1).some((top) => existsSync(join(top, LOCKS, `${relative(top, at)}.lock`))),
  );
  return isVariant ? fileError(namedPath(folder), 'no-upstream', IN_VARIANT) : error;
}

/** Folder of the locks of a fleet. */
const LOCKS = '.krm-variants/lock';

/**
 * Throws a `KrmError` if a folder cannot have the files of the version that a package came from: the merge would take
 * all files for new ones.
 */
function checkGiven(
  base: string,
  { files }: FolderContent,
  { local, derived }: { readonly local: FolderContent; readonly derived: Derivation },
): void {
  const [root] = derived.newSources;
  if (root?.files.has('Kptfile') === true && !files.has('Kptfile'))
    throw fileError(namedPath(base), 'base-mismatch', BASE_WITHOUT_KPTFILE);
  const names = [...files.keys()].filter((path) => path !== 'Kptfile');
  const isKnown = names.some((path) => local.files.has(path) || derived.theirs.files.has(path));
  if (isKnown || (names.length === 0 && files.has('Kptfile'))) return;
  throw fileError(namedPath(base), 'base-mismatch', BASE_OTHER_FILES);
}

/** Version of a package that came from none. */
const EMPTY = { files: new Map(), executables: new Set<string>() };

/** Names a version for people: `v1 (0123456789ab)`. */
export function versionText({ ref, commit }: ResolvedRef): string {
  return ref === commit ? commit.slice(0, 12) : `${ref} (${commit.slice(0, 12)})`;
}
