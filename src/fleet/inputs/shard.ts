import { sha256 } from '../../sha-256.ts';
import { isWithin, joinPaths, type Variant } from '../index.ts';
import { repositoryKey, type DownstreamPlace } from './downstream-variants.ts';
import type { FleetInputs } from './fleet-inputs.ts';
import type { Shard } from '../request.ts';

/** Name of the fleet's own git repository. */
const OWN = '';

/**
 * Reports whether the variants in the fleet's own git repository are in a shard, with those whose PackageVariant is
 * wrong.
 */
export function hasOwn(shard: Shard | undefined): boolean {
  return isIn(shard, OWN);
}

/** Reports whether the variants in a place of another git repository are in a shard, if none of them is asked for. */
export function isInShard(shard: Shard | undefined, { url }: DownstreamPlace): boolean {
  return isIn(shard, repositoryKey(url));
}

/**
 * Leaves only the variants of a shard. All variants of a git repository are in the same one, so that one call alone
 * writes it, and so are those that are made of variants in the fleet's own git repository. Another repository changes
 * nothing for the others.
 */
export function selectShard(inputs: FleetInputs, shard: Shard | undefined): FleetInputs {
  if (shard === undefined) return inputs;
  const own = new Set(inputs.waves.flat().map(({ folder }) => folder));
  const withOwn = new Set(
    inputs.elsewhere.flatMap(({ place, variants }) =>
      variants.some((variant) => isMadeOf(variant, own)) ? [repositoryKey(place.url)] : [],
    ),
  );
  const elsewhere = inputs.elsewhere.filter(({ place }) => {
    const key = repositoryKey(place.url);
    return isIn(shard, withOwn.has(key) ? OWN : key);
  });
  return hasOwn(shard) ? { ...inputs, elsewhere } : { ...inputs, waves: [], failed: [], unread: [], elsewhere };
}

/** Reports whether a variant is made of one of these folders as it is now. */
function isMadeOf({ upstream }: Variant, folders: ReadonlySet<string>): boolean {
  const { place, revision, workspaceName, package: name } = upstream;
  if (place.url !== undefined || revision !== undefined || workspaceName !== undefined) return false;
  return isWithin(joinPaths(place.folder, name), folders);
}

function isIn(shard: Shard | undefined, key: string): boolean {
  if (shard === undefined) return true;
  // The first 48 bits are a number without loss.
  return Number.parseInt(sha256(key).slice(0, 12), 16) % shard.count === shard.index;
}
