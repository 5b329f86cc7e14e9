import assert from 'node:assert/strict';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { expand, expandList, pathOf } from './expanded-variants.ts';
import { keptSet, variantSet } from './variant-set-items.ts';

const LISTED = '[{repositories: [{name: r}], template: {labels: {a: b}}}]';
const NAMED = '[{repositories: [{name: r, packageNames: [a, b]}]}]';
const wanted = (...names: string[]): string =>
  `info -: PackageVariants as configured: ${names.length}: ${names.join(', ')}`;

const kptfile = (packagePath: string): string =>
  resource('kpt.dev/v1', 'Kptfile', 'p', '', keptAt('Kptfile', packagePath));

/** The PackageVariant `example-r-foo` made from `LISTED`, with its metadata after the name. */
const made = (metadata: string): string => `apiVersion: config.porch.kpt.dev/v1alpha1
kind: PackageVariant
metadata:
  name: example-r-foo
${metadata}spec:
  upstream:
    repo: example-repo
    package: foo
    revision: 1
  downstream:
    repo: r
    package: foo
  labels:
    a: b
`;

describe('expand-package-variant-set: a new PackageVariant', () => {
  it('has the mark of the set, in its own file in a folder of the set', async () => {
    const set = keptSet({ targets: LISTED }, 'sets/some.yaml');
    const { list, results } = await expand([set]);
    const metadata = `  namespace: default
  annotations:
    krm-variants.dev/package-variant-set: default/example
    internal.config.kubernetes.io/path: sets/example/example-r-foo.yaml
    internal.config.kubernetes.io/index: "0"
`;
    assert.equal(list, resourceList([set, made(metadata)]));
    assert.deepEqual(results, [wanted('example-r-foo')]);
  });

  it('has no namespace if the set has none, and the default one in its mark', async () => {
    const set = keptSet({ targets: LISTED, namespace: '' }, 'example.yaml');
    const metadata = `  annotations:
    krm-variants.dev/package-variant-set: default/example
    internal.config.kubernetes.io/path: example/example-r-foo.yaml
    internal.config.kubernetes.io/index: "0"
`;
    assert.equal((await expand([set])).list, resourceList([set, made(metadata)]));
  });

  it('has the label and owner reference of Porch if the set has a uid, and no finalizer', async () => {
    const set = keptSet({ targets: LISTED, metadata: '  uid: 1a2b-3c\n' }, 'example.yaml');
    const metadata = `  namespace: default
  labels:
    config.porch.kpt.dev/packagevariantset: 1a2b-3c
  annotations:
    krm-variants.dev/package-variant-set: default/example
    internal.config.kubernetes.io/path: example/example-r-foo.yaml
    internal.config.kubernetes.io/index: "0"
  ownerReferences:
  - apiVersion: config.porch.kpt.dev/v1alpha2
    kind: PackageVariantSet
    name: example
    uid: 1a2b-3c
    controller: true
`;
    assert.equal((await expand([set])).list, resourceList([set, made(metadata)]));
  });

  it('differs only in name and package between the three of the design', async () => {
    const targets =
      '[{repositories: [{name: cluster-01, packageNames: [ns-1, ns-2, ns-3]}], template: {labels: {package-type: namespace, org: hr}}}]';
    const upstream = '{repo: platform-catalog, package: base-ns, revision: v1}';
    const { variants } = await expand([variantSet({ targets, upstream })]);
    assert.deepEqual(
      variants.map(({ apiVersion, metadata, spec }) => ({ apiVersion, name: metadata.name, spec })),
      ['ns-1', 'ns-2', 'ns-3'].map((name) => ({
        apiVersion: 'config.porch.kpt.dev/v1alpha1',
        name: `example-cluster-01-${name}`,
        spec: {
          upstream: { repo: 'platform-catalog', package: 'base-ns', revision: 'v1' },
          downstream: { repo: 'cluster-01', package: name },
          labels: { org: 'hr', 'package-type': 'namespace' },
        },
      })),
    );
  });
});

interface Place {
  readonly name: string;
  readonly items: readonly string[];
  readonly config?: string;
  readonly path: string | undefined;
  readonly packagePath?: string;
}

const NEW = 'example/example-r-foo.yaml';
const bare = variantSet({ targets: LISTED });

const places: readonly Place[] = [
  { name: 'is a folder beside a set in the top folder', items: [keptSet({ targets: LISTED }, 'a.yaml')], path: NEW },
  {
    name: 'is a folder beside a set in a subfolder',
    items: [keptSet({ targets: LISTED }, 'a/b/c.yaml')],
    path: `a/b/${NEW}`,
  },
  { name: 'is a folder at the top for a set without a path', items: [bare], path: NEW },
  {
    name: 'is a folder in the subpackage of a set in kpt fn render',
    items: [kptfile('/p'), kptfile('/p/sub'), keptSet({ targets: LISTED }, 'a/b.yaml', '/p/sub')],
    path: `a/${NEW}`,
    packagePath: '/p/sub',
  },
  {
    name: 'is a folder at the top for a function config that is not an item',
    items: [resource('v1', 'ConfigMap', 'c', '', keptAt('x/c.yaml'))],
    config: bare,
    path: NEW,
  },
  {
    name: 'is a folder beside the item that is also the function config',
    items: [keptSet({ targets: LISTED }, 'a/b.yaml', '/p')],
    config: bare,
    path: `a/${NEW}`,
    packagePath: '/p',
  },
  {
    name: 'is a folder at the top if an item of the same name is in another namespace',
    items: [keptSet({ targets: LISTED, namespace: 'lab' }, 'a/b.yaml')],
    config: bare,
    path: NEW,
  },
  {
    name: 'is a folder at the top whatever path a function config that is not an item has',
    items: [],
    config: keptSet({ targets: LISTED }, 'a/b.yaml'),
    path: NEW,
  },
];

describe('expand-package-variant-set: location of a new PackageVariant', () => {
  for (const { name, items, config, path, packagePath } of places)
    it(name, async () => {
      const ran = await expand(items, config);
      assert.equal(ran.variants.length, 1, ran.stderr);
      assert.deepEqual(ran.variants.map(pathOf), [path]);
      const annotations = ran.variants[0]?.metadata.annotations;
      assert.equal(annotations?.['internal.config.kubernetes.io/package-path'], packagePath);
      const again = await expandList(ran.list);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run changes nothing');
    });
});

describe('expand-package-variant-set: several sets', () => {
  it('writes each to its own folder, with its own result', async () => {
    const { variants, results } = await expand([
      keptSet({ name: 'b', targets: LISTED }, 'z.yaml'),
      keptSet({ name: 'a', targets: NAMED }, 'a.yaml'),
    ]);
    assert.deepEqual(variants.map(pathOf), ['a/a-r-a.yaml', 'a/a-r-b.yaml', 'b/b-r-foo.yaml']);
    assert.deepEqual(results, [wanted('a-r-a', 'a-r-b'), wanted('b-r-foo')]);
  });

  it('requires separate folders for sets with one name in two namespaces', async () => {
    const sets = (folder: string): readonly string[] => [
      keptSet({ targets: LISTED }, 'a.yaml'),
      keptSet({ targets: LISTED, namespace: 'lab' }, `${folder}b.yaml`),
    ];
    const { results, list } = await expand(sets(''));
    assert.equal(list, resourceList(sets('')));
    assert.deepEqual(results, [
      'error -: must not share the folder "example" with another PackageVariantSet of the same name',
    ]);
    assert.deepEqual((await expand(sets('lab/'))).variants.map(pathOf), [NEW, `lab/${NEW}`]);
  });

  it('applies only the function config, once', async () => {
    const items = [keptSet({ targets: NAMED }), keptSet({ name: 'other', targets: NAMED }, 'other.yaml')];
    const { pairs, results } = await expand(items, variantSet({ targets: NAMED }));
    assert.deepEqual(pairs, ['r/a', 'r/b']);
    assert.deepEqual(results, [wanted('example-r-a', 'example-r-b')]);
  });

  it('ignores the order of keys in a set', async () => {
    const map = (from: string, reverse: boolean): string =>
      `{${(reverse ? ['a: x', `b: ${from}`].toReversed() : ['a: x', `b: ${from}`]).join(', ')}}`;
    const [straight, turned] = [false, true].map((reverse) => {
      const functions = `[{image: i, configMap: ${map('z', reverse)}, selectors: [{labels: ${map('z', reverse)}}]}]`;
      const fields = [
        `labels: ${map('z', reverse)}`,
        `annotations: ${map('z', reverse)}`,
        `packageContext: {data: ${map('z', reverse)}, removeKeys: [k]}`,
        `pipeline: {${[`mutators: ${functions}`, `validators: ${functions}`].toSorted((a, b) => (a < b === reverse ? 1 : -1)).join(', ')}}`,
        'injectors: [{name: e}]',
      ];
      return `[{repositories: [{name: r}], template: {${(reverse ? fields.toReversed() : fields).join(', ')}}}]`;
    });
    const lists = await Promise.all(
      [straight, turned].map(async (targets = '') => (await expand([], variantSet({ targets }))).list),
    );
    const [first, second] = lists.map((list) => list.slice(0, list.indexOf('functionConfig:')));
    assert.match(first ?? '', /image: i\n/);
    assert.equal(first, second);
  });
});
