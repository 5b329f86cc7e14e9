import { REPOSITORY } from '../index.ts';
import { kindMisspelt } from '../messages/inputs.ts';
import type { Kind } from '../../function/index.ts';
import { groupOf, makeResult, type Resource, type Result } from '../../krm/index.ts';
import { editDistance, nearestName } from '../../nearest-name.ts';

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

/**
 * Returns an error for each resource that was probably meant to describe a fleet, but is not read: its group is one of
 * a fleet, and its kind is near; or its kind is one of a fleet, and its group is equal or near. Without it, variants
 * would count as gone. PackageVariants are checked where they are read.
 */
export function misspeltKinds(resources: Iterable<Resource>): readonly Result[] {
  // Most resources have one of few kinds.
  const misses = new Map<string, NearKind | undefined>();
  return Array.from(resources).flatMap((resource) => {
    const { apiVersion, kind } = resource;
    const key = `${apiVersion}/${kind}`;
    if (!misses.has(key)) misses.set(key, nearKind(resource));
    const miss = misses.get(key);
    if (miss === undefined) return [];
    return [
      makeResult('error', kindMisspelt(miss.field, miss.right), {
        code: 'unknown-kind',
        resource,
        field: [miss.field],
        currentValue: resource[miss.field],
      }),
    ];
  });
}

/** Field that keeps a resource from being read, and the value that was probably meant. */
interface NearKind {
  readonly field: keyof Kind;
  readonly right: string;
}

function nearKind({ apiVersion, group, kind }: Resource): NearKind | undefined {
  const ofKind = FLEET_KINDS.filter((each) => each.kind === kind);
  if (kind === 'PackageVariant' || ofKind.some((each) => each.apiVersion === apiVersion)) return undefined;
  const ofGroup = FLEET_KINDS.filter((each) => groupOf(each.apiVersion) === group);
  const right = ofKind.find((each) => editDistance(group.toLowerCase(), groupOf(each.apiVersion)) <= MAX_LETTERS);
  if (right !== undefined) return { field: 'apiVersion', right: right.apiVersion };
  const name = nearestName(
    kind,
    ofGroup.map((each) => each.kind),
  );
  return name === undefined || ofKind.length > 0 ? undefined : { field: 'kind', right: name };
}

/**
 * Largest number of letters in which a misspelt group differs. `infra.nephio.org` also has a kind Repository, and
 * differs in more.
 */
const MAX_LETTERS = 2;
