import { fieldNames, objectMeta } from '../function/schema.ts';
import { lostKeysOf } from '../krm/duplicate-keys.ts';
import { formatFieldPath } from '../krm/field-path.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { nearestName, suggestion } from '../nearest-name.ts';
import { isList, isMap, type Path } from '../yaml/index.ts';
import type { Cluster } from './target-cluster.ts';

/** Kind of the clusters of Karmada. */
export const CLUSTER = { apiVersion: 'cluster.karmada.io/v1alpha1', kind: 'Cluster' };

/** Reports whether a resource is a Cluster of Karmada. */
export function isCluster(resource: Resource): boolean {
  return resource.kind === CLUSTER.kind && resource.apiVersion === CLUSTER.apiVersion;
}

/**
 * Reads a Cluster of Karmada. All parts are known: absent ones are unset. The deprecated `spec.zone` counts if there
 * are no `spec.zones`, as the API server of Karmada fills them in. Reports values of a wrong type and duplicate keys as
 * errors, and unknown fields as warnings.
 */
export function readCluster(resource: Resource, results: Results): Cluster {
  results.include(lostKeysOf(resource));
  checkClusterFields(resource, results);
  const zone = readText(resource, ['spec', 'zone'], results);
  const zones = readTexts(resource, ['spec', 'zones'], results);
  return {
    name: resource.name,
    labels: Object.fromEntries(resource.texts(['metadata', 'labels'])),
    provider: readText(resource, ['spec', 'provider'], results),
    region: readText(resource, ['spec', 'region'], results),
    zones: zones.length === 0 && zone !== '' ? [zone] : zones,
  };
}

function readText(resource: Resource, field: Path, results: Results): string {
  const value = resource.document.value(field) ?? '';
  if (typeof value === 'string') return value;
  results.error('must be a string', { code: 'invalid-value', resource, field });
  return '';
}

function readTexts(resource: Resource, field: Path, results: Results): readonly string[] {
  const value = resource.document.value(field) ?? [];
  const texts = isList(value) ? value.filter((element) => typeof element === 'string') : undefined;
  if (isList(value) && texts?.length === value.length) return texts;
  results.error('must be a list of strings', { code: 'invalid-value', resource, field });
  return [];
}

/** Fields of a Cluster of Karmada (`cluster.karmada.io/v1alpha1`), by the path of the map that has them. */
const FIELDS: readonly { readonly path: Path; readonly names: readonly string[] }[] = [
  { path: [], names: ['apiVersion', 'kind', 'metadata', 'spec', 'status'] },
  { path: ['metadata'], names: fieldNames(objectMeta) },
  {
    path: ['spec'],
    names:
      `id syncMode apiEndpoint secretRef impersonatorSecretRef insecureSkipTLSVerification proxyURL proxyHeader provider
      region zone zones taints resourceModels`.split(/\s+/),
  },
];

/**
 * Reports the maps of a Cluster that are not maps as errors, and unknown fields as warnings: newer versions of Karmada
 * may have more fields, but a misspelled one keeps rules from applying.
 */
function checkClusterFields(cluster: Resource, results: Results): void {
  for (const { path, names } of FIELDS) {
    const map = cluster.document.value(path) ?? {};
    if (isMap(map)) {
      for (const name of Object.keys(map).filter((key) => !names.includes(key)))
        results.warning(`unknown field: it is ignored${hintFor(name, path)}`, {
          code: 'unknown-field',
          resource: cluster,
          field: [...path, name],
        });
    } else results.error('must be a map', { code: 'invalid-value', resource: cluster, field: path });
  }
  checkLabels(cluster, results);
}

function checkLabels(resource: Resource, results: Results): void {
  const path = ['metadata', 'labels'];
  const labels = resource.document.value(path) ?? {};
  if (!isMap(labels)) results.error('must be a map of strings', { code: 'invalid-value', resource, field: path });
  else
    for (const [key, value] of Object.entries(labels))
      if (typeof value !== 'string')
        results.error('must be a string', { code: 'invalid-value', resource, field: [...path, key] });
}

/** Suggests the field of this name in another map, or else the nearest one in the same map. */
function hintFor(name: string, path: Path): string {
  const elsewhere = FIELDS.find(({ names }) => names.includes(name));
  const here = FIELDS.find((each) => each.path === path);
  const nearest = elsewhere === undefined ? nearestName(name, here?.names ?? []) : name;
  const holder = elsewhere ?? here;
  return nearest === undefined ? '' : suggestion(`\`${formatFieldPath([...(holder?.path ?? []), nearest])}\``);
}
