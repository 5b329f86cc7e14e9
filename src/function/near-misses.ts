import { isFunctionInput } from '../krm/protected.ts';
import { groupOf, type Resource } from '../krm/resource.ts';
import type { Result } from '../krm/result.ts';
import { makeResult } from '../krm/results.ts';
import { nearestName, suggestion } from '../nearest-name.ts';
import { oneOf } from '../wording.ts';
import type { Kind } from './define.ts';
import { wanted } from './policies.ts';

/**
 * Returns a warning for each item that is not read since its group, version or kind is almost one that a function
 * reads. The same kind in an unrelated group is another kind, and so is one that other functions read.
 */
export function findNearMisses(kinds: readonly Kind[], items: Iterable<Resource>): readonly Result[] {
  // Most items have one of few kinds.
  const misses = new Map<string, NearMiss | undefined>();
  return Array.from(items).flatMap((item) => {
    const key = `${item.apiVersion}/${item.kind}`;
    if (!misses.has(key)) misses.set(key, nearMiss(kinds, item));
    const miss = misses.get(key);
    if (miss === undefined) return [];
    const { message, field } = miss;
    return [
      makeResult('warning', message, {
        code: 'unknown-kind',
        resource: item,
        field: [field],
        currentValue: item[field],
      }),
    ];
  });
}

/** Message about the field of an item that keeps functions from reading it. */
interface NearMiss {
  readonly message: string;
  readonly field: keyof Kind;
}

function nearMiss(kinds: readonly Kind[], item: Resource): NearMiss | undefined {
  const near = kinds.filter(({ apiVersion }) => isNear(item.group, groupOf(apiVersion)));
  const ofKind = near.filter(({ kind }) => kind === item.kind);
  if (ofKind.length === 0) return isFunctionInput(item) ? undefined : misspelledKind(near, item);
  const isRead = ofKind.some(({ apiVersion }) => apiVersion === item.apiVersion);
  return isRead ? undefined : { message: `${wanted(ofKind)}; it is ignored`, field: 'apiVersion' };
}

function misspelledKind(kinds: readonly Kind[], item: Kind): NearMiss | undefined {
  const names = kinds.map(({ kind }) => kind);
  const name = nearestName(item.kind, names);
  if (name === undefined) return undefined;
  const versions = kinds.filter(({ kind }) => kind === name).map(({ apiVersion }) => apiVersion);
  const version = versions.includes(item.apiVersion) ? '' : ` (${oneOf(versions)})`;
  return { message: `unknown kind: it is ignored${suggestion(`${JSON.stringify(name)}${version}`)}`, field: 'kind' };
}

/**
 * Reports whether a group is, or is probably meant to be, another one. A group without a dot is one of Kubernetes' own.
 */
function isNear(group: string, right: string): boolean {
  const domainOf = (name: string): string => name.split('.').slice(-2).join('.');
  return !group.includes('.') || domainOf(group) === domainOf(right) || nearestName(group, [right]) !== undefined;
}
