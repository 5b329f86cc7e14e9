import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

/** Returns the fields of the conflicts between three versions of the spec of a Deployment. */
function fieldsOf(...[base = '', theirs = '', local = '']: readonly string[]) {
  const [one, two, three] = [base, theirs, local].map(
    (spec) => new Map([['a.yaml', `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: ${spec}\n`]]),
  );
  const files = new Map();
  const packages = { base: one ?? files, theirs: two ?? files, local: three ?? files };
  return mergePackages(packages).conflicts.map(({ field, keyedField }) => [field, keyedField]);
}

describe('the field of a conflict', () => {
  const rows: readonly (readonly [
    name: string,
    spec: (value: string) => string,
    field: string,
    keyed: string | undefined,
  ])[] = [
    ['without a list has no keys', (value) => `{replicas: ${value}}`, 'spec.replicas', undefined],
    [
      'in a list has its key',
      (value) => `{template: {spec: {containers: [{name: a}, {name: b, image: i${value}}]}}}`,
      'spec.template.spec.containers[1].image',
      'spec.template.spec.containers[name=b].image',
    ],
    [
      'in a list with two keys has both, and their defaults',
      (value) => `{template: {spec: {containers: [{name: a, ports: [{containerPort: 80, hostPort: ${value}}]}]}}}`,
      'spec.template.spec.containers[0].ports[0].hostPort',
      'spec.template.spec.containers[name=a].ports[containerPort=80,protocol=TCP].hostPort',
    ],
  ];
  for (const [name, spec, field, keyed] of rows)
    it(name, () => assert.deepEqual(fieldsOf(spec('1'), spec('2'), spec('3')), [[field, keyed]]));
});
