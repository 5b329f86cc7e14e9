import assert from 'node:assert/strict';
import { resourceList } from '../../support/resource-list.ts';
import { expand } from './expanded-variants.ts';
import { variantSet } from './variant-set-items.ts';

const listed = (repo: string, packageName: string): string =>
  `[{repositories: [{name: ${JSON.stringify(repo)}, packageNames: [${JSON.stringify(packageName)}]}]}]`;

/** Shortened names end with the first 8 digits of the output of `sha1sum` for the whole name. */
const names: readonly (readonly [name: string, repo: string, packageName: string, want: string])[] = [
  ['joins the names of set, repository and package', 'cluster-01', 'foo', 'example-cluster-01-foo'],
  ['keeps dots', 'a.b', 'c.d', 'example-a.b-c.d'],
  ['keeps a name of 63 bytes', 'r'.repeat(51), 'foo', `example-${'r'.repeat(51)}-foo`],
  ['shortens a name of 64 bytes to 54, a dash and a hash', 'r'.repeat(52), 'foo', `example-${'r'.repeat(46)}-525673bc`],
  [
    'shortens a name right after a dash',
    `${'r'.repeat(45)}-${'r'.repeat(20)}`,
    'foo',
    `example-${'r'.repeat(45)}--280bfa05`,
  ],
];

describe('expand-package-variant-set: names', () => {
  for (const [name, repo, packageName, want] of names)
    it(name, async () => {
      const { variants } = await expand([variantSet({ targets: listed(repo, packageName) })]);
      assert.deepEqual(
        variants.map(({ metadata }) => metadata.name),
        [want],
      );
    });

  const invalid: readonly (readonly [why: string, repo: string, packageName: string, name?: string])[] = [
    ['a slash', 'r', 'a/b'],
    ['a capital letter', 'R', 'foo'],
    ['an underscore', 'r', 'a_b'],
    ['a dash at the end', 'r', 'a-'],
    ['a dot at the end', 'r', 'a.'],
    ['a dot beside a dash', 'a.', 'b'],
    ['a character beyond ASCII', 'r', 'é'],
    ['a path to the parent folder', '../../r', 'a'],
    ['a line break', 'r', 'a\n'],
    ['a dot before the hash', `${'r'.repeat(45)}.${'r'.repeat(20)}`, 'foo', `example-${'r'.repeat(45)}.-3e62c207`],
  ];
  for (const [why, repo, packageName, name = `example-${repo}-${packageName}`] of invalid)
    it(`rejects a name with ${why}`, async () => {
      const input = [variantSet({ targets: listed(repo, packageName) })];
      const { results, list } = await expand(input);
      const about = `Repository "${repo}", package "${packageName}"`;
      const rule = 'the name of the PackageVariant must be a DNS subdomain (RFC 1123), not';
      assert.deepEqual(results, [`error spec.targets[0]: ${about}: ${rule} "${name}"`]);
      assert.equal(list, resourceList(input));
    });
});

describe('expand-package-variant-set: PackageVariants with the same name', () => {
  const collisions: readonly (readonly [why: string, targets: string])[] = [
    ['a duplicate package', '[{repositories: [{name: r, packageNames: [foo, foo]}]}]'],
    ['a duplicate repository', '[{repositories: [{name: r}, {name: r}]}]'],
    [
      'different targets with the same name',
      '[{repositories: [{name: b-c, packageNames: [d]}, {name: b, packageNames: [c-d]}]}]',
    ],
    [
      'two entries of the list of targets with the same name',
      '[{repositories: [{name: r}]}, {repositories: [{name: r}], template: {labels: {a: b}}}]',
    ],
    [
      'a template that gives all targets the same name',
      '[{repositories: [{name: a}, {name: b}], template: {downstream: {repo: c}}}]',
    ],
  ];
  for (const [why, targets] of collisions)
    it(`rejects ${why}, and creates nothing`, async () => {
      const input = [variantSet({ targets })];
      const { results, list } = await expand(input);
      assert.equal(results.length, 1);
      const wording =
        /^error spec\.targets\[[01]\]: duplicate PackageVariant "[^"]+": `spec\.targets\[0\]` of PackageVariantSet "example" also creates it$/;
      assert.match(results[0] ?? '', wording);
      assert.equal(list, resourceList(input));
    });

  const sets = (namespace: string): readonly string[] => [
    variantSet({ name: 'a-b', targets: listed('c', 'd') }),
    variantSet({ name: 'a', targets: listed('b-c', 'd'), namespace }),
  ];

  it('rejects PackageVariants of two sets with the same name, at the later set', async () => {
    for (const namespace of ['', 'default'])
      assert.deepEqual((await expand(sets(namespace))).results, [
        'error spec.targets[0]: duplicate PackageVariant "a-b-c-d": `spec.targets[0]` of PackageVariantSet "a-b" also creates it',
      ]);
  });

  it('accepts the same name in other namespaces', async () => {
    const { variants } = await expand(sets('lab'));
    assert.deepEqual(
      variants.map(({ metadata: { namespace, name } }) => `${namespace}/${name}`),
      ['default/a-b-c-d', 'lab/a-b-c-d'],
    );
  });
});
