import assert from 'node:assert/strict';
import { elementKey, listKeys } from '../../src/pairing/list-keys.ts';
import type { Path, Value } from '../../src/yaml/index.ts';

const POD: Path = ['spec', 'template', 'spec'];

type Row = readonly [group: string, kind: string, path: Path, keys: readonly string[]];

/** Lists with keys in every container. */
const IN_CONTAINERS: readonly (readonly [list: string, keys: readonly string[]])[] = [
  ['env', ['name']],
  ['ports', ['containerPort', 'protocol']],
  ['volumeMounts', ['mountPath']],
  ['volumeDevices', ['devicePath']],
];

const ROWS: readonly Row[] = [
  ...['containers', 'initContainers', 'ephemeralContainers'].flatMap((containers): readonly Row[] => [
    ['apps', 'Deployment', [...POD, containers], ['name']],
    ['', 'Pod', ['spec', containers], ['name']],
    ['', 'Pod', ['spec', containers, 0, 'resources', 'claims'], ['name']],
    ...IN_CONTAINERS.map(([list, keys]): Row => ['apps', 'Deployment', [...POD, containers, 1, list], keys]),
  ]),
  ...['volumes', 'imagePullSecrets', 'resourceClaims', 'schedulingGates'].map((list): Row => [
    'apps',
    'StatefulSet',
    [...POD, list],
    ['name'],
  ]),
  ['', 'Pod', ['spec', 'hostAliases'], ['ip']],
  ['', 'Pod', ['spec', 'topologySpreadConstraints'], ['topologyKey', 'whenUnsatisfiable']],
  ['', 'Service', ['spec', 'ports'], ['port', 'protocol']],
  ['', 'ServiceAccount', ['secrets'], ['name']],
  ['admissionregistration.k8s.io', 'MutatingWebhookConfiguration', ['webhooks'], ['name']],
  ['admissionregistration.k8s.io', 'ValidatingWebhookConfiguration', ['webhooks'], ['name']],
  ['admissionregistration.k8s.io', 'ValidatingWebhookConfiguration', ['webhooks', 0, 'matchConditions'], ['name']],
  ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicy', ['spec', 'matchConditions'], ['name']],
  ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicy', ['spec', 'variables'], ['name']],
  ['storage.k8s.io', 'CSINode', ['spec', 'drivers'], ['name']],
  ['', 'ConfigMap', ['metadata', 'ownerReferences'], ['uid']],
  ['example.com', 'Own', ['metadata', 'ownerReferences'], ['uid']],
  ['apps', 'Deployment', ['status', 'conditions'], ['type']],
];

/** Lists that have no keys by Kubernetes' own types, where another kind or place has some. */
const NONE: readonly (readonly [group: string, kind: string, path: Path])[] = [
  ['', 'Secret', ['secrets']],
  ['', 'Pod', ['spec', 'ports']],
  ['apps', 'Deployment', ['webhooks']],
  ['apps', 'Deployment', ['spec', 'variables']],
  ['apps', 'Deployment', ['spec', 'drivers']],
  ['apps', 'Deployment', [...POD, 'containers', 0, 'args']],
  ['apps', 'Deployment', ['containers']],
  ['rbac.authorization.k8s.io', 'ClusterRole', ['rules']],
  ['example.com', 'Deployment', [...POD, 'containers']],
  ['', 'Pod', ['matchConditions']],
];

describe('listKeys', () => {
  for (const [group, kind, path, keys] of ROWS)
    it(`finds the keys of ${kind} ${path.join('.')}`, () =>
      assert.deepEqual(Object.keys(listKeys({ group, kind }, path) ?? {}), keys));

  for (const [group, kind, path] of NONE)
    it(`finds none for ${group}/${kind} ${path.join('.')}`, () =>
      assert.equal(listKeys({ group, kind }, path), undefined));
});

describe('elementKey', () => {
  const keys = { containerPort: undefined, protocol: 'TCP' };
  const rows: readonly (readonly [title: string, element: Value, key: string | undefined])[] = [
    ['takes the default for an absent key', { containerPort: 80 }, '"80","TCP"'],
    ['takes the key that is there', { containerPort: 80, protocol: 'UDP' }, '"80","UDP"'],
    ['takes a number and its text for the same', { containerPort: '80' }, '"80","TCP"'],
    ['has none without a key that has no default', { protocol: 'UDP' }, undefined],
    ['has none for null', { containerPort: null }, undefined],
    ['has none for a map as a key', { containerPort: {} }, undefined],
    ['has none for what is not a map', 'http', undefined],
  ];
  for (const [title, element, key] of rows) it(title, () => assert.equal(elementKey(element, keys), key));
});
