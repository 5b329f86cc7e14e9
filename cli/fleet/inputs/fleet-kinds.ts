import { REPOSITORY } from '../../../src/fleet/index.ts';
import type { Kind } from '../../../src/function/index.ts';
import { groupOf, type Resource } from '../../../src/krm/index.ts';

/** Kinds of the resources that describe a fleet. */
export const FLEET_KINDS: readonly Kind[] = [
  REPOSITORY,
  { apiVersion: 'config.porch.kpt.dev/v1alpha1', kind: 'PackageVariant' },
  { apiVersion: 'config.porch.kpt.dev/v1alpha1', kind: 'PackageVariantSet' },
  { apiVersion: 'config.porch.kpt.dev/v1alpha2', kind: 'PackageVariantSet' },
];

/** Reports whether a resource describes a fleet, in any version, so that it is not an object to inject. */
export function isFleetInput({ group, kind }: Resource): boolean {
  return FLEET_KINDS.some((each) => each.kind === kind && groupOf(each.apiVersion) === group);
}
