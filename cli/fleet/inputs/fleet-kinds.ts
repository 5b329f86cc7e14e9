import type { Resource } from '../../../src/krm/index.ts';

const FLEET_KINDS: readonly string[] = ['PackageVariant', 'PackageVariantSet', 'Repository'];

/** Reports whether a resource describes a fleet, so that it is not an object to inject. */
export function isFleetInput({ group, kind }: Resource): boolean {
  return group === 'config.porch.kpt.dev' && FLEET_KINDS.includes(kind);
}
