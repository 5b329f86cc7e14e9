import { shortName } from '../../src/index.ts';

/** Bytes of a name that is taken as it is. */
const MOST = 63;

/** The name of the PackageVariant that a set makes for a downstream package: Porch's rule. */
export function variantName(set: string, repo: string, packageName: string): string {
  return shortName(`${set}-${repo}-${packageName}`, MOST);
}
