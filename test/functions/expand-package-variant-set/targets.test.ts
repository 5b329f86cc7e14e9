import assert from 'node:assert/strict';
import { expand, expandList } from './expanded-variants.ts';
import { DESIGN_REPOSITORIES, keptSet, object, repository, team, variantSet } from './variant-set-items.ts';

interface Row {
  readonly name: string;
  readonly targets: string;
  readonly items?: readonly string[];
  /** Repository and package of each PackageVariant, in order. */
  readonly want: readonly string[];
}

const TEAM = 'apiVersion: krm-platform.bigco.com/v1, kind: Team';
const byOrg = (expressions: string): string => `[{repositorySelector: {matchExpressions: [${expressions}]}}]`;
const LABELLED = [repository('a', '{x: "1"}'), repository('b', '{x: "2", w: ""}'), repository('c')];

const rows: readonly Row[] = [
  {
    name: 'expands listed repositories in their order, with the upstream package by default',
    targets:
      '[{repositories: [{name: cluster-01}, {name: cluster-02, packageNames: []}, {name: cluster-03, packageNames: [foo-b, foo-a, foo-c]}, {name: cluster-04, packageNames: ~}]}]',
    items: DESIGN_REPOSITORIES,
    want: [
      'cluster-01/foo',
      'cluster-02/foo',
      'cluster-03/foo-b',
      'cluster-03/foo-a',
      'cluster-03/foo-c',
      'cluster-04/foo',
    ],
  },
  {
    name: 'expands selected repositories',
    targets:
      '[{repositorySelector: {matchLabels: {env: prod, org: hr}}}, {repositorySelector: {matchLabels: {region: uswest1}, packageNames: [foo-a, foo-b, foo-c]}}]',
    items: DESIGN_REPOSITORIES,
    want: [
      'cluster-01/foo',
      'cluster-03/foo',
      'cluster-04/foo',
      'cluster-02/foo-a',
      'cluster-02/foo-b',
      'cluster-02/foo-c',
      'cluster-04/foo-a',
      'cluster-04/foo-b',
      'cluster-04/foo-c',
    ],
  },
  {
    name: 'expands selected objects, whose names are the repositories',
    targets: `[{objectSelector: {${TEAM}, matchLabels: {org: hr, role: dev}}}]`,
    items: [team('x', '{org: hr, role: dev}'), team('y', '{org: hr, role: ops}'), team('z', '{role: dev}')],
    want: ['x/foo'],
  },
  {
    name: 'sorts selected objects by the bytes of their names',
    targets: `[{objectSelector: {${TEAM}, packageNames: [q, p]}}]`,
    items: [team('b'), team('a10'), team('a'), team('a-b'), team('a9')],
    want: ['a', 'a-b', 'a10', 'a9', 'b'].flatMap((name) => [`${name}/q`, `${name}/p`]),
  },
  {
    name: 'selects all repositories by an empty selector',
    targets: '[{repositorySelector: {}}]',
    items: LABELLED,
    want: ['a/foo', 'b/foo', 'c/foo'],
  },
  {
    name: 'selects all repositories by empty labels',
    targets: '[{repositorySelector: {matchLabels: {}, matchExpressions: []}}]',
    items: LABELLED,
    want: ['a/foo', 'b/foo', 'c/foo'],
  },
  ...(
    [
      ['{key: x, operator: In, values: ["1", "3"]}', 'a'],
      ['{key: x, operator: NotIn, values: ["1"]}', 'bc'],
      ['{key: x, operator: Exists}', 'ab'],
      ['{key: w, operator: Exists}', 'b'],
      ['{key: x, operator: DoesNotExist, values: []}', 'c'],
      ['{key: x, operator: Exists}, {key: w, operator: DoesNotExist}', 'a'],
    ] as const
  ).map(([expressions, names]): Row => ({
    name: `selects by the label conditions ${expressions}`,
    targets: byOrg(expressions),
    items: LABELLED,
    want: [...names].map((name) => `${name}/foo`),
  })),
  {
    name: 'requires all labels and all conditions',
    targets: '[{repositorySelector: {matchLabels: {x: "2"}, matchExpressions: [{key: w, operator: Exists}]}}]',
    items: LABELLED,
    want: ['b/foo'],
  },
  {
    name: 'selects by name, which Porch ignores',
    targets: `[{objectSelector: {${TEAM}, name: a}}]`,
    items: [team('a'), team('b')],
    want: ['a/foo'],
  },
  {
    name: 'requires the name and the labels',
    targets: `[{objectSelector: {${TEAM}, name: a, matchLabels: {x: z}}}, {objectSelector: {${TEAM}, name: '', matchLabels: {x: z}}}]`,
    items: [team('a'), team('b', '{x: z}')],
    want: ['b/foo'],
  },
  {
    name: 'selects only the given version of a kind',
    targets: `[{objectSelector: {${TEAM}}}]`,
    items: [
      team('a'),
      object(['krm-platform.bigco.com/v2', 'Team'], 'b'),
      object(['other.bigco.com/v1', 'Team'], 'c'),
      object(['krm-platform.bigco.com/v1', 'Crew'], 'd'),
    ],
    want: ['a/foo'],
  },
  {
    name: 'expands Repositories selected by objectSelector',
    targets:
      '[{objectSelector: {apiVersion: config.porch.kpt.dev/v1alpha1, kind: Repository, matchLabels: {org: finance}}}]',
    items: DESIGN_REPOSITORIES,
    want: ['cluster-02/foo'],
  },
  {
    name: 'selects cluster-scoped objects and none in other namespaces',
    targets: `[{objectSelector: {${TEAM}}}]`,
    items: [team('a', '{}', ''), team('b', '{}', 'default'), team('c', '{}', 'lab')],
    want: ['a/foo', 'b/foo'],
  },
];

describe('expand-package-variant-set: targets', () => {
  for (const { name, targets, items = [], want } of rows) {
    it(name, async () => {
      const { pairs, stderr } = await expand([variantSet({ targets }), ...items]);
      assert.equal(stderr, '');
      assert.deepEqual(pairs, want);
    });
  }

  it('makes a PackageVariant with only upstream and downstream without a template', async () => {
    const { variants } = await expand([variantSet({ targets: '[{repositories: [{name: r}]}]' })]);
    assert.deepEqual(
      variants.map(({ spec }) => spec),
      [{ upstream: { repo: 'example-repo', package: 'foo', revision: 1 }, downstream: { repo: 'r', package: 'foo' } }],
    );
  });
});

describe('expand-package-variant-set: namespaces', () => {
  const all = '[{repositorySelector: {}}]';
  const repositories = ['', 'default', 'lab'].map((namespace) => repository(`r${namespace}`, '{}', namespace));

  for (const namespace of ['', 'default'])
    it(`lets a set in "${namespace}" see objects in none and in default, and reports others`, async () => {
      const { pairs, results } = await expand([variantSet({ targets: all, namespace }), ...repositories]);
      assert.deepEqual(pairs, ['r/foo', 'rdefault/foo']);
      assert.deepEqual(results, [
        'info -: PackageVariants as configured: 2: example-r-foo, example-rdefault-foo',
        'info metadata.namespace: a PackageVariantSet would match but for the namespace',
      ]);
    });

  it('treats a Repository without a namespace as in default', async () => {
    const { pairs } = await expand([variantSet({ targets: all, namespace: 'lab' }), ...repositories]);
    assert.deepEqual(pairs, ['rlab/foo']);
  });

  it('reports an object once, however many targets would select it', async () => {
    const { results } = await expand([
      variantSet({ targets: '[{repositorySelector: {}}, {repositorySelector: {packageNames: [q]}}]' }),
      repository('r', '{}', 'lab'),
      repository('own'),
    ]);
    assert.equal(results.filter((line) => line.includes('but for the namespace')).length, 1);
  });

  const elsewhere: readonly (readonly [name: string, targets: string, want: string])[] = [
    [
      'selects only Repositories of another namespace',
      '[{repositorySelector: {}}]',
      'warning spec.targets[0]: matches no Repository in namespace "default"; 2 would match in namespace "lab": set `metadata.namespace` of the set',
    ],
    [
      'names a Repository of another namespace',
      '[{repositories: [{name: r, packageNames: [a, b]}]}]',
      'warning -: no Repository "r" in namespace "default"; 1 would match in namespace "lab": set `metadata.namespace` of the set',
    ],
  ];
  for (const [name, targets, want] of elsewhere)
    it(`warns once if a target ${name}`, async () => {
      const { results } = await expand([
        variantSet({ targets }),
        ...['r', 's'].map((each) => repository(each, '{}', 'lab')),
      ]);
      assert.deepEqual(
        results.filter((line) => line.startsWith('warning')),
        [want],
      );
    });

  it('puts a PackageVariant into the namespace of its set, or into none', async () => {
    const namespaces = await Promise.all(
      ['', 'default', 'lab'].map(async (namespace) => {
        const { variants } = await expand([variantSet({ targets: '[{repositories: [{name: r}]}]', namespace })]);
        return variants.map(({ metadata }) => metadata.namespace);
      }),
    );
    assert.deepEqual(namespaces, [[undefined], ['default'], ['lab']]);
  });
});

describe('expand-package-variant-set: nothing is selected', () => {
  const none = '[{repositorySelector: {matchLabels: {a: b}}}, {repositories: [{name: r}]}]';

  it('warns, and expands other targets', async () => {
    const { pairs, results } = await expand([variantSet({ targets: none }), repository('r')]);
    assert.deepEqual(pairs, ['r/foo']);
    assert.deepEqual(results, [
      'warning spec.targets[0]: matches no Repository',
      'info -: PackageVariants as configured: 1: example-r-foo',
    ]);
  });

  it('does not name the version of its own PackageVariants, as a second run would', async () => {
    const other = '[{objectSelector: {apiVersion: a.b/v1, kind: PackageVariant}}, {repositories: [{name: r}]}]';
    const { list, results } = await expand([keptSet({ targets: other })]);
    assert.equal(results[0], 'warning spec.targets[0]: matches no PackageVariant');
    assert.deepEqual((await expandList(list)).results, results);
  });

  it('names the nearest kind and the nearest name', async () => {
    const version = 'krm-platform.bigco.com/v1';
    const kind = `{objectSelector: {apiVersion: ${version}, kind: team}}`;
    const name = `{objectSelector: {${TEAM}, name: nroth}}`;
    const { results } = await expand([
      variantSet({ targets: `[${kind}, ${name}]` }),
      object([version, 'Team'], 'north'),
    ]);
    assert.deepEqual(results.slice(0, 2), [
      'warning spec.targets[0]: matches no team; did you mean kind "Team"?',
      'warning spec.targets[1]: matches no Team; did you mean "north"?',
    ]);
  });

  it('names the existing versions of the kind', async () => {
    const kinds = ['krm-platform.bigco.com/v1beta1', 'a.example.com/v1'].map((version) =>
      object([version, 'Team'], 't'),
    );
    const { results } = await expand([variantSet({ targets: `[{objectSelector: {${TEAM}}}]` }), ...kinds]);
    assert.equal(
      results[0],
      'warning spec.targets[0]: matches no Team; did you mean apiVersion "a.example.com/v1" or "krm-platform.bigco.com/v1beta1"?',
    );
  });
});
