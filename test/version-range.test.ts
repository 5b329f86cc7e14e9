import assert from 'node:assert/strict';
import { compareVersions, isVersion, readVersionRange } from '../src/version-range.ts';

const rows: readonly (readonly [range: string, version: string, want: boolean])[] = [
  ['^1.2', '1.2.0', true],
  ['^1.2', 'v1.9.3', true],
  ['^v1.2', '1.9.3', true],
  ['^1.2', '2.0.0', false],
  ['^1.2', '2.0.0-rc.1', false],
  ['~1.2.3', '1.2.9', true],
  ['~1.2.3', '1.3.0', false],
  ['1', '1.9.9', true],
  ['1.x', '2.0.0', false],
  ['>=1 <3 || 5.x', '2.9.9', true],
  ['>=1 <3 || 5.x', '4.0.0', false],
  ['>=1 <3 || 5.x', '5.1.0', true],
  ['1.2 - 2', '2.9.0', true],
  ['>2 <1', '1.5.0', false],
  // A range contains prereleases only of a version that it names with one.
  ['*', '1.0.0', true],
  ['*', '1.0.0-rc.1', false],
  ['>=1.0.0', '1.1.0-rc.1', false],
  ['>=1.0.0-rc.1', '1.0.0-rc.2', true],
  ['>=1.0.0-rc.2', '1.0.0-rc.1', false],
  ['>=1.0.0-rc.1', '1.0.1-rc.1', false],
  ['1.2.3', '1.2.3+build', true],
  ['*', 'main', false],
  ['*', '1.2', false],
  ['*', '', false],
];

describe('version ranges', () => {
  for (const [range, version, want] of rows) {
    it(`${range} ${want ? 'contains' : 'does not contain'} ${JSON.stringify(version)}`, () => {
      assert.equal(readVersionRange(range)?.has(version), want);
    });
  }

  for (const text of ['main', '>=a', '>=1.0, <2', '1.2.3.4', '2024-01-01', 'a || 1', '^1.2.3-']) {
    it(`rejects ${text}`, () => assert.equal(readVersionRange(text), undefined));
  }

  for (const text of ['1.2.3', 'v1.2.3', '0.0.0-a.1+b']) {
    it(`accepts ${text} as a version`, () => assert.equal(isVersion(text), true));
  }

  for (const text of ['1.2', '^1.2.3', '=1.2.3', '*', '', '01.2.3', `1.0.${'9'.repeat(20)}`]) {
    it(`rejects ${JSON.stringify(text)} as a version`, () => assert.equal(isVersion(text), false));
  }
});

describe('comparison of versions', () => {
  const ordered = ['v0.9', '1.0.0-rc.1', 'v1', '1.2', 'v1.10.0', '2.0.0', 'v10'];
  for (const [index, older] of ordered.entries())
    it(`places ${older} before the ones after it`, () => {
      for (const newer of ordered.slice(index + 1)) {
        assert.ok((compareVersions(older, newer) ?? 0) < 0, newer);
        assert.ok((compareVersions(newer, older) ?? 0) > 0, newer);
      }
    });

  it('takes missing parts for 0, and no other text for a version', () => {
    assert.equal(compareVersions('v3', '3.0.0'), 0);
    for (const text of ['latest', 'v1.x', '', '1.2.3.4', 'v']) assert.equal(compareVersions(text, '1.0.0'), undefined);
  });
});
