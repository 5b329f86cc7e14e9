import assert from 'node:assert/strict';
import { meantBy, type NamedVariant, onlyMeantBy, variantsNamed } from '../../src/fleet/inputs/named-variants.ts';
import type { Variant } from '../../src/fleet/index.ts';
import { KrmError } from '../../src/krm/index.ts';

/** A variant in the Repository of a cluster, in the git repository of the fleet or at a URL. */
function variant(name: string, folder: string, url?: string): NamedVariant {
  const [, cluster = ''] = folder.split('/');
  const place = { name: cluster, folder: `clusters/${cluster}`, url } as Variant['downstream']['place'];
  return { name, namespace: '', folder, downstream: { place, package: folder.split('/').slice(2).join('/') } };
}

const FLEET = [
  variant('shop-eu-1', 'clusters/eu-1/shop'),
  variant('shop-eu-2', 'clusters/eu-2/shop'),
  variant('db-eu-1', 'clusters/eu-1/db'),
  variant('us', 'clusters/us/shop'),
  variant('shop-us', 'clusters/us/db'),
  variant('far', 'clusters/far/shop', 'https://git.example.com/far.git'),
];

/** Returns the names of the variants that a word means, from a folder. */
function meant(text: string, here = ''): readonly string[] {
  const parts = [...here.split('/'), ...text.split('/')].filter((part) => part !== '' && part !== '.');
  const found = meantBy({ text, fromHere: parts.join('/') }, FLEET);
  return found.map(({ name }) => name);
}

describe('words for variants', () => {
  const rows: readonly (readonly [text: string, want: readonly string[], here?: string])[] = [
    ['clusters/eu-1/shop', ['shop-eu-1']],
    ['clusters/eu-1/shop/', ['shop-eu-1']],
    ['clusters/eu-1/shop/web.yaml', ['shop-eu-1']],
    ['clusters/eu-1', ['shop-eu-1', 'db-eu-1']],
    ['clusters/eu', []],
    ['shop', ['shop-eu-1'], 'clusters/eu-1'],
    ['.', ['shop-eu-1', 'db-eu-1'], 'clusters/eu-1'],
    ['.', ['shop-eu-1', 'shop-eu-2', 'db-eu-1', 'us', 'shop-us']],
    ['clusters/eu-2/shop', ['shop-eu-2'], 'clusters/eu-1'],
    ['shop-eu-1', ['shop-eu-1']],
    ['default/shop-eu-1', ['shop-eu-1']],
    ['eu-1', ['shop-eu-1', 'db-eu-1']],
    ['eu-1/db', ['db-eu-1']],
    ['far', ['far']],
    ['far/shop', ['far']],
    ['https://git.example.com/far.git/clusters/far/shop', ['far']],
    ['clusters/far/shop', []],
    ['clusters/eu-*', ['shop-eu-1', 'shop-eu-2', 'db-eu-1']],
    ['eu-*', ['shop-eu-1', 'shop-eu-2', 'db-eu-1']],
    ['eu-*', ['shop-eu-1', 'shop-eu-2', 'db-eu-1'], 'clusters'],
    ['*/db', ['db-eu-1', 'shop-us']],
    ['*-eu-1', ['shop-eu-1', 'db-eu-1']],
    ['clusters/*/shop', ['shop-eu-1', 'shop-eu-2', 'us']],
    ['clusters*', ['shop-eu-1', 'shop-eu-2', 'db-eu-1', 'us', 'shop-us']],
    ['nothing-*', []],
    ['lima', []],
  ];
  for (const [text, want, here] of rows)
    it(`takes ${text}${here === undefined ? '' : ` in ${here}`} for ${want.join(', ') || 'none'}`, () => {
      assert.deepEqual(meant(text, here), want);
    });

  it('refuses one that means different variants', () => {
    assert.throws(
      () => meant('us'),
      (error) => {
        assert.ok(error instanceof KrmError);
        assert.equal(error.results[0]?.code, 'ambiguous-name');
        assert.match(
          error.message,
          /PackageVariant us \(clusters\/us\/shop\); Repository us \(clusters\/us\/shop, clusters\/us\/db\)/,
        );
        return true;
      },
    );
  });

  it('refuses one without a meaning, and names the near one, or the option for the folder of a fleet', () => {
    const named = (text: string, hasFile: boolean): readonly unknown[] =>
      variantsNamed({ text, fromHere: text }, FLEET, () => hasFile);
    assert.throws(() => named('clusters/eu-1/shpo', false), /did you mean "clusters\/eu-1\/shop"\?$/);
    assert.throws(() => named('fleets', true), /if "fleets" has the PackageVariants, name it with `-C`$/);
    assert.throws(
      () => named('clusters/far/shop', false),
      /name one of another by https:\/\/git\.example\.com\/far\.git\//,
    );
  });

  it('refuses several variants where one is needed', () => {
    const word = { text: 'eu-1', fromHere: 'eu-1' };
    assert.throws(() => onlyMeantBy(word, FLEET), /"eu-1" names several variants/);
    assert.equal(onlyMeantBy({ text: 'eu-1/db', fromHere: 'eu-1/db' }, FLEET)?.name, 'db-eu-1');
  });
});
