import { realpathSync } from 'node:fs';
import { packagePath } from '../../../src/fleet/index.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { parseAddress } from '../../upstream/package-address.ts';

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
 * Returns the package that `REPO/DIR@REF` names, for the git repository with the top folder `root`. Throws a `UsageError` if it names no folder or no
 * version. Does not look for the package.
 */
export function readPackageSource(text: string, root: string): PackageSource {
  const { url, directory, ref } = parseAddress(text);
  const path = packagePath(directory) ?? '';
  if (path === '') throw new UsageError(`\`--from\` must name a folder of ${url.shown}: REPO/DIR@REF`);
  if (ref === undefined) throw new UsageError(`\`--from\` must name a tag or a branch: ${url.shown}/${path}@REF`);
  const start = path.lastIndexOf('/') + 1;
  const isOwn = url.folder !== undefined && realpathSync(url.folder) === root;
  return {
    repo: isOwn ? '.' : url.shown,
    directory: path.slice(0, Math.max(0, start - 1)),
    name: path.slice(start),
    revision: ref,
  };
}
