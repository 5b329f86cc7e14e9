import type { Call } from '../../src/function/index.ts';
import { groupBy } from '../../src/group-by.ts';
import {
  attributeResource,
  fileOf,
  removeField,
  resourceNames,
  type Location,
  type Resource,
} from '../../src/krm/index.ts';
import { counted } from '../../src/wording.ts';
import { asks, EXPAND_PATH, MARK } from './annotation.ts';
import { expandTemplates, targetOf, type Asking } from './expand-object.ts';
import type { ClusterProperties } from './properties.ts';
import type { TemplateCluster, Expansion } from './kinds/template-expansion.ts';

/**
 * Makes a copy of each object for each cluster, and replaces the copies of earlier runs. The objects stay unchanged.
 */
export function makeCopies(objects: readonly Asking[], properties: ClusterProperties, call: Call<Expansion>): void {
  const { config, resources } = call;
  const old = groupBy(resources, ({ location }) => fileOf(location));
  for (const cluster of config.clusters) {
    const locations = locationsOf(objects, cluster.name);
    for (const place of new Set(locations.map(fileOf))) replace(old.get(place) ?? [], cluster.name, call);
    properties.check(cluster.name);
    const target = targetOf(cluster.name, properties.of(cluster.name, cluster.properties));
    let count = 0;
    for (const [index, asking] of objects.entries()) {
      const strings = expandTemplates(asking, target, { ...config, results: call.results });
      addCopy(asking.resource, strings, { location: locations[index] ?? {}, cluster }, call);
      count += strings.length;
    }
    const names = resourceNames(objects.map(({ resource }) => resource));
    const copies = `copies of ${counted(objects.length, 'object')}: ${names}`;
    call.results.info(`${cluster.name}: expanded ${counted(count, 'string')} in ${copies}`, { code: 'rule-applied' });
  }
}

interface CopyLocation {
  readonly location: Location;
  readonly cluster: TemplateCluster;
}

function addCopy(
  original: Resource,
  strings: ReturnType<typeof expandTemplates>,
  { location, cluster }: CopyLocation,
  { resources }: Call<Expansion>,
): void {
  const { document, apiVersion, kind } = original;
  const node = document.get([]);
  if (node === undefined) return;
  const copy = resources.add(node, location);
  // An element of a typed list may have neither.
  copy.document.set(['apiVersion'], apiVersion);
  copy.document.set(['kind'], kind);
  for (const { path, text } of strings) copy.document.set(path, text);
  removeField(copy.document, EXPAND_PATH);
  copy.document.set(['metadata', 'annotations', MARK], cluster.name);
  attributeResource(asks(original), copy);
}

/** Returns the locations of the copies: in a folder of the cluster, together with the others of the same file. */
function locationsOf(objects: readonly Asking[], cluster: string): Location[] {
  const counts = new Map<string, number>();
  return objects.map(({ resource: { kind, name, location } }) => {
    const { path = `${kind.toLowerCase()}_${name}.yaml`, packagePath } = location;
    const at = { path: `${cluster}/${path}`, ...(packagePath !== undefined && { packagePath }) };
    const index = counts.get(fileOf(at)) ?? 0;
    counts.set(fileOf(at), index + 1);
    return { ...at, index };
  });
}

/** Removes the copies of an earlier run. Any other item in their place is an error. */
function replace(old: readonly Resource[], cluster: string, { resources, results }: Call<Expansion>): void {
  for (const resource of old) {
    if (resource.annotation(MARK) === cluster) resources.remove(resource);
    else
      results.error(`must be in another file: copies for cluster "${cluster}" are written to this file`, {
        code: 'place-taken',
        resource,
      });
  }
}
