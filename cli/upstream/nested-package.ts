import { fileWarning, type Resource, type Result } from '../../src/krm/index.ts';
import {
  type GitPlace,
  isSamePlace,
  lockOf,
  readKptfile,
  textIn,
  type Upstream,
  type UpstreamLock,
  upstreamOf,
} from '../../src/upstream/index.ts';
import type { FolderContent } from '../../src/files/index.ts';
import { NESTED_STAYS_DELETED, NESTED_UPSTREAM_STAYS } from '../../src/messages/upstreams.ts';

/** Upstream of a package in a package, as its Kptfile names it. */
export interface NestedPackage {
  readonly kptfile: Resource;
  readonly name: string;
  readonly upstream: Upstream | undefined;
  readonly lock: UpstreamLock | undefined;
}

/** A nested package in each version of the package around it; undefined in a version without it. */
export interface NestedSides {
  readonly base: NestedPackage | undefined;
  readonly theirs: NestedPackage | undefined;
  readonly local: NestedPackage | undefined;
}

/** Reads the Kptfile of a nested package. Throws a `KrmError` if it is not valid. */
export function readNested(text: string | undefined, path: string): NestedPackage | undefined {
  if (text === undefined) return undefined;
  const kptfile = readKptfile(text, path);
  return { kptfile, name: kptfile.name, upstream: upstreamOf(kptfile), lock: lockOf(kptfile) };
}

/**
 * Reports whether a nested package is only a part of the package around it, whose repository has its files: it has no
 * upstream, or a version that the local package still has. It is none if the new version names an upstream alone, whose
 * files are to be fetched.
 */
export function isPart({ base, theirs, local }: NestedSides): boolean {
  if (local === undefined)
    return [base, theirs].every((each) => each?.upstream === undefined || each.lock !== undefined);
  if (theirs?.upstream !== undefined && theirs.lock === undefined) return false;
  const version = (base ?? theirs)?.lock?.commit;
  if (local.upstream === undefined) return [base, theirs].every((each) => each?.upstream === undefined);
  return version !== undefined && version === local.lock?.commit;
}

/**
 * Returns the files of a nested package in a folder that a user gave as the version that the package around it came
 * from; undefined if the folder has none, only the name of its upstream, or another version than `lock`.
 */
export function givenNested(
  given: FolderContent,
  folder: string,
  lock: UpstreamLock | undefined,
): FolderContent | undefined {
  const inside = (path: string): readonly string[] => (path.startsWith(folder) ? [path.slice(folder.length)] : []);
  const files = new Map(
    Array.from(given.files, ([path, content]) => inside(path).map((each) => [each, content] as const)).flat(),
  );
  const named = readNested(textIn(files, 'Kptfile'), `${folder}Kptfile`);
  const isOther = named?.lock !== undefined && named.lock.commit !== lock?.commit;
  const isOnlyNamed = named?.upstream !== undefined && named.lock === undefined && files.size === 1;
  if (files.size === 0 || isOther || isOnlyNamed) return undefined;
  return { files, executables: new Set([...given.executables].flatMap(inside)) };
}

/** Reference that the root package gets. */
export interface MovedRef {
  readonly from: GitPlace;
  readonly ref: string;
}

/**
 * Returns the upstream that a nested package follows from now on. The package around it can move it, unless local names
 * another one. A package of the same repository and reference as the root package gets the root's new reference, as in
 * kpt.
 */
export function followedUpstream(
  { base, theirs }: NestedSides,
  local: Upstream,
  moved: MovedRef | undefined,
): { readonly upstream: Upstream; readonly isKept: boolean } {
  const [before, after] = [base?.upstream, theirs?.upstream];
  const isMoved = before !== undefined && after !== undefined && !isSamePlace(before.git, after.git);
  const isLocal = before !== undefined && !isSamePlace(before.git, local.git);
  const chosen = isMoved && !isLocal ? { ...local, git: after.git } : local;
  const isUnclear = isMoved ? isLocal : before === undefined;
  const isKept = isUnclear && after !== undefined && !isSamePlace(after.git, local.git);
  return { upstream: moved === undefined ? chosen : withMovedRef(chosen, moved), isKept };
}

function withMovedRef(upstream: Upstream, { from, ref }: MovedRef): Upstream {
  const { git } = upstream;
  const isInside = `${trimmed(git.directory)}/`.startsWith(`${trimmed(from.directory)}/`);
  return git.repo === from.repo && git.ref === from.ref && isInside ? { ...upstream, git: { ...git, ref } } : upstream;
}

function trimmed(directory: string): string {
  return directory.replace(/^\/+|\/+$/g, '').replace(/^(?=.)/, '/');
}

/** Returns the warning about a nested package whose upstream local and the package around it changed differently. */
export function keptWarning(path: string): Result {
  return fileWarning(path, 'nested-package-kept', NESTED_UPSTREAM_STAYS);
}

/**
 * Returns the warning about a nested package that local deleted, and that the new version of the package around it
 * changes.
 */
export function deletedWarning(path: string): Result {
  return fileWarning(path, 'deleted-though-changed', NESTED_STAYS_DELETED);
}
