import { join } from '../../process/host-paths.ts';
import { isBranchName } from '../../../src/branch-name.ts';
import { foldersAround, joinPaths } from '../../../src/fleet/index.ts';
import {
  type DownstreamPlace,
  type DownstreamVariants,
  repositoryName,
} from '../../../src/fleet/inputs/downstream-variants.ts';
import {
  goneUnsought,
  hasPassword,
  mustBePushed,
  noBranchName,
  noPlaceForVariants,
  notOnHost,
  repositoryUnread,
} from '../../../src/fleet/messages/places.ts';
import { failure, type KrmError, type Result } from '../../../src/krm/index.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';
import { CachedClone, cloneFolder, hasClone } from '../../git/cached-clone.ts';
import { OwnSettings } from '../../git/own-settings.ts';
import { parseRepositoryUrl, type RepositoryUrl } from '../../git/repository-url.ts';
import { hasObject } from '../../git/stored-objects.ts';
import { headOf } from '../../git/work-tree.ts';
import { entryAt } from '../../package/entry-at.ts';
import type { FleetArguments } from '../request.ts';
import { WorkTree } from './work-tree.ts';

/** Clone of another git repository for a command that only reads it. */
export interface ReadRepository {
  readonly tree: WorkTree;
  /** Its URL, for people. */
  readonly repository: string;
}

/**
 * Passes the clone of another git repository to `act`, as it was when it was last fetched. Fetches it with `--fetch`.
 * Throws a `KrmError` if it is not in the cache.
 */
export async function inDownstream<T>(
  { place, variants }: DownstreamVariants,
  args: Pick<FleetArguments, 'folder' | 'fetches'>,
  act: (read: ReadRepository) => T | Promise<T>,
): Promise<T> {
  const clone = openDownstream(place, { ...args, writes: false, pushes: false });
  try {
    refuseFiles(
      clone.folder,
      variants.map(({ folder }) => folder),
    );
    return await act({ tree: WorkTree.around(clone.folder), repository: withoutCredentials(place.url) });
  } finally {
    clone.release();
  }
}

/**
 * Returns errors about variants in another git repository that cannot be opened; warnings if only variants that are
 * gone may be there.
 */
export function unopened({ place, variants }: DownstreamVariants, { results }: KrmError): readonly Result[] {
  const url = withoutCredentials(place.url);
  return results.map((result) =>
    variants.length === 0
      ? {
          severity: 'warning',
          code: 'repository-unreachable',
          message: goneUnsought(url, result.message),
        }
      : { ...result, message: repositoryUnread(url, variants.length, result.message) },
  );
}

/**
 * Checks out the git repository of variants that are not in that of the fleet. Fetches it with `--fetch` or `--push`.
 * Throws a `KrmError` for a URL that a Repository must not name, and if the call would write without pushing: nobody
 * would see it.
 */
export function openDownstream(
  place: DownstreamPlace,
  args: Pick<FleetArguments, 'folder' | 'writes' | 'pushes' | 'fetches'>,
): CachedClone {
  const { branch } = place;
  const url = hostUrl(place);
  if (branch !== undefined && !isBranchName(branch)) throw failure('invalid-value', noBranchName(place.name));
  if (args.writes && !args.pushes) throw failure('invalid-argument', mustBePushed(url.shown));
  return CachedClone.open(url, {
    branch,
    isOnline: args.fetches || args.pushes,
    own: new OwnSettings(args.folder),
  });
}

/** Returns the URL of a Repository. Throws a `KrmError` unless it is one on a host, without a password. */
function hostUrl({ name, url }: DownstreamPlace): RepositoryUrl {
  const parsed = parseRepositoryUrl(url);
  if (parsed.folder !== undefined) throw failure('invalid-value', notOnHost(name));
  if (parsed.shown !== parsed.text) throw failure('invalid-value', hasPassword(name));
  return parsed;
}

/** Throws a `KrmError` if a place that is to be written to is reached through a file or a link of the repository. */
export function refuseFiles(root: string, folders: readonly string[]): void {
  const records = ['lock', 'base', 'objects'].map((each) => `.krm-variants/${each}`);
  const recorded = folders.flatMap((folder) => records.map((each) => joinPaths(each, folder)));
  // The outer ones first: there is nothing in a file.
  const paths = [...records, ...recorded, ...folders].flatMap((folder) => foldersAround(folder).toReversed());
  for (const path of new Set(paths))
    if (entryAt(join(root, path))?.isDirectory() === false) throw failure('wrong-file-type', noPlaceForVariants(path));
}

/**
 * Returns the URL of a git repository with variants that may be the one in a clone under another name, as after its
 * host was renamed: it has the last commit of the clone, or is not in the cache. Undefined if there is none. `root`:
 * folder of the clone.
 */
export function otherNameOf(
  root: string,
  place: DownstreamPlace,
  all: readonly DownstreamVariants[],
): string | undefined {
  const own = repositoryName(place.url, '/');
  const others = all.map((each) => each.place.url).filter((url) => repositoryName(url, '/') !== own);
  if (others.length === 0) return undefined;
  const head = headOf({ root });
  const found = others.find((url) => !hasClone(url) || hasObject({ folder: cloneFolder(url) }, `${head}^{commit}`));
  return found === undefined ? undefined : withoutCredentials(found);
}
