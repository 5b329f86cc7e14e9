import assert from 'node:assert/strict';
import { isProtectedField, isProtectedResource } from '../../src/krm/protected.ts';
import type { Path } from '../../src/yaml/index.ts';

const PROTECTED: readonly string[] = [
  'config.kubernetes.io/path',
  'config.kubernetes.io/index',
  'config.k8s.io/id',
  'internal.config.kubernetes.io/path',
  'internal.config.kubernetes.io/any',
  'internal.config.k8s.io/any',
];

const FREE: readonly Path[] = [
  ...['config.kubernetes.io/local-config', 'config.kubernetes.io/paths', 'config.k8s.io/other', 'id'].map(
    (key): Path => ['metadata', 'annotations', key],
  ),
  ['metadata', 'labels', 'config.kubernetes.io/path'],
  ['spec', 'annotations', 'config.kubernetes.io/path'],
  ['metadata', 'annotations'],
  ['metadata', 'annotations', 0],
];

const INPUTS: readonly (readonly [group: string, kind: string])[] = [
  ['cluster.karmada.io', 'Cluster'],
  ['config.porch.kpt.dev', 'PackageVariant'],
  ['config.porch.kpt.dev', 'PackageVariantSet'],
  ['control.kubestellar.io', 'CustomTransform'],
  ['landscaper.gardener.cloud', 'ComponentVersionOverwrites'],
  ['landscaper.gardener.cloud', 'Context'],
  ['policy.karmada.io', 'OverridePolicy'],
  ['policy.karmada.io', 'ClusterOverridePolicy'],
  ['redhatcop.redhat.io', 'PodPreset'],
  ['settings.k8s.io', 'PodPreset'],
  ['krm-variants.dev', 'Any'],
  ['kpt.dev', 'Kptfile'],
];

const APPLIED: readonly (readonly [group: string, kind: string])[] = [
  ['cluster.karmada.io', 'Other'],
  ['', 'Cluster'],
  ['policy.karmada.io', 'PropagationPolicy'],
  ['apps', 'Deployment'],
  ['constructor', 'toString'],
  ['', 'Kptfile'],
];

describe('isProtectedField', () => {
  for (const key of PROTECTED)
    it(`protects the annotation ${key}`, () => assert.equal(isProtectedField(['metadata', 'annotations', key]), true));

  for (const path of FREE) it(`leaves ${path.join('.')} to rules`, () => assert.equal(isProtectedField(path), false));
});

describe('isProtectedResource', () => {
  const of = (group: string, kind: string, isLocalConfig = false): boolean =>
    isProtectedResource({ group, kind, isLocalConfig } as Parameters<typeof isProtectedResource>[0]);

  for (const [group, kind] of INPUTS) it(`protects ${group}/${kind}`, () => assert.equal(of(group, kind), true));

  for (const [group, kind] of APPLIED)
    it(`leaves ${group}/${kind} to rules`, () => assert.equal(of(group, kind), false));

  it('protects local configuration of any kind', () => assert.equal(of('apps', 'Deployment', true), true));
});
