import assert from 'node:assert/strict';
import { loadFunction } from '../../../scripts/functions.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = await loadFunction('expand-templates');

const ASKING = resource(
  'v1',
  'ConfigMap',
  'c',
  'data: {k: "{{.clusterName}}"}\n',
  '  annotations: {control.kubestellar.io/expand-templates: "true"}\n',
);
const cluster = (name: string): string => resource('cluster.open-cluster-management.io/v1', 'ManagedCluster', name);
const properties = (name: string, namespace: string): string =>
  resource('v1', 'ConfigMap', name, 'data: {region: north}\n', `  namespace: ${namespace}\n`);
const own = (spec: string): string =>
  resource('krm-variants.dev/v1alpha1', 'TemplateExpansion', 'e', `spec: ${spec}\n`);

const UNKNOWN = 'error -: no ManagedCluster is named "olso": known are "bergen", "oslo"; did you mean "oslo"?';
const ELSEWHERE = 'info metadata.namespace: the properties of cluster "oslo" would match but for the namespace';

const rows: readonly (readonly [name: string, items: readonly string[], spec: string, want: readonly string[]])[] = [
  ['takes a cluster of the inventory', [cluster('oslo')], '{clusterName: oslo}', []],
  ['takes any cluster without an inventory', [], '{clusterName: oslo}', []],
  [
    'refuses a cluster that is not in the inventory',
    [cluster('oslo'), cluster('bergen')],
    '{clusterName: olso}',
    [UNKNOWN],
  ],
  [
    'refuses a cluster of a copy that is not in the inventory',
    [cluster('oslo'), cluster('bergen')],
    '{clusters: [{name: oslo}, {name: olso}]}',
    [UNKNOWN],
  ],
  [
    'takes a cluster with properties that is not in the inventory',
    [cluster('bergen'), properties('oslo', 'customization-properties')],
    '{clusterName: oslo}',
    [],
  ],
  [
    'refuses a duplicate property',
    [properties('oslo', 'customization-properties').replace('{region:', '{region: south, region:')],
    '{clusterName: oslo}',
    ['error data.region: duplicate key "region" in lines 15 and 15: a key must be unique'],
  ],
  ['reports properties in another namespace', [properties('oslo', 'shop')], '{clusterName: oslo}', [ELSEWHERE]],
  [
    'reports properties in another namespace once, beside copies',
    [properties('oslo', 'shop')],
    '{clusters: [{name: oslo}, {name: bergen}]}',
    [ELSEWHERE],
  ],
];

describe('expand-templates, with the name of a cluster', () => {
  for (const [name, items, spec, want] of rows) {
    it(name, async () => {
      const ran = await runList(fn, resourceList([ASKING, ...items], own(spec)));
      const isWanted = (result: string): boolean => !/no object has the annotation|expanded/.test(result);
      assert.deepEqual(ran.results.filter(isWanted), want);
      if (ran.stderr === '') assert.equal((await runList(fn, ran.list)).report, ran.report, 'a second run');
    });
  }
});
