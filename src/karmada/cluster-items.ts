import { lostKeysOf } from '../krm/duplicate-keys.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { isList, type Path } from '../yaml/index.ts';
import { checkClusterFields } from './cluster-fields.ts';
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
