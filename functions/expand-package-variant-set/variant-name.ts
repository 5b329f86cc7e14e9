import { shortHash } from '../../src/index.ts';

/** Bytes of a name that is taken as it is; a longer one is cut, and ends with a hash. */
const MOST = 63;
const HASH = 8;
const CUT = MOST - HASH - 1;

/** The name of the PackageVariant that a set makes for a downstream package: Porch's rule. */
export function variantName(set: string, repo: string, packageName: string): string {
  const identifier = `${set}-${repo}-${packageName}`;
  const bytes = Buffer.from(identifier);
  if (bytes.length <= MOST) return identifier;
  return `${bytes.subarray(0, CUT).toString()}-${shortHash(identifier, HASH)}`;
}
