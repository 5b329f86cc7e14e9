import { byteOrder } from '../byte-order.ts';
import { counted, firstNames } from '../wording.ts';
import type { Resource } from './resource.ts';
import type { ResourceRef } from './result.ts';

/** Counts resources and names the first: `12 resources: Deployment a, Deployment b, Service shop/c and 9 more`. */
export function countedResources(resources: Iterable<Resource>): string {
  const all = [...new Set(resources)];
  return `${counted(all.length, 'resource')}: ${resourceNames(all)}`;
}

/**
 * Names the first resources, each once, in the order of kind, namespace and name: kpt hands the items of a package in one
 * order to `fn eval`, and in another to `fn render`.
 */
export function resourceNames(resources: Iterable<Resource>): string {
  const names = Array.from(new Set(resources), resourceName);
  return firstNames(names.toSorted(byteOrder), (name) => name);
}

/** Names a resource for people: `Deployment shop/web`, without a namespace `Deployment web`. */
export function resourceName({ kind, namespace = '', name }: Pick<ResourceRef, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}
