import { cloneFolder, hasClone } from '../../git/cached-clone.ts';
import { hasObject } from '../../git/stored-objects.ts';
import { headOf } from '../../git/work-tree.ts';
import {
  type DownstreamPlace,
  type DownstreamVariants,
  repositoryName,
} from '../../../src/fleet/inputs/downstream-variants.ts';
import { withoutCredentials } from '../../../src/url-credentials.ts';

/**
 * Returns the URL of a git repository with variants that may be the one in a clone under another name, as after its host was renamed: it has the last
 * commit of the clone, or is not in the cache. Undefined if there is none. `root`: folder of the clone.
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
