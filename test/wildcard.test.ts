import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchesWildcard } from '../src/wildcard.ts';
import { propertyRuns } from './support/property-runs.ts';

const RUNS = propertyRuns(2000);

const rows: readonly (readonly [pattern: string, matching: readonly string[], others: readonly string[]])[] = [
  ['', [''], ['a']],
  ['*', ['', 'a', 'a*'], []],
  ['team-*', ['team-', 'team-a', 'team-a-b'], ['team', 'a-team-']],
  ['*-db', ['-db', 'a-db', '-db-db'], ['db', 'a-db-1']],
  ['a*a', ['aa', 'aba'], ['a', 'ab']],
  ['a*b*c', ['abc', 'a1b2c', 'abbcc'], ['acb', 'ac', 'abcd']],
  ['**', ['', 'a'], []],
  ['a.c', ['a.c'], ['abc']],
];

describe('matchesWildcard', () => {
  for (const [pattern, matching, others] of rows) {
    it(`compares ${JSON.stringify(pattern)}`, () => {
      assert.deepEqual(
        [...matching, ...others].filter((text) => matchesWildcard(pattern, text)),
        matching,
      );
    });
  }

  it('matches like a regular expression', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(words, words, (pattern, text) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        assert.equal(matchesWildcard(pattern, text), expression.test(text));
      }),
      { numRuns: RUNS },
    );
  });

  it('compares a long pattern with a long text at once', () => {
    const [pattern, text] = ['a*'.repeat(5000) + 'b', 'a'.repeat(20_000)];
    assert.equal(matchesWildcard(pattern, text), false);
    assert.equal(matchesWildcard(pattern, `${text}b`), true);
  });
});
