import { fieldNames, objectMeta } from '../function/schema.ts';
import type { Resource } from '../krm/resource.ts';
import type { Results } from '../krm/results.ts';
import { nearestName, suggestion } from '../nearest-name.ts';
import { formatFieldPath } from '../krm/field-path.ts';
import { isMap, type Path } from '../yaml/index.ts';

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
 * Reports the maps of a Cluster that are not maps as errors, and unknown fields as warnings: newer versions of Karmada may
 * have more fields, but a misspelled one keeps rules from applying.
 */
export function checkClusterFields(cluster: Resource, results: Results): void {
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
