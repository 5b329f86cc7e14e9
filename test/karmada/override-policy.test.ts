import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Problems } from '../../src/function/index.ts';
import { readOverridePolicy, type OverridePolicy, type WrittenPolicy } from '../../src/karmada/index.ts';
import { formatFieldPath } from '../../src/krm/index.ts';

const read = (spec: WrittenPolicy, namespace?: string): { policy: OverridePolicy; problems: readonly string[] } => {
  const problems = new Problems();
  const policy = readOverridePolicy(spec, namespace, problems);
  return { policy, problems: [...problems].map(({ field, message }) => `${formatFieldPath(field)}: ${message}`) };
};

const NORTH = { clusterNames: ['north'] };
const PLAINTEXT = [{ path: '/spec/replicas', operator: 'replace', value: 2 }] as const;
const RULE = { targetCluster: NORTH, overriders: {} };
const badKey = { fieldSelector: { matchExpressions: [{ key: 'rack', operator: 'In', values: ['a'] }] } };
const badOperator = { fieldSelector: { matchExpressions: [{ key: 'provider', operator: 'Gt', values: ['a'] }] } };
const operations = [{ subPath: '/a', operator: 'remove' }] as const;
const field = (entry: object): WrittenPolicy => ({
  overrideRules: [{ targetCluster: NORTH, overriders: { fieldOverrider: [{ fieldPath: '/data/a', ...entry }] } }],
});

const NO_NAME =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** Policies with the problems that Karmada's webhook has, or ours has beyond those. */
const rows: readonly (readonly [name: string, spec: WrittenPolicy, want?: readonly string[], namespace?: string])[] = [
  ['rules alone', { overrideRules: [RULE] }],
  ['deprecated fields alone', { targetCluster: NORTH, overriders: { plaintext: PLAINTEXT } }],
  [
    'deprecated fields with a path that Karmada does not check',
    { targetCluster: NORTH, overriders: { plaintext: [{ path: 'spec/image', operator: 'remove' }] } },
    ['spec.overriders.plaintext[0].path: JSON pointer must be empty or start with a "/": "spec/image", offset 0'],
  ],
  [
    'rules beside targetCluster',
    { overrideRules: [RULE], targetCluster: NORTH },
    ["spec.targetCluster: overrideRules and targetCluster can't co-exist"],
  ],
  [
    'rules beside an empty targetCluster',
    { overrideRules: [RULE], targetCluster: {} },
    ["spec.targetCluster: overrideRules and targetCluster can't co-exist"],
  ],
  [
    'rules beside overriders',
    { overrideRules: [RULE], overriders: { plaintext: PLAINTEXT } },
    ["spec.overriders: overrideRules and overriders can't co-exist"],
  ],
  ['rules beside empty overriders', { overrideRules: [RULE], overriders: { plaintext: [] } }],
  [
    'rules beside a fieldOverrider, which Karmada overlooks',
    { overrideRules: [RULE], overriders: { fieldOverrider: [{ fieldPath: '/data/a', yaml: operations }] } },
    ["spec.overriders: overrideRules and overriders can't co-exist"],
  ],
  [
    'rules beside both, with all problems in these',
    {
      overrideRules: [RULE],
      targetCluster: badKey,
      overriders: { labelsOverrider: [{ operator: 'add', value: { '~': 'a' } }] },
    },
    [
      "spec.targetCluster: overrideRules and targetCluster can't co-exist",
      "spec.overriders: overrideRules and overriders can't co-exist",
      'spec.targetCluster.fieldSelector.matchExpressions[0].key: unsupported key "rack", must be provider, region, or zone',
      `spec.overriders.labelsOverrider[0].value["~"]: ${NO_NAME}`,
    ],
  ],
  [
    'an empty list of rules beside deprecated fields',
    { overrideRules: [], targetCluster: NORTH, overriders: { plaintext: PLAINTEXT } },
    [
      "spec.targetCluster: overrideRules and targetCluster can't co-exist",
      "spec.overriders: overrideRules and overriders can't co-exist",
    ],
  ],
  [
    'an invalid annotation',
    { overrideRules: [{ overriders: { annotationsOverrider: [{ operator: 'add', value: { '~': 'a' } }] } }] },
    [`spec.overrideRules[0].overriders.annotationsOverrider[0].value["~"]: ${NO_NAME}`],
  ],
  [
    'an invalid label',
    { overrideRules: [RULE, { overriders: { labelsOverrider: [{ operator: 'add', value: { '~': 'a' } }] } }] },
    [`spec.overrideRules[1].overriders.labelsOverrider[0].value["~"]: ${NO_NAME}`],
  ],
  [
    'an unknown field of clusters in the deprecated targetCluster',
    { targetCluster: badKey },
    [
      'spec.targetCluster.fieldSelector.matchExpressions[0].key: unsupported key "rack", must be provider, region, or zone',
    ],
  ],
  [
    'an unknown operator in the deprecated targetCluster',
    { targetCluster: badOperator },
    ['spec.targetCluster.fieldSelector.matchExpressions[0].operator: unsupported operator "Gt", must be In or NotIn'],
  ],
  [
    'an unknown field of clusters in a rule',
    { overrideRules: [{ targetCluster: badKey, overriders: {} }] },
    [
      'spec.overrideRules[0].targetCluster.fieldSelector.matchExpressions[0].key: unsupported key "rack", must be provider, region, or zone',
    ],
  ],
  [
    'an unknown operator in a rule',
    { overrideRules: [{ targetCluster: badOperator, overriders: {} }] },
    [
      'spec.overrideRules[0].targetCluster.fieldSelector.matchExpressions[0].operator: unsupported operator "Gt", must be In or NotIn',
    ],
  ],
  [
    'a fieldOverrider in neither format',
    field({}),
    ['spec.overrideRules[0].overriders.fieldOverrider[0]: FieldOverrider must have either JSON or YAML set'],
  ],
  [
    'a fieldOverrider in both formats',
    field({ json: operations, yaml: operations }),
    [
      'spec.overrideRules[0].overriders.fieldOverrider[0]: FieldOverrider has both YAML and JSON set. Only one is allowed',
    ],
  ],
  ['a fieldOverrider in YAML', field({ yaml: operations })],
  ['a fieldOverrider in JSON', field({ json: operations })],
  [
    'a selector of another namespace',
    { resourceSelectors: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'far' }] },
    [
      'spec.resourceSelectors[0].namespace: namespace of resource selector must be the same as the namespace of the policy',
    ],
    'near',
  ],
  [
    'a selector of any namespace, in a ClusterOverridePolicy',
    { resourceSelectors: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'far' }] },
  ],
  [
    'label selectors that match nothing',
    {
      resourceSelectors: [
        { apiVersion: 'v1', kind: 'ConfigMap', labelSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
      ],
      overrideRules: [
        { targetCluster: { labelSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } }, overriders: {} },
      ],
    },
    [
      'spec.resourceSelectors[0].labelSelector.matchExpressions[0].values: must not be empty for operator "In"',
      'spec.overrideRules[0].targetCluster.labelSelector.matchExpressions[0].values: must not be empty for operator "In"',
    ],
  ],
];

describe('readOverridePolicy', () => {
  for (const [name, spec, want = [], namespace] of rows) {
    it(`${want.length === 0 ? 'accepts' : 'refuses'} ${name}`, () => {
      assert.deepEqual(read(spec, namespace).problems, want);
    });
  }

  it('reads each rule with its target', () => {
    const selector = { apiVersion: 'v1', kind: 'ConfigMap' };
    const rules = [{ overriders: { plaintext: PLAINTEXT } }, RULE];
    const { policy } = read({ resourceSelectors: [selector], overrideRules: rules }, 'near');
    assert.deepEqual(policy.selection, { selectors: [selector], namespace: 'near' });
    assert.deepEqual(summary(policy), [
      ['spec.overrideRules[0]', undefined, ['spec.overrideRules[0].overriders.plaintext']],
      ['spec.overrideRules[1]', NORTH, []],
    ]);
  });

  it('reads the deprecated fields as one rule', () => {
    const { policy } = read({ targetCluster: NORTH, overriders: { plaintext: PLAINTEXT } });
    assert.deepEqual(summary(policy), [['spec', NORTH, ['spec.overriders.plaintext']]]);
  });

  it('reads a policy without rules', () => {
    assert.deepEqual(read({}).policy, { selection: { selectors: [], namespace: undefined }, rules: [] });
  });

  it('orders overriders by their kind, then as written', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.keys(ENTRIES)), (keys) => {
        const overriders = Object.fromEntries(keys.map((key) => [key, ENTRIES[key as keyof typeof ENTRIES]]));
        const { policy, problems } = read({ overrideRules: [{ overriders }] });
        assert.deepEqual(problems, []);
        const want = ORDER.filter(([key]) => keys.includes(key)).flatMap(([, fields]) => fields);
        assert.deepEqual(
          policy.rules[0]?.overriders.map((overrider) => formatFieldPath(overrider.field.slice(4))),
          want,
        );
      }),
    );
  });
});

function summary({ rules }: OverridePolicy): readonly unknown[] {
  return rules.map((rule) => [
    formatFieldPath(rule.field),
    rule.target,
    rule.overriders.map((overrider) => formatFieldPath(overrider.field)),
  ]);
}

const label = { operator: 'add', value: { a: 'b' } } as const;
const command = { containerName: 'main', operator: 'add', value: ['a'] } as const;
const ENTRIES = {
  plaintext: [...PLAINTEXT, ...PLAINTEXT],
  fieldOverrider: [
    { fieldPath: '/data/a', yaml: operations },
    { fieldPath: '/data/b', json: operations },
  ],
  annotationsOverrider: [label],
  labelsOverrider: [label, label],
  argsOverrider: [command],
  commandOverrider: [command, command],
  imageOverrider: [{ component: 'Tag', operator: 'replace', value: 'v2' }],
} as const;

/** Karmada's order of kinds, with the fields of the overriders that are read from the entries above. */
const ORDER: readonly (readonly [key: string, fields: readonly string[]])[] = [
  ['imageOverrider', ['imageOverrider[0]']],
  ['commandOverrider', ['commandOverrider[0]', 'commandOverrider[1]']],
  ['argsOverrider', ['argsOverrider[0]']],
  ['labelsOverrider', ['labelsOverrider[0]', 'labelsOverrider[1]']],
  ['annotationsOverrider', ['annotationsOverrider[0]']],
  ['fieldOverrider', ['fieldOverrider']],
  ['plaintext', ['plaintext']],
];
