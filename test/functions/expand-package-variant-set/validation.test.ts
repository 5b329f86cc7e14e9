import assert from 'node:assert/strict';
import { inProcess } from '../../support/runner.ts';
import { resource, resourceList } from '../../support/resource-list.ts';
import { expand, expandFunction } from './expanded-variants.ts';
import { itReports, LISTED, type SetRow } from './refused-sets.ts';
import { variantSet } from './variant-set-items.ts';

const REVISION = 'error spec.upstream: either `revision` or `workspaceName` must be specified';
const WAYS = 'must specify one of `repositories`, `repositorySelector`, or `objectSelector`';
const ONLY_ONE = WAYS.replace('one', 'only one');

const upstreams: readonly SetRow[] = [
  ['rejects null', { upstream: '~' }, ['error spec.upstream: is a required field']],
  [
    'reports every missing field',
    { upstream: '{}' },
    [REVISION, 'error spec.upstream.package: is a required field', 'error spec.upstream.repo: is a required field'],
  ],
  [
    'treats empty strings as missing',
    { upstream: "{repo: '', package: '', revision: '', workspaceName: ''}" },
    [REVISION, 'error spec.upstream.package: is a required field', 'error spec.upstream.repo: is a required field'],
  ],
  ['treats revision 0 as missing', { upstream: '{repo: a, package: b, revision: 0}' }, [REVISION]],
  [
    'rejects a revision that is neither an integer nor a string',
    { upstream: '{repo: a, package: b, revision: 1.5, workspaceName: w}' },
    ['error spec.upstream.revision: must be an integer or a string, not a number'],
  ],
  [
    'rejects an unknown field',
    { upstream: '{repo: a, package: b, revison: 1, workspaceName: w}' },
    ['error spec.upstream.revison: unknown field; did you mean `revision`?'],
  ],
];

const targets: readonly SetRow[] = [
  ['rejects an empty list of targets', { targets: '[]' }, ['error spec.targets: must specify at least one item']],
  ['treats null as an empty list', { targets: '~' }, ['error spec.targets: must specify at least one item']],
  [
    'rejects a target without a selection',
    { targets: '[{}, {template: {}}]' },
    [`error spec.targets[0]: ${WAYS}`, `error spec.targets[1]: ${WAYS}`],
  ],
  [
    'rejects a target with several selections',
    {
      targets:
        '[{repositories: [{name: r}], repositorySelector: {}}, {repositorySelector: {}, objectSelector: {apiVersion: v1, kind: Node}}]',
    },
    [`error spec.targets[0]: ${ONLY_ONE}`, `error spec.targets[1]: ${ONLY_ONE}`],
  ],
  [
    'counts an empty list as a selection',
    { targets: '[{repositories: [], repositorySelector: {}}]' },
    [
      `error spec.targets[0]: ${ONLY_ONE}`,
      'error spec.targets[0].repositories: must not be an empty list if specified',
    ],
  ],
  ['ignores a selection that is null', { targets: '[{repositories: [{name: r}], objectSelector: ~}]' }, []],
  [
    'rejects an empty list of repositories',
    { targets: '[{repositories: []}]' },
    ['error spec.targets[0].repositories: must not be an empty list if specified'],
  ],
  [
    'rejects repositories without a name',
    { targets: "[{repositories: [{name: r}, {name: ''}, {}]}]" },
    [
      'error spec.targets[0].repositories[1].name: cannot be empty',
      'error spec.targets[0].repositories[2].name: cannot be empty',
    ],
  ],
  [
    'rejects empty package names in each kind of selection',
    {
      targets:
        "[{repositories: [{name: r, packageNames: [a, '']}]}, {repositorySelector: {packageNames: ['']}}, {objectSelector: {apiVersion: v1, kind: Node, packageNames: ['']}}]",
    },
    [
      'error spec.targets[0].repositories[0].packageNames[1]: cannot be empty',
      'error spec.targets[1].repositorySelector.packageNames[0]: cannot be empty',
      'error spec.targets[2].objectSelector.packageNames[0]: cannot be empty',
    ],
  ],
  [
    'rejects an object selector without apiVersion or kind',
    { targets: "[{objectSelector: {}}, {objectSelector: {apiVersion: '', kind: Node}}]" },
    [
      'error spec.targets[0].objectSelector.apiVersion: cannot be empty',
      'error spec.targets[0].objectSelector.kind: cannot be empty',
      'error spec.targets[1].objectSelector.apiVersion: cannot be empty',
    ],
  ],
  [
    'rejects unknown operators and operators with the wrong values',
    {
      targets:
        '[{repositorySelector: {matchExpressions: [{key: a, operator: in, values: [b]}, {key: a, operator: NotIn}]}}, {objectSelector: {apiVersion: v1, kind: Node, matchExpressions: [{key: a, operator: Exists, values: [b]}]}}]',
    },
    [
      'error spec.targets[0].repositorySelector.matchExpressions[0].operator: must be "In", "NotIn", "Exists" or "DoesNotExist"',
      'error spec.targets[0].repositorySelector.matchExpressions[1].values: must not be empty for operator "NotIn"',
      'error spec.targets[1].objectSelector.matchExpressions[0].values: must be empty for operator "Exists"',
    ],
  ],
  [
    'rejects the namespace of v1alpha1',
    { targets: '[{objectSelector: {apiVersion: v1, kind: Node, namespace: x}}]' },
    [
      'error spec.targets[0].objectSelector.namespace: unknown field; known fields: `apiVersion`, `kind`, `name`, `matchLabels`, `matchExpressions`, `packageNames`',
    ],
  ],
];

const whole: readonly SetRow[] = [
  [
    'reports all problems at once',
    {
      upstream: '{repo: a}',
      targets:
        '[{repositories: []}, {repositorySelector: {}, template: {adoptionPolicy: x, label: {}, labels: {a: 1}}}]',
    },
    [
      'error spec.targets[0].repositories: must not be an empty list if specified',
      'error spec.targets[1].template.adoptionPolicy: can only be "adoptNone" or "adoptExisting"',
      'error spec.targets[1].template.label: unknown field; did you mean `labels`?',
      'error spec.targets[1].template.labels.a: must be a string, not a number',
      REVISION,
      'error spec.upstream.package: is a required field',
    ],
  ],
];

const sections: Readonly<Record<string, readonly SetRow[]>> = {
  'the upstream': upstreams,
  targets,
  'the whole set': whole,
};

for (const [title, rows] of Object.entries(sections)) {
  describe(`expand-package-variant-set: validation of ${title}`, () => {
    itReports(rows);
  });
}

const REVISIONS: readonly (readonly [written: string, result: unknown])[] = [
  ['revision: 3', { revision: 3 }],
  ['revision: v3', { revision: 'v3' }],
  ['revision: "3"', { revision: '3' }],
  ['revision: -1', { revision: -1 }],
  ['workspaceName: w', { workspaceName: 'w' }],
  ['revision: 0, workspaceName: w', { workspaceName: 'w' }],
  ['revision: 2, workspaceName: w', { revision: 2, workspaceName: 'w' }],
];

describe('expand-package-variant-set: revisions', () => {
  for (const [written, result] of REVISIONS) {
    it(`copies ${written} to the PackageVariants`, async () => {
      const upstream = `{repo: a, package: b, ${written}}`;
      const { variants } = await expand([variantSet({ targets: LISTED, upstream })]);
      assert.deepEqual(variants[0]?.spec['upstream'], { repo: 'a', package: 'b', ...(result as object) });
    });
  }
});

const OLD = variantSet({ targets: LISTED }).replace('v1alpha2', 'v1alpha1');

describe('expand-package-variant-set: sets', () => {
  it('names the right version for v1alpha1, in the function config and among the items', async () => {
    const want = ['error apiVersion: must be "config.porch.kpt.dev/v1alpha2" for kind PackageVariantSet'];
    assert.deepEqual((await expand([], OLD)).results, want);
    assert.deepEqual((await expand([OLD])).results, want);
  });

  it('rejects a set without a name, along with other problems', async () => {
    const text = variantSet({ targets: '[]' }).replace('  name: example\n', '');
    assert.deepEqual((await expand([text])).results, [
      'error metadata.name: must be set',
      'error spec.targets: must specify at least one item',
    ]);
  });

  it('rejects a set without a spec', async () => {
    const text = resource('config.porch.kpt.dev/v1alpha2', 'PackageVariantSet', 'example');
    assert.deepEqual((await expand([text])).results, ['error spec: must be set']);
  });

  it('reports the problems of all sets at once', async () => {
    const { results } = await expand(['a', 'b'].map((name) => variantSet({ name, targets: '[]' })));
    assert.equal(results.length, 2);
  });

  it('rejects two sets with one name in one namespace; unset means default', async () => {
    const items = [
      variantSet({ targets: LISTED, namespace: '' }),
      variantSet({ targets: '[{repositories: [{name: s}]}]' }),
    ];
    const { list, results } = await expand(items);
    assert.deepEqual(results, ['error -: duplicate PackageVariantSet: namespace and name must be unique']);
    assert.equal(list, resourceList(items));
  });

  it('warns if there is no set', async () => {
    assert.deepEqual((await expand([resource('v1', 'ConfigMap', 'c')])).results, [
      'warning -: no PackageVariantSet in the function config or among the items',
    ]);
  });

  it('exits with code 1 on an error, and prints it to stderr', async () => {
    const { exitCode, stderr } = await inProcess(expandFunction)(resourceList([variantSet({ targets: '[]' })]));
    assert.equal(exitCode, 1);
    assert.match(stderr, /^\[error\] .*spec\.targets: must specify at least one item\n$/);
  });
});
