import { join } from 'node:path';
import { foldersAround, joinPaths } from '../../../src/fleet/index.ts';
import { isBranchName } from '../../../src/branch-name.ts';
import {
  hasPassword,
  mustBePushed,
  noBranchName,
  noPlaceForVariants,
  notOnHost,
} from '../../../src/fleet/messages/places.ts';
import { CachedClone } from '../../git/cached-clone.ts';
import { OwnSettings } from '../../git/own-settings.ts';
import { parseRepositoryUrl, type RepositoryUrl } from '../../git/repository-url.ts';
import type { FleetArguments } from '../request.ts';
import type { DownstreamPlace } from '../../../src/fleet/inputs/downstream-variants.ts';
import { entryAt } from '../../package/entry-at.ts';
import { failure } from '../../../src/krm/index.ts';

/**
 * Checks out the git repository of variants that are not in that of the fleet. Fetches it with `--fetch` or `--push`. Throws a `KrmError`
 * for a URL that a Repository must not name, and if the call would write without pushing: nobody would see it.
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
