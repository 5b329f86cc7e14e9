import assert from 'node:assert/strict';
import { unionAt } from '../../src/merge/values/merge-maps.ts';
import type { Path, Value } from '../../src/yaml/index.ts';

const POD: Path = ['spec', 'template', 'spec'];
const CONTAINER: Path = [...POD, 'containers', 0];

/** Maps, the member that each has set, and a key of it that is in no union. */
const ROWS: readonly (readonly [title: string, path: Path, map: Value, member: string, other: string | undefined])[] = [
  ['source of a volume', [...POD, 'volumes', 2], { name: 'v', emptyDir: {} }, 'emptyDir', 'name'],
  [
    'handler of a probe',
    [...CONTAINER, 'livenessProbe'],
    { httpGet: {}, periodSeconds: 1 },
    'httpGet',
    'periodSeconds',
  ],
  ['handler of a hook', [...CONTAINER, 'lifecycle', 'preStop'], { exec: {} }, 'exec', undefined],
  ['value of a variable', [...CONTAINER, 'env', 0], { name: 'A', value: '' }, 'value', 'name'],
  ['source of a variable', [...CONTAINER, 'env', 0], { name: 'A', valueFrom: {} }, 'valueFrom', 'name'],
  ['reference of a variable', [...CONTAINER, 'env', 0, 'valueFrom'], { secretKeyRef: {} }, 'secretKeyRef', undefined],
  ['source of variables', [...CONTAINER, 'envFrom', 0], { prefix: 'P', configMapRef: {} }, 'configMapRef', 'prefix'],
  ['projected source', [...POD, 'volumes', 0, 'projected', 'sources', 1], { secret: {} }, 'secret', undefined],
  ['backend of an Ingress', ['spec', 'defaultBackend'], { service: {} }, 'service', undefined],
  ['program of a function', ['pipeline', 'mutators', 0], { image: 'i', name: 'n' }, 'image', 'name'],
  ['type of a strategy', ['spec', 'strategy'], { type: 'Recreate' }, '"Recreate"', undefined],
  ['strategy without a type', ['spec', 'updateStrategy'], { rollingUpdate: {} }, '""', undefined],
  ['null for a member', [...POD, 'volumes', 0], { name: 'v', emptyDir: null }, '', 'name'],
  ['no member', [...CONTAINER, 'readinessProbe'], { periodSeconds: 1 }, '', 'periodSeconds'],
  ['two members', [...POD, 'volumes', 0], { name: 'v', secret: {}, emptyDir: {} }, 'emptyDir,secret', 'name'],
];

const HANDLERS = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'];
const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'];

/** Places of each union, all members that it has by name, and a key beside them. */
const MEMBERS: readonly (readonly [path: Path, members: readonly string[], other: string])[] = [
  ...['livenessProbe', 'readinessProbe', 'startupProbe'].map(
    (probe) => [[...CONTAINER, probe], HANDLERS, 'timeoutSeconds'] as const,
  ),
  ...['postStart', 'preStop'].map((hook) => [[...CONTAINER, 'lifecycle', hook], HANDLERS, 'other'] as const),
  [[...CONTAINER, 'env', 0], ['value', 'valueFrom'], 'name'],
  [[...CONTAINER, 'env', 0, 'valueFrom'], SOURCES, 'other'],
  [[...CONTAINER, 'envFrom', 0], ['configMapRef', 'secretRef'], 'prefix'],
  [['spec', 'rules', 0, 'http', 'paths', 0, 'backend'], ['service', 'resource'], 'other'],
  [['spec', 'defaultBackend'], ['service', 'resource'], 'other'],
  [['pipeline', 'mutators', 0], ['image', 'exec'], 'configMap'],
  [['pipeline', 'validators', 0], ['image', 'exec'], 'configMap'],
];

/** Places without a union. */
const NONE: readonly Path[] = [
  [],
  ['spec'],
  CONTAINER,
  [...CONTAINER, 'volumeMounts', 0],
  ['metadata', 'labels'],
  // keys of unions elsewhere
  ['volumes', 0],
  ['spec', 'valueFrom'],
  ['spec', 'sources', 0],
  ['spec', 'preStop'],
  ['mutators', 0],
  ['validators', 0],
];

describe('unionAt', () => {
  for (const [title, path, map, member, other] of ROWS)
    it(`finds the ${title}`, () => {
      const union = unionAt(path);
      assert.ok(union);
      assert.equal(union.memberOf(map), member);
      if (other !== undefined) assert.equal(union.has(other), false);
    });

  for (const [path, members, other] of MEMBERS)
    it(`knows the members at ${JSON.stringify(path)}`, () => {
      const union = unionAt(path);
      const set = Object.fromEntries([...members, other].map((key) => [key, {}]));
      assert.equal(union?.memberOf(set), members.toSorted().join());
      assert.equal(union.has(other), false);
    });

  for (const path of NONE) it(`finds none at ${JSON.stringify(path)}`, () => assert.equal(unionAt(path), undefined));

  it('finds no member in what is not a map', () => {
    assert.equal(unionAt([...CONTAINER, 'livenessProbe'])?.memberOf(undefined), '');
    assert.equal(unionAt(['spec', 'strategy'])?.memberOf('Recreate'), '""');
  });
});
