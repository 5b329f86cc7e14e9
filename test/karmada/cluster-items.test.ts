import assert from 'node:assert/strict';
import { isCluster, readCluster, type Cluster } from '../../src/karmada/index.ts';
import { Resource, Results } from '../../src/krm/index.ts';
import { readDocument } from '../../src/yaml/index.ts';

const cluster = (rest: string, apiVersion = 'cluster.karmada.io/v1alpha1'): Resource =>
  new Resource(readDocument(`apiVersion: ${apiVersion}\nkind: Cluster\nmetadata: {name: north}\n${rest}`));

const UNSET: Cluster = { name: 'north', labels: {}, provider: '', region: '', zones: [] };

const rows: readonly {
  readonly name: string;
  readonly rest: string;
  readonly want: Partial<Cluster>;
  readonly results?: readonly string[];
}[] = [
  { name: 'nothing but a name', rest: '', want: {} },
  {
    name: 'all parts',
    rest: 'spec: {provider: acme, region: eu-1, zones: [eu-1a, eu-1b]}\n',
    want: { provider: 'acme', region: 'eu-1', zones: ['eu-1a', 'eu-1b'] },
  },
  { name: 'null as unset', rest: 'spec: {provider: null, region: ~, zones: null, zone: null}\n', want: {} },
  { name: 'the deprecated zone', rest: 'spec: {zone: eu-1a}\n', want: { zones: ['eu-1a'] } },
  {
    name: 'the deprecated zone beside empty zones',
    rest: 'spec: {zone: eu-1a, zones: []}\n',
    want: { zones: ['eu-1a'] },
  },
  { name: 'zones rather than the deprecated zone', rest: 'spec: {zone: a, zones: [b]}\n', want: { zones: ['b'] } },
  {
    name: 'no values of a wrong type',
    rest: 'spec: {provider: 5, region: [a], zones: [a, 1]}\n',
    want: {},
    results: [
      'error spec.zones: must be a list of strings',
      'error spec.provider: must be a string',
      'error spec.region: must be a string',
    ],
  },
  {
    name: 'no zones in one text',
    rest: 'spec: {zones: a}\n',
    want: {},
    results: ['error spec.zones: must be a list of strings'],
  },
  {
    name: 'no field that is misspelled',
    rest: 'spec: {regoin: eu}\n',
    want: {},
    results: ['warning spec.regoin: unknown field: it is ignored; did you mean `spec.region`?'],
  },
  {
    name: 'no field in the wrong map',
    rest: 'region: eu\nspec: {labels: {stage: edge}}\n',
    want: {},
    results: [
      'warning region: unknown field: it is ignored; did you mean `spec.region`?',
      'warning spec.labels: unknown field: it is ignored; did you mean `metadata.labels`?',
    ],
  },
  {
    name: 'a field of a newer version',
    rest: 'spec: {capacityTopology: {}}\n',
    want: {},
    results: ['warning spec.capacityTopology: unknown field: it is ignored'],
  },
  { name: 'a text for a spec', rest: 'spec: foo\n', want: {}, results: ['error spec: must be a map'] },
  { name: 'a list for a spec', rest: 'spec: [region]\n', want: {}, results: ['error spec: must be a map'] },
];

const metadataRows: readonly { readonly metadata: string; readonly results: readonly string[] }[] = [
  {
    metadata: '{name: north, lables: {stage: edge}}',
    results: ['warning metadata.lables: unknown field: it is ignored; did you mean `metadata.labels`?'],
  },
  { metadata: '{name: north, labels: [stage]}', results: ['error metadata.labels: must be a map of strings'] },
  { metadata: '{name: north, labels: {stage: 5}}', results: ['error metadata.labels.stage: must be a string'] },
  { metadata: '{name: north, labels: {stage: edge}, uid: a}', results: [] },
];

const faultsOf = (results: Results): readonly string[] =>
  [...results].map(({ severity, field, message }) => `${severity} ${field?.path}: ${message}`);

describe('readCluster', () => {
  for (const { name, rest, want, results = [] } of rows) {
    it(`reads ${name}`, () => {
      const reported = new Results();
      assert.deepEqual(readCluster(cluster(rest), reported), { ...UNSET, ...want });
      assert.deepEqual(faultsOf(reported), results);
    });
  }

  for (const { metadata, results } of metadataRows) {
    it(`checks the metadata ${metadata}`, () => {
      const text = `apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: ${metadata}\n`;
      const reported = new Results();
      readCluster(new Resource(readDocument(text)), reported);
      assert.deepEqual(faultsOf(reported), results);
    });
  }

  it('reads labels', () => {
    const resource = cluster('');
    resource.document.set(['metadata', 'labels'], { stage: 'edge' });
    assert.deepEqual(readCluster(resource, new Results()).labels, { stage: 'edge' });
  });
});

describe('isCluster', () => {
  it('knows the kind of Karmada, and no other Cluster', () => {
    assert.equal(isCluster(cluster('')), true);
    assert.equal(isCluster(cluster('', 'cluster.x-k8s.io/v1beta1')), false);
  });
});
