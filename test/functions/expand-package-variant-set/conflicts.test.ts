import assert from 'node:assert/strict';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { expand } from './expanded-variants.ts';
import { keptSet, type SetText } from './variant-set-items.ts';

const TARGETS = '[{repositories: [{name: r}]}]';
const set = (more: Partial<SetText> = {}): string => keptSet({ targets: TARGETS, ...more });
const ADDED = 'info -: PackageVariants as configured: 1: example-r-foo';
const UID = 'config.porch.kpt.dev/packagevariantset: 1a2b';
const OWN = `${keptAt('sets/example/example-r-foo.yaml')}    krm-variants.dev/package-variant-set: default/example\n`;

/** An existing PackageVariant with lines of metadata. */
const earlier = (metadata: string, name = 'example-r-foo'): string =>
  resource(
    'config.porch.kpt.dev/v1alpha1',
    'PackageVariant',
    name,
    'spec: {downstream: {repo: r, package: foo}}\n',
    `  namespace: default\n${metadata}`,
  );

describe('expand-package-variant-set: conflicting items', () => {
  const foreign =
    'must have another name: PackageVariantSet "example" creates a PackageVariant of this name and does not own this one';
  const inFile = 'must be in another file: PackageVariantSet "example" writes a PackageVariant to this file';
  const place = keptAt('sets/example/example-r-foo.yaml');
  const ways: readonly (readonly [why: string, item: string, want: string])[] = [
    ['a PackageVariant without an owner', earlier(keptAt('p.yaml')), foreign],
    ['a PackageVariant of another set', earlier(OWN.replace('default/example', 'default/other')), foreign],
    [
      'a PackageVariant with the mark of another set and the label of the set',
      earlier(`  labels: {${UID}}\n${OWN.replace('default/example', 'default/other')}`),
      foreign,
    ],
    ['a resource in the file of a new PackageVariant', resource('v1', 'ConfigMap', 'c', '', place), inFile],
    [
      'a resource at another index of the file of a new PackageVariant',
      resource('v1', 'ConfigMap', 'c', '', place.replace("'0'", "'1'")),
      inFile,
    ],
  ];
  for (const [why, item, want] of ways)
    it(`rejects ${why}`, async () => {
      const items = [set({ metadata: '  uid: 1a2b\n' }), item];
      const { results, list, stderr } = await expand(items);
      assert.deepEqual(
        results.filter((result) => result.startsWith('error')),
        [`error -: ${want}`],
      );
      assert.match(stderr, /^\[error\] (p|sets\/example\/example-r-foo)\.yaml/);
      assert.equal(list, resourceList(items));
    });

  const orphan = (name: string): string =>
    `warning -: created by PackageVariantSet "${name}", which is not among the items: remove this PackageVariant or restore the set`;
  const reference = '{apiVersion: config.porch.kpt.dev/v1alpha2, kind: PackageVariantSet, name: old, uid: 1a2b}';
  const left: readonly (readonly [name: string, item: string, want: readonly string[]])[] = [
    ['of a renamed set', earlier(OWN.replaceAll('example', 'old'), 'old-r-foo'), [orphan('default/old')]],
    ['of a renamed set of Porch', earlier(`  ownerReferences: [${reference}]\n`, 'p'), [orphan('default/old')]],
    ['without an owner', earlier('', 'p'), []],
  ];
  for (const [name, item, want] of left)
    it(`keeps a PackageVariant ${name}, with ${want.length === 0 ? 'no warning' : 'a warning in each run'}`, async () => {
      const { results, list } = await expand([set(), item]);
      assert.deepEqual(results, [...want, ADDED]);
      assert.ok(list.includes(resourceList([item]).split('items:\n')[1] ?? ''));
    });

  it('does not warn of a PackageVariant of another set among the items', async () => {
    const other = keptSet({ targets: TARGETS, name: 'old' }, 'sets/old.yaml');
    const item = earlier(OWN.replaceAll('example', 'old'), 'old-r-foo');
    assert.deepEqual(
      (await expand([set(), other, item])).results.filter((result) => result.startsWith('warning')),
      [],
    );
  });

  it('rejects a duplicate of its own PackageVariant', async () => {
    const items = [set(), earlier(OWN), earlier(OWN.replaceAll('.yaml', '.json'))];
    const { results, list } = await expand(items);
    assert.deepEqual(results, ['error -: duplicate PackageVariant: namespace and name must be unique']);
    assert.equal(list, resourceList(items));
  });

  it('accepts a file with the same path in another package, or of a PackageVariant that is removed', async () => {
    const old = earlier(OWN, 'example-r-old');
    for (const item of [
      resource('v1', 'ConfigMap', 'c', '', keptAt('sets/example/example-r-foo.yaml', '/p/sub')),
      old,
    ]) {
      const { pairs, stderr } = await expand([set(), item]);
      assert.equal(stderr, '');
      assert.deepEqual(pairs, ['r/foo']);
    }
  });

  it('accepts a PackageVariant with that name in another namespace', async () => {
    const { results } = await expand([
      set(),
      earlier(keptAt('p.yaml')).replace('namespace: default', 'namespace: lab'),
    ]);
    assert.deepEqual(results, [ADDED]);
  });
});
