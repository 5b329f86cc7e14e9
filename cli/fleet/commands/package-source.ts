import { realpathSync } from 'node:fs';
import { isWithin, packagePath } from '../../../src/fleet/index.ts';
import { sourceAmongInputs } from '../../../src/fleet/messages/inputs.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { parseAddress } from '../../upstream/package-address.ts';
import { checkSource } from './check-source.ts';
import { failure } from '../../../src/krm/index.ts';
import type { FleetPlace } from '../../../src/fleet/ports.ts';

/** Package that a fleet copies. */
export interface PackageSource {
  /** `spec.git.repo` of its Repository: a URL, or "." for this git repository. */
  readonly repo: string;
  /** Folder of the packages there; '' for all of it. */
  readonly directory: string;
  /** Package, relative to this folder. */
  readonly name: string;
  /** Tag or branch. */
  readonly revision: string;
}

/**
 * Returns the package that `REPO/DIR@REF` names, for a fleet in the folder `folder` of the git repository `root`. Throws a `UsageError` if it names no
 * folder or no version, and a `KrmError` if a git repository on this machine does not have it.
 */
export function readPackageSource(text: string, { root, folder }: FleetPlace): PackageSource {
  const address = parseAddress(text);
  const { url, directory, ref } = address;
  const path = packagePath(directory) ?? '';
  if (path === '') throw new UsageError(`\`--from\` must name a folder of ${url.shown}: REPO/DIR@REF`);
  if (ref === undefined) throw new UsageError(`\`--from\` must name a tag or a branch: ${url.shown}/${path}@REF`);
  checkSource(address, path);
  const start = path.lastIndexOf('/') + 1;
  const isOwn = url.folder !== undefined && realpathSync(url.folder) === root;
  const source = {
    repo: isOwn ? '.' : url.shown,
    directory: path.slice(0, Math.max(0, start - 1)),
    name: path.slice(start),
    revision: ref,
  };
  refuseAround(source, folder);
  return source;
}

/** Throws a `KrmError` if the Repository of a package would hold the files of the fleet, too. `folder`: of the fleet. */
function refuseAround({ repo, directory, name }: PackageSource, folder: string): void {
  if (repo !== '.' || (directory !== '' && !isWithin(folder, new Set([directory])))) return;
  throw failure('invalid-argument', sourceAmongInputs(name, directory));
}
