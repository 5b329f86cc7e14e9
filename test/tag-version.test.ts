import assert from 'node:assert/strict';
import { compareTagVersions, tagVersion } from '../src/tag-version.ts';

describe('version in a tag', () => {
  const schemes: readonly (readonly [older: string, newer: string])[] = [
    ['v1', 'v1.0.1'],
    ['1.9', 'v1.10'],
    ['1.2.3.4', '1.2.3.10'],
    ['v1.0.0-rc.1', 'v1.0.0'],
    ['v1.0.0-rc9', 'v1.0.0-rc10'],
    ['v1.0.0-alpha', 'v1.0.0-beta'],
    ['v1.0.0-1', 'v1.0.0-alpha'],
    ['v1.0.0-rc', 'v1.0.0-rc.1'],
    ['v1alpha1', 'v1beta1'],
    ['v1beta2', 'v1'],
    ['shop-v0.2.0', 'shop-v0.10.0'],
    ['shop-1.2', 'shop-1.10'],
    ['release/v1.2', 'release/v1.3-rc.1'],
    ['shop@v2', 'shop@v10'],
    ['shop_v2', 'shop_v3'],
    ['shop2', 'shop10'],
    ['s3-v1.9', 's3-v1.10'],
    ['k8s-1.28-v2', 'k8s-1.28-v10'],
    ['rel/2024.11', 'rel/2024.12'],
    ['2024.09.01', '2024.10.01'],
    ['2024-09-30', '2024-10-01'],
    ['20240930', '20241001'],
    ['v1.2.3-gke.100', 'v1.2.3-gke.200'],
    ['1.9-alpine', '1.10-alpine'],
    ['v1.9/shop', 'v1.10/shop'],
    [`v${'9'.repeat(400)}`, `v1${'0'.repeat(400)}`],
  ];
  for (const [older, newer] of schemes)
    it(`compares ${older.slice(0, 20)} with ${newer.slice(0, 20)}`, () => {
      const [one, other] = [tagVersion(older), tagVersion(newer)];
      assert.ok(one !== undefined && other !== undefined);
      assert.equal(one.form, other.form);
      assert.ok(compareTagVersions(one, other) < 0);
      assert.ok(compareTagVersions(other, one) > 0);
      assert.equal(compareTagVersions(one, one), 0);
    });

  const forms: readonly (readonly [tag: string, other: string])[] = [
    ['shop-v1', 'web-v2'],
    ['shop-v1', 'v2'],
    ['release/v1', 'v2'],
    ['1.2-alpine', '1.3'],
    ['v1.2.0', '20241105'],
    ['v1.2.0', '2024.11'],
    ['2024.11', '20241105'],
    ['v1-3-gabcdef', 'v2-4-gfedcba'],
  ];
  for (const [tag, other] of forms)
    it(`does not compare ${tag} with ${other}`, () => assert.notEqual(tagVersion(tag)?.form, tagVersion(other)?.form));

  it('takes missing numbers for 0, and ignores build metadata', () => {
    const [one, other] = [tagVersion('v3+k3s1'), tagVersion('3.0.0')];
    assert.ok(one !== undefined && other !== undefined);
    assert.deepEqual([one.form, compareTagVersions(one, other)], [other.form, 0]);
  });

  for (const tag of ['latest', 'v', '', 'stable/shop'])
    it(`finds none in ${JSON.stringify(tag)}`, () => assert.equal(tagVersion(tag), undefined));
});
