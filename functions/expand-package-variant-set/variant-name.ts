import { shortName } from '../../src/short-hash.ts';

/** Length in bytes of the longest name that is used unchanged. */
const MOST = 63;

/** Returns the name of the PackageVariant for a downstream package, by Porch's rule. */
export function variantName(set: string, repo: string, packageName: string): string {
  return shortName(`${set}-${repo}-${packageName}`, MOST);
}
