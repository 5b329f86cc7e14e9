import assert from 'node:assert/strict';
import applyOverridePolicy from '../../../functions/apply-override-policy/index.ts';
import { loaded } from '../../support/probe.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = loaded(applyOverridePolicy);

/** Returns the errors about a policy with this metadata, besides its name. */
async function errorsFor(metadata: string): Promise<readonly string[]> {
  const rules = 'spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]}\n';
  const policy = resource('policy.karmada.io/v1alpha1', 'OverridePolicy', 'p', rules, metadata);
  const { results } = await runList(fn, resourceList([resource('v1', 'ConfigMap', 'c')], policy));
  return results.filter((result) => result.startsWith('error'));
}

const rows: readonly (readonly [name: string, metadata: string, want: readonly string[]])[] = [
  [
    'a misspelled namespace',
    '  namepsace: shop\n',
    ['error metadata.namepsace: unknown field; did you mean `namespace`?'],
  ],
  [
    'misspelled annotations',
    '  annotatoins: {config.kubernetes.io/local-config: "true"}\n',
    ['error metadata.annotatoins: unknown field; did you mean `annotations`?'],
  ],
  ['a number as namespace', '  namespace: 12\n', ['error metadata.namespace: must be a string, not a number']],
  ['a number as label', '  labels: {a: 12}\n', ['error metadata.labels.a: must be a string, not a number']],
  ['labels in a list', '  labels: [a]\n', ['error metadata.labels: must be a map, not a list']],
];

describe('metadata of a configuration', () => {
  for (const [name, metadata, want] of rows)
    it(`must not have ${name}`, async () => assert.deepEqual(await errorsFor(metadata), want));

  it('may have each field of ObjectMeta', async () => {
    const metadata = `  generateName: p-
  namespace: default
  labels: {a: b}
  annotations: {c: d}
  uid: u
  resourceVersion: '1'
  generation: 1
  creationTimestamp: null
  deletionTimestamp: 2026-01-01T00:00:00Z
  deletionGracePeriodSeconds: 1
  finalizers: [f]
  ownerReferences: [{kind: A}]
  managedFields: [{manager: m}]
  selfLink: /x
`;
    assert.deepEqual(await errorsFor(metadata), []);
  });
});
