import assert from 'node:assert/strict';
import { isSlip, nearestName } from '../src/nearest-name.ts';

const names = ['data', 'removeKeys', 'packageContext', 'pipeline'];

const rows: readonly (readonly [typo: string, want: string | undefined])[] = [
  ['dta', 'data'],
  ['Data', 'data'],
  ['removekeys', 'removeKeys'],
  ['removeKey', 'removeKeys'],
  ['pakageContxt', 'packageContext'],
  ['pipelines', 'pipeline'],
  ['x', undefined],
  ['upstream', undefined],
  ['', undefined],
];

describe('nearestName', () => {
  it('prefers, of equally near names, one that begins with the typo', () => {
    assert.equal(nearestName('bla', ['plan', 'blame']), 'blame');
  });

  for (const [typo, want] of rows) {
    it(`finds ${want ?? 'nothing'} for "${typo}"`, () => assert.equal(nearestName(typo, names), want));
  }
});

const pairs: readonly (readonly [a: string, b: string, isOne: boolean])[] = [
  ['edg-1', 'edge-1', true],
  ['egde-1', 'edge-1', true],
  ['edgee-1', 'edge-1', true],
  ['edze-1', 'edge-1', true],
  ['edge1', 'edge-1', true],
  ['Edge_01', 'edge-1', true],
  ['east-us', 'eastus', true],
  ['edge-1', 'edge-2', false],
  ['edge-1', 'edge-11', false],
  ['edge-1-1', 'edge-11', false],
  ['shop-east', 'shop-west', false],
  ['shop-eu', 'shop-us', false],
  ['shop-a', 'shop-b', false],
  ['edge', 'edge-1', false],
  ['egde-1', 'ed-1', false],
  ['edge-prod', 'egde-prdo', false],
  ['abba', 'aba', true],
];

describe('isSlip', () => {
  for (const [a, b, isOne] of pairs) {
    it(`takes "${a}" and "${b}" for ${isOne ? 'one name' : 'two names'}`, () => {
      assert.equal(isSlip(a, b), isOne);
      assert.equal(isSlip(b, a), isOne);
    });
  }
});
