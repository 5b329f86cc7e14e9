import { counted, firstNames } from '../wording.ts';
import { compareLocations, type Resource } from './resource.ts';

/** Counts resources and names the first: `12 resources: Deployment a, Deployment b, Service shop/c and 9 more`. */
export function countedResources(resources: Iterable<Resource>): string {
  const all = [...new Set(resources)];
  return `${counted(all.length, 'resource')}: ${resourceNames(all)}`;
}

/** Names the first resources, each once, in the order of their locations. Names of a Secret are not secret. */
export function resourceNames(resources: Iterable<Resource>): string {
  return firstNames([...new Set(resources)].toSorted(compareLocations), resourceName);
}

function resourceName({ kind, namespace, name }: Resource): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}
