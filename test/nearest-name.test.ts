import assert from 'node:assert/strict';
import { nearestName } from '../src/nearest-name.ts';

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
  for (const [typo, want] of rows) {
    it(`finds ${want ?? 'nothing'} for "${typo}"`, () => assert.equal(nearestName(typo, names), want));
  }
});
