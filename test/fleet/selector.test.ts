import assert from 'node:assert/strict';
import { parseSelector } from '../../src/fleet/index.ts';
import { matchesLabels } from '../../src/function/index.ts';

const LABELS = new Map([
  ['region', 'eu'],
  ['tier', 'gold'],
  ['example.com/team', 'web'],
]);

describe('the label selector of a fleet', () => {
  const rows: readonly (readonly [selector: string, matches: boolean])[] = [
    ['region=eu', true],
    ['region==eu', true],
    ['region=us', false],
    ['region = eu , tier = gold', true],
    ['region=eu,tier=silver', false],
    ['region!=us', true],
    ['region!=eu', false],
    ['zone!=a', true],
    ['region in (us, eu)', true],
    ['region in (us)', false],
    ['region notin (us,asia),tier=gold', true],
    ['zone notin (a)', true],
    ['tier', true],
    ['zone', false],
    ['!zone', true],
    ['!tier', false],
    ['example.com/team=web', true],
  ];
  for (const [selector, matches] of rows)
    it(`${matches ? 'matches' : 'does not match'} with ${selector}`, () => {
      const parsed = parseSelector(selector);
      assert.ok(parsed);
      assert.equal(matchesLabels(parsed, LABELS), matches);
    });

  for (const text of ['', 'a=b,', 'a=b c', 'a in b', 'a in (b', '=b', 'a>1', '!a=b'])
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseSelector(text), undefined));
});
