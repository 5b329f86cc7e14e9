import assert from 'node:assert/strict';
import { readPackageFile } from '../../../src/package/file.ts';

const RULE = 'skipped: a KRM resource must have `apiVersion`, `kind` and `metadata.name`';
const KIND = 'apiVersion: v1\nkind: ConfigMap\n';
const POLICY = 'apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\n';

const NAMELESS = ': without a name, functions do not get this ConfigMap; add one, or exclude the file';

/** Rows: name, document, and the end of the warning; undefined for an info without one. */
const rows: readonly (readonly [name: string, text: string, end: string | undefined])[] = [
  ['a misspelled name', `${KIND}metadata: {nam: a}\n`, '; did you mean `metadata.name`, not `metadata.nam`?'],
  ['a name in upper case', `${KIND}metadata: {Name: a}\n`, '; did you mean `metadata.name`, not `metadata.Name`?'],
  ['misspelled metadata', `${KIND}metdata: {name: a}\n`, '; did you mean `metadata.name`, not `metdata.name`?'],
  ['a misspelled kind', 'apiVersion: v1\nkid: A\nmetadata: {name: a}\n', '; did you mean `kind`, not `kid`?'],
  [
    'a misspelled version',
    'apiversion: v1\nkind: A\nmetadata: {name: a}\n',
    '; did you mean `apiVersion`, not `apiversion`?',
  ],
  ['a name that is a number', `${KIND}metadata: {name: 12}\n`, ': `metadata.name` must be a string, so quote it'],
  [
    'metadata that are there twice',
    `${KIND}metadata: {name: a}\nmetadata: {labels: {}}\n`,
    ': duplicate key "metadata" in lines 3 and 4: a key must be unique',
  ],
  [
    'a name that is there twice',
    `${KIND}metadata:\n  name: a\n  name:\n`,
    ': duplicate key "name" in lines 4 and 5: a key must be unique',
  ],
  [
    'the kind and no version of a policy',
    'kind: CustomTransform\nmetadata: {name: a}\n',
    '; did you mean apiVersion "control.kubestellar.io/v1alpha1"?',
  ],
  [
    'the kind and no version of a policy in two groups',
    'kind: PodPreset\nmetadata: {name: a}\n',
    '; did you mean apiVersion "redhatcop.redhat.io/v1alpha1" or "settings.k8s.io/v1alpha1"?',
  ],
  [
    'the version and no kind of a policy',
    'apiVersion: policy.karmada.io/v1alpha1\nmetadata: {name: a}\n',
    '; did you mean kind "OverridePolicy" or "ClusterOverridePolicy"?',
  ],
  ['no version, and a kind that no function reads', 'kind: ConfigMap\nmetadata: {name: a}\n', undefined],
  ['the kind of a policy', POLICY, ': without a name, no function reads this OverridePolicy'],
  ['a name for the API server to generate', `${KIND}metadata: {generateName: a-}\n`, NAMELESS],
  ['no metadata', KIND, NAMELESS],
  ['an empty name', `${KIND}metadata: {name: ""}\n`, NAMELESS],
  ['a namespace only', `${KIND}metadata: {namespace: a}\n`, NAMELESS],
  [
    'null metadata of a configuration',
    'apiVersion: v1\nkind: Config\nmetadata:\n',
    NAMELESS.replace('ConfigMap', 'Config'),
  ],
  ['a kubeconfig', 'apiVersion: v1\nkind: Config\nclusters: []\n', undefined],
  ['an AdmissionConfiguration', 'apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n', undefined],
  ['an audit policy', 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: []\n', undefined],
  ['a cluster of kind', 'apiVersion: kind.x-k8s.io/v1alpha4\nkind: Cluster\n', undefined],
  ['a misspelled kind, and no name', 'apiVersion: v1\nkid: A\n', undefined],
  ['values of a chart', 'name: a\nkinds: [a]\nmetadat: {}\n', undefined],
  ['parts that are not YAML', `${KIND}metadata: {labels: {}}\nspec: "\n`, NAMELESS],
  ['a list', '- nam: a\n', undefined],
  [
    'the kind of a policy, and parts that are not YAML',
    `${POLICY}metadata: {labels: {}}\nspec: ["\n`,
    ': without a name, no function reads this OverridePolicy',
  ],
];

describe('documents that are not resources', () => {
  for (const [name, text, end] of rows) {
    it(`are ${end === undefined ? 'an info' : 'a warning'} with ${name}`, () => {
      const { passedOver } = readPackageFile('a.yaml', text, { lazy: true });
      assert.deepEqual(passedOver, [
        {
          severity: end === undefined ? 'info' : 'warning',
          code: 'resource-skipped',
          message: `${RULE}${end ?? ''}`,
          file: { path: 'a.yaml', index: 0 },
        },
      ]);
    });
  }

  it('may be hidden in a resource, where a separator is missing', () => {
    const text = `${KIND}metadata: {name: a}\n${POLICY}metadata: {name: b}\n`;
    const { passedOver } = readPackageFile('a.yaml', `${KIND}metadata: {name: c}\n---\n${text}`, { lazy: true });
    assert.deepEqual(
      passedOver.map(({ severity, message, file }) => [severity, message, file?.index]),
      [
        [
          'warning',
          'duplicate key "kind" in lines 6 and 9: a key must be unique; is `---` missing between two resources?',
          1,
        ],
      ],
    );
    const block = `${KIND}metadata: {name: a}\ndata:\n  a: |\n    kind: b\n`;
    assert.deepEqual(readPackageFile('a.yaml', block, { lazy: true }).passedOver, []);
  });

  it('are a warning where they are an array of resources, and an error where these are refused', () => {
    const text = `- nam: a\n- ${KIND.replaceAll('\nk', '\n  k')}  metadata: {name: a}\n`;
    for (const [refusesArrays, severity] of [
      [false, 'warning'],
      [true, 'error'],
    ] as const) {
      const { passedOver } = readPackageFile('a.yaml', text, { lazy: true, refusesArrays });
      assert.deepEqual(
        passedOver.map((result) => [result.severity, result.message.startsWith('an array of resources')]),
        [[severity, true]],
      );
    }
  });

  it('are named by their place in a list', () => {
    const { passedOver } = readPackageFile(
      'a.yaml',
      `apiVersion: v1\nkind: List\nitems:\n- ${KIND.replaceAll('\nk', '\n  k')}  metadata: {nam: a}\n`,
    );
    const [only] = passedOver.map(({ severity, message }) => `${severity}: ${message}`);
    assert.equal(
      only,
      `warning: ${RULE.replace('skipped', 'skipped `items[0]`')}; did you mean \`metadata.name\`, not \`metadata.nam\`?`,
    );
  });
});
