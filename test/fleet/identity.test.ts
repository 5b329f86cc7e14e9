import assert from 'node:assert/strict';
import { checkIdentity, orderVariants } from '../../src/fleet/index.ts';
import { variantOf, type VariantParts } from '../support/fleet-variant.ts';

describe('the identity of variants', () => {
  const rows: readonly (readonly [
    name: string,
    rows: readonly VariantParts[],
    want: Readonly<Record<string, RegExp>>,
  ])[] = [
    [
      'accepts different folders',
      [
        { name: 'a', folder: 'eu/a' },
        { name: 'b', folder: 'eu/ab' },
      ],
      {},
    ],
    [
      'refuses two PackageVariants with one folder',
      [
        { name: 'a', folder: 'eu/shop' },
        { name: 'b', folder: 'eu/shop' },
        { name: 'c', folder: 'us/shop' },
      ],
      {
        a: /"eu\/shop" is also that of PackageVariant "b" \(variants\/b\.yaml\)/,
        b: /is also that of PackageVariant "a"/,
      },
    ],
    [
      'refuses folders that are equal but for case',
      [
        { name: 'a', folder: 'eu/Shop' },
        { name: 'b', folder: 'EU/shop' },
      ],
      { a: /"eu\/Shop" is but for case that of PackageVariant "b"/, b: /but for case/ },
    ],
    [
      'refuses folders that are equal but for the form of their characters',
      [
        { name: 'a', folder: 'eu/caf\u00E9' },
        { name: 'b', folder: 'eu/cafe\u0301' },
      ],
      { a: /but for case/, b: /but for case/ },
    ],
    [
      'refuses a folder in another one',
      [
        { name: 'a', folder: 'eu/shop' },
        { name: 'b', folder: 'eu/Shop/deep/web' },
      ],
      { a: /"eu\/shop" holds that of PackageVariant "b"/, b: /is in that of PackageVariant "a"/ },
    ],
    [
      'refuses a folder in an upstream package, whatever its revision',
      [
        { name: 'a', folder: 'packages/shop/copy', revision: 'v1' },
        { name: 'b', folder: 'eu/shop' },
      ],
      { a: /is in the upstream package of PackageVariant "a"/ },
    ],
    [
      'refuses a folder that is its own upstream package',
      [{ name: 'a', folder: 'packages/shop', revision: 'v1' }],
      { a: /must be another folder than the upstream package/ },
    ],
    [
      'refuses two PackageVariants of one name',
      [
        { name: 'a', folder: 'eu/shop' },
        { name: 'a', folder: 'us/shop' },
      ],
      { a: /duplicate PackageVariant: variants\/a\.yaml has one/ },
    ],
    [
      'accepts a folder that is the upstream of another',
      [
        { name: 'a', folder: 'eu/base' },
        { name: 'b', folder: 'eu/shop', from: 'eu/base' },
      ],
      {},
    ],
  ];
  for (const [name, given, want] of rows)
    it(name, () => {
      const errors = checkIdentity(given.map(variantOf));
      const found = new Map(
        Array.from(errors, ([{ name: of }, results]) => [of, results.map(({ message }) => message).join()]),
      );
      assert.deepEqual([...found.keys()].toSorted(), Object.keys(want).toSorted());
      for (const [of, message] of Object.entries(want)) assert.match(found.get(of) ?? '', message);
    });
});

describe('the order of variants', () => {
  const waves = (rows: readonly VariantParts[]): readonly (readonly string[])[] =>
    orderVariants(rows.map(variantOf)).waves.map((wave) => wave.map(({ name }) => name));

  it('makes an upstream package before the packages that are made of it', () =>
    assert.deepEqual(
      waves([
        { name: 'c', folder: 'c', from: 'b' },
        { name: 'b', folder: 'b', from: 'a/sub' },
        { name: 'd', folder: 'd' },
        { name: 'a', folder: 'a' },
        { name: 'e', folder: 'e', from: 'a' },
      ]),
      [['d', 'a'], ['b', 'e'], ['c']],
    ));

  it('needs no order for an upstream package at a revision', () =>
    assert.deepEqual(
      waves([
        { name: 'b', folder: 'b', from: 'a', revision: 'v1' },
        { name: 'a', folder: 'a', from: 'b', revision: 'v1' },
      ]),
      [['b', 'a']],
    ));

  it('refuses a circle, and what is made of it', () => {
    const { waves: made, errors } = orderVariants(
      [
        { name: 'a', folder: 'a', from: 'b' },
        { name: 'b', folder: 'b', from: 'a' },
        { name: 'c', folder: 'c', from: 'b' },
        { name: 'd', folder: 'd' },
      ].map(variantOf),
    );
    assert.deepEqual(
      made.map((wave) => wave.map(({ name }) => name)),
      [['d']],
    );
    const messages = Array.from(errors, ([{ name }, [error]]) => [name, error?.message]);
    assert.deepEqual(messages, [
      [
        'a',
        'the upstream packages are a circle: PackageVariant "a" is made of "b", and "b" of "a": name another upstream, or a revision',
      ],
      [
        'b',
        'the upstream packages are a circle: PackageVariant "b" is made of "a", and "a" of "b": name another upstream, or a revision',
      ],
      [
        'c',
        'the upstream packages are a circle: PackageVariant "b" is made of "a", and "a" of "b": name another upstream, or a revision',
      ],
    ]);
  });
});
