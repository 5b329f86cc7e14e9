import assert from 'node:assert/strict';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { noticesOf } from '../../support/run-list.ts';
import { expand, expandFunction, expandList } from './expanded-variants.ts';
import { keptSet, type SetText } from './variant-set-items.ts';

const TARGETS = '[{repositories: [{name: r}], template: {labels: {a: b, c: d}}}]';
const set = (more: Partial<SetText> = {}): string => keptSet({ targets: TARGETS, ...more });
const wanted = (...names: string[]): string =>
  `info -: PackageVariants as configured: ${names.length}${names.length === 0 ? '' : `: ${names.join(', ')}`}`;
const changes = (added: number, changed: number, removed: number, unchanged: number): string =>
  `-: PackageVariants: ${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;

const MARK = 'krm-variants.dev/package-variant-set: default/example';
const UID = 'config.porch.kpt.dev/packagevariantset: 1a2b';
const WANTED = `spec:
  upstream:
    repo: example-repo
    package: foo
    revision: 1
  downstream:
    repo: r
    package: foo
  labels:
    a: b
    c: d
`;

/** An existing PackageVariant with lines of metadata and the rest of its text. */
const earlier = (metadata: string, rest = WANTED, name = 'example-r-foo'): string =>
  resource('config.porch.kpt.dev/v1alpha1', 'PackageVariant', name, rest, `  namespace: default\n${metadata}`);
const OWN = `${keptAt('sets/example/example-r-foo.yaml')}    ${MARK}\n`;

interface Row {
  readonly name: string;
  readonly set?: Partial<SetText>;
  readonly before: string;
  readonly after: string;
  readonly notices?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'changes nothing if the data are equal in another notation',
    before: earlier(
      OWN,
      '# head\nspec: # of Porch\n  labels: {"c": \'d\', a: "b"} # flow\n  downstream: {package: foo, repo: r}\n\n  upstream:\n      revision: 0x1\n      package: "foo"\n      repo: example-repo\n',
    ),
    after: earlier(
      OWN,
      '# head\nspec: # of Porch\n  labels: {"c": \'d\', a: "b"} # flow\n  downstream: {package: foo, repo: r}\n\n  upstream:\n      revision: 0x1\n      package: "foo"\n      repo: example-repo\n',
    ),
    notices: [],
  },
  {
    name: 'changes only the lines that differ, and adds new keys last',
    before: earlier(
      OWN,
      'spec:\n  # where it goes\n  downstream:\n    package: "foo" # same\n    repo: r\n  upstream:\n    # pinned\n    revision: 7 # for now\n    package: foo\n    repo: example-repo\n  labels:\n    c: \'x\' # was x\n',
    ),
    after: earlier(
      OWN,
      'spec:\n  # where it goes\n  downstream:\n    package: "foo" # same\n    repo: r\n  upstream:\n    # pinned\n    revision: 1 # for now\n    package: foo\n    repo: example-repo\n  labels:\n    c: \'d\' # was x\n    a: b\n',
    ),
  },
  {
    name: 'removes fields that are no longer generated, with their comments',
    before: earlier(
      OWN,
      `${WANTED}    old: x # gone\n  # gone, too\n  annotations:\n    e: f\n  injectors:\n  - name: i\nstatus: {}\n`,
    ),
    after: earlier(OWN, `${WANTED}status: {}\n`),
  },
  {
    name: 'keeps labels, annotations, finalizers, owners, status and other fields that users added',
    set: { metadata: '  uid: 1a2b\n' },
    before: `# mine\n${earlier(
      `  uid: 77\n  finalizers: [x] # f\n  labels: {team: t} # l\n  ownerReferences:\n  - kind: Other\n    name: o\n${OWN}    note: "n" # why\n`,
      `${WANTED.replace('a: b', 'a: z')}status:\n  conditions: []\nextra: 1.50\n`,
    )}`,
    after: `# mine\n${earlier(
      `  uid: 77\n  finalizers: [x] # f\n  labels: {team: t, ${UID}} # l\n  ownerReferences:\n  - kind: Other\n    name: o\n  - apiVersion: config.porch.kpt.dev/v1alpha2\n    kind: PackageVariantSet\n    name: example\n    uid: 1a2b\n    controller: true\n${OWN}    note: "n" # why\n`,
      `${WANTED}status:\n  conditions: []\nextra: 1.50\n`,
    )}`,
  },
  {
    name: 'changes a PackageVariant in the file to which a user moved it',
    before: earlier(`${keptAt('other/all.yaml')}    ${MARK}\n`, 'spec: {}\n'),
    after: earlier(`${keptAt('other/all.yaml')}    ${MARK}\n`, WANTED),
  },
  {
    name: 'changes a PackageVariant without a path in place',
    before: earlier(`  annotations:\n    ${MARK}\n`, ''),
    after: earlier(`  annotations:\n    ${MARK}\n`, WANTED),
  },
  {
    name: 'takes over a PackageVariant that has the label of Porch with the uid of the set',
    set: { metadata: '  uid: 1a2b\n' },
    before: earlier(
      `  finalizers: [config.porch.kpt.dev/packagevariants]\n  labels:\n    ${UID}\n  ownerReferences:\n  - apiVersion: config.porch.kpt.dev/v1alpha2\n    kind: PackageVariantSet\n    name: example\n    uid: 1a2b\n    controller: true\n${keptAt('p.yaml')}`,
      `${WANTED}status: {}\n`,
    ),
    after: earlier(
      `  finalizers: [config.porch.kpt.dev/packagevariants]\n  labels:\n    ${UID}\n  ownerReferences:\n  - apiVersion: config.porch.kpt.dev/v1alpha2\n    kind: PackageVariantSet\n    name: example\n    uid: 1a2b\n    controller: true\n${keptAt('p.yaml')}    ${MARK}\n`,
      `${WANTED}status: {}\n`,
    ),
  },
  {
    name: 'updates the uid in an owner reference to an earlier version of the set',
    set: { metadata: '  uid: 1a2b\n' },
    before: earlier(
      `  labels:\n    config.porch.kpt.dev/packagevariantset: old # uid\n  ownerReferences:\n  - apiVersion: config.porch.kpt.dev/v1alpha2\n    kind: PackageVariantSet\n    name: example\n    uid: old # of the set\n    controller: true\n${OWN}`,
    ),
    after: earlier(
      `  labels:\n    ${UID} # uid\n  ownerReferences:\n  - apiVersion: config.porch.kpt.dev/v1alpha2\n    kind: PackageVariantSet\n    name: example\n    uid: 1a2b # of the set\n    controller: true\n${OWN}`,
    ),
  },
  {
    name: 'keeps JSON',
    before: `{"apiVersion": "config.porch.kpt.dev/v1alpha1", "kind": "PackageVariant", "metadata": {"name": "example-r-foo", "namespace": "default", "annotations": {"krm-variants.dev/package-variant-set": "default/example"}}, "spec": {"labels": {"a":  "x"}, "upstream": {"repo": "example-repo", "package": "foo", "revision": 1}, "injectors": []}}\n`,
    after: `{"apiVersion": "config.porch.kpt.dev/v1alpha1", "kind": "PackageVariant", "metadata": {"name": "example-r-foo", "namespace": "default", "annotations": {"krm-variants.dev/package-variant-set": "default/example"}}, "spec": {"labels": {"a":  "b", "c": "d"}, "upstream": {"repo": "example-repo", "package": "foo", "revision": 1}, "downstream": {"repo": "r", "package": "foo"}}}\n`,
  },
  {
    name: 'replaces aliases by copies',
    before: earlier(
      OWN,
      'spec:\n  labels: &l {a: b, c: x}\n  annotations: *l\n  upstream: {repo: example-repo, package: foo, revision: 1}\n  downstream: {repo: r, package: foo}\n',
    ),
    after: earlier(
      OWN,
      'spec:\n  labels: &l {a: b, c: d}\n  upstream: {repo: example-repo, package: foo, revision: 1}\n  downstream: {repo: r, package: foo}\n',
    ),
    notices: [
      changes(0, 1, 0, 0),
      '-: the value of anchor "l" was edited: 1 alias of it replaced by copies of the old value',
    ],
  },
];

describe('expand-package-variant-set: an earlier PackageVariant of the set', () => {
  for (const { name, set: more, before, after, notices = [changes(0, 1, 0, 0)] } of rows)
    it(name, async () => {
      const others = [set(more), resource('v1', 'ConfigMap', 'c', 'data: {a: "1"}\n', keptAt('c.yaml'))];
      const ran = await expand([before, ...others]);
      assert.equal(ran.list, resourceList([after, ...others]));
      assert.deepEqual(ran.results, [wanted('example-r-foo')]);
      assert.deepEqual(ran.notices, notices);
      const again = await expandList(ran.list);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run changes nothing');
    });

  it('moves a PackageVariant without a namespace into that of the set, if the set has one', async () => {
    const inDefault = earlier(OWN);
    const inNone = inDefault.replace('  namespace: default\n', '');
    for (const [namespace, before, after] of [
      ['default', inNone, inNone.replace(MARK, `${MARK}\n  namespace: default`)],
      ['', inNone, inNone],
      ['', inDefault, inDefault],
    ] as const) {
      const items = [set({ namespace }), before];
      const ran = await expand(items);
      assert.equal(ran.list, resourceList([set({ namespace }), after]));
      const again = await expandList(ran.list);
      assert.deepEqual([again.list, again.report], [ran.list, ran.report], 'a second run changes nothing');
    }
  });
});

describe('expand-package-variant-set: PackageVariants that are no longer wanted', () => {
  const gone = earlier(OWN.replaceAll('-r-foo', '-r-old'), WANTED, 'example-r-old');

  it('removes them, and adds others', async () => {
    const items = [gone, set()];
    const { variants, results, notices } = await expand(items);
    assert.deepEqual(
      variants.map(({ metadata }) => metadata.name),
      ['example-r-foo'],
    );
    assert.deepEqual(results, [wanted('example-r-foo')]);
    assert.deepEqual(notices, [changes(1, 0, 1, 0)]);
  });

  it('adds, changes, removes and keeps PackageVariants in one run', async () => {
    const targets = '[{repositories: [{name: r, packageNames: [a, b, c]}]}]';
    const first = await expand([keptSet({ targets })]);
    const input = first.list.replace('[a, b, c]', '[c, d, a]').replace('package: a\n', 'package: z\n');
    const second = await expandList(input);
    assert.deepEqual(second.results, [wanted('example-r-a', 'example-r-c', 'example-r-d')]);
    assert.deepEqual(await noticesOf(expandFunction, input), [changes(1, 1, 1, 1)]);
    assert.deepEqual(second.pairs, ['r/a', 'r/c', 'r/d']);
    assert.deepEqual((await expandList(second.list)).results, [wanted('example-r-a', 'example-r-c', 'example-r-d')]);
    assert.deepEqual(await noticesOf(expandFunction, second.list), []);
  });

  it('keeps those of other sets or namespaces, and unmarked ones', async () => {
    const others = ['default/other', 'lab/example'].map((mark) => gone.replace('default/example', mark));
    const items = [
      set({ metadata: '  uid: 1a2b\n', targets: '[{repositorySelector: {}}]' }),
      ...others,
      gone.replace('namespace: default', 'namespace: lab'),
      gone.replace(`    ${MARK}\n`, ''),
      gone.replace('default/example', 'default/other').replace('metadata:\n', `metadata:\n  labels: {${UID}}\n`),
      gone.replace('PackageVariant\n', 'Other\n'),
    ];
    const ran = await expand(items);
    assert.equal(ran.list, resourceList(items));
    const orphans = ['default/other', 'default/other', 'lab/example'].map((mark) => ORPHAN.replace('SET', mark));
    const want = ['warning spec.targets[0]: matches no Repository', ...orphans, wanted()];
    assert.deepEqual(ran.results.toSorted(), want.toSorted());
  });

  const ORPHAN =
    'warning -: created by PackageVariantSet "SET", which is not among the items: remove this PackageVariant or restore the set';

  it('keeps them with a warning if selectors may hide their targets', async () => {
    const numbered = gone.replace(/ {4}internal/, "    internal.config.k8s.io/kpt-resource-id: '7'\n$&");
    const items = [set({ targets: '[{repositorySelector: {}}]' }), numbered];
    const { list, results } = await expand(items);
    assert.equal(list, resourceList(items));
    assert.deepEqual(results, [
      'warning -: kept 1 PackageVariant without a target: selectors may hide the targets',
      'warning spec.targets[0]: matches no Repository',
      wanted(),
    ]);
  });
});
