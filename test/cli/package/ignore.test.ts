import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matcherOf } from '../../../src/package/ignore.ts';
import { ignoreMatcher } from '../../../src/files/index.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('rules that name folders', () => {
  it('match what they match in gitignore syntax, without its parser', () => {
    const name = fc.constantFrom('node_modules', 'vendor', 'a', 'node_modules2', 'Vendor', '.vendor', 'vendor.yaml');
    const path = fc
      .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([names, isFolder]) => `${names.join('/')}${isFolder ? '/' : ''}`);
    const rules = fc.subarray(['node_modules/', 'vendor/', 'a/'], { minLength: 1 });
    fc.assert(
      fc.property(rules, path, (given, each) => {
        assert.equal(matcherOf(given)?.ignores(each), ignoreMatcher(given).ignores(each), `${given.join()} on ${each}`);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('are left to the parser beside any other rule', () => {
    const matcher = matcherOf(['vendor/', '!keep/vendor/', '*.txt']);
    assert.deepEqual(
      ['vendor/', 'keep/vendor/', 'a.txt', 'a.yaml'].map((path) => matcher?.ignores(path)),
      [true, false, true, false],
    );
    assert.equal(matcherOf([]), undefined);
  });
});
