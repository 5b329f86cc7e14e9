import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkPatterns,
  makeMatcher,
  matchesGlob,
  type Matching,
} from '../../../functions/overwrite-components/matcher.ts';
import type { Reference } from '../../../functions/overwrite-components/reference.ts';
import { Problems } from '../../../src/function/index.ts';
import { formatFieldPath } from '../../../src/krm/index.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(1000);

const EXACT: Matching = { versionRanges: false, globs: false };
const RANGES: Matching = { versionRanges: true, globs: false };
const GLOBS: Matching = { versionRanges: false, globs: true };

type Row = readonly [name: string, matching: Matching, wanted: string, given: string, want: boolean];

const versions: readonly Row[] = [
  ['matches an equal version', EXACT, 'v1.0.0', 'v1.0.0', true],
  ['does not match a version without the v', EXACT, 'v1.0.0', '1.0.0', false],
  ['treats a range as a plain version if ranges are not allowed', EXACT, '^1.0.0', '1.0.0', false],
  ['treats a range as a plain version if only globs are allowed', GLOBS, '^1.0.0', '1.0.0', false],
  ['matches a version in a range', RANGES, '^1.0.0', 'v1.2.0', true],
  ['does not match a version outside a range', RANGES, '^1.0.0', 'v2.0.0', false],
  ['matches a version with the same text as a range', RANGES, '^1.0.0', '^1.0.0', true],
  ['does not treat a whole version as a range', RANGES, '1.0.0', 'v1.0.0', false],
  ['does not match a whole version with build metadata added', RANGES, '1.0.0', '1.0.0+build', false],
  ['treats a version after = as a range', RANGES, '=1.0.0', 'v1.0.0', true],
  ['treats a partial version as a range', RANGES, '1.2', '1.2.7', true],
  ['matches an equal text that is neither a version nor a range', RANGES, 'main', 'main', true],
  ['does not match another text that is not a version', RANGES, 'main', 'Main', false],
  ['does not match a text that is not a version with a range', RANGES, '*', 'main', false],
  ['matches nothing with an invalid range', RANGES, '>=a', '1.0.0', false],
];

const names: readonly Row[] = [
  ['matches an equal name', EXACT, 'a/b', 'a/b', true],
  ['does not match a name in another case', EXACT, 'a/b', 'a/B', false],
  ['treats a glob as a plain name if globs are not allowed', EXACT, 'a/*', 'a/b', false],
  ['matches a name with the same text as a glob', EXACT, 'a/*', 'a/*', true],
  ['treats a glob as a plain name if only ranges are allowed', RANGES, 'a/*', 'a/b', false],
  ['matches a name with a glob', GLOBS, 'a/*', 'a/b', true],
  ['does not match two segments with *', GLOBS, 'a/*', 'a/b/c', false],
  ['matches several segments with **', GLOBS, 'a/**', 'a/b/c', true],
  ['matches an equal name if globs are allowed', GLOBS, 'a/b', 'a/b', true],
  ['does not match another name if globs are allowed', GLOBS, 'a/b', 'a/b/c', false],
];

/** Problems: the attribute and a part of the message. */
const problems: readonly (readonly [Matching, source: Partial<Reference>, want: readonly string[]])[] = [
  [EXACT, { version: '>=a', componentName: '*'.repeat(1001) }, []],
  [RANGES, {}, []],
  [RANGES, { version: '^1 || 2.x' }, []],
  [RANGES, { version: 'main' }, []],
  [RANGES, { version: '1.2.3.4' }, []],
  [RANGES, { version: '>=a' }, ['overwrites[3].source.version must be a version or a range of versions']],
  [RANGES, { version: '>=1.0, <2.0' }, ['overwrites[3].source.version must be a version or a range of versions']],
  [RANGES, { version: '1.*.b' }, ['overwrites[3].source.version must be a version or a range of versions']],
  [RANGES, { version: '1||'.repeat(333) }, []],
  [RANGES, { version: '1||'.repeat(334) }, ['overwrites[3].source.version must be at most 1000 characters long']],
  [GLOBS, { version: '>=a', componentName: 'a/**' }, []],
  [GLOBS, { componentName: 'a'.repeat(1001) }, []],
  [GLOBS, { componentName: '*'.repeat(1000) }, []],
  [GLOBS, { componentName: '*'.repeat(1001) }, ['overwrites[3].source.componentName must be at most 1000 characters']],
];

describe('matchers of overwrite-components', () => {
  for (const [name, matching, wanted, given, want] of versions) {
    it(name, () => assert.equal(makeMatcher(matching).version(wanted, given), want));
  }

  for (const [name, matching, wanted, given, want] of names) {
    it(name, () => assert.equal(makeMatcher(matching).componentName(wanted, given), want));
  }

  it('reads each range once', () => {
    const { version } = makeMatcher(RANGES);
    const asked = ['^1', '^2', '^1', '2.0.0', '2.0.0', 'main', '^2'].map((range) => version(range, 'v2.0.0'));
    assert.deepEqual(asked, [false, true, false, false, false, false, true]);
  });

  for (const [matching, source, want] of problems) {
    it(`checks ${JSON.stringify({ ...matching, ...source }).slice(0, 100)}`, () => {
      const found = new Problems();
      checkPatterns({ source, substitution: {}, field: ['overwrites', 3] }, matching, found);
      const got = [...found].map(({ field, message }) => `${formatFieldPath(field)} ${message}`);
      assert.equal(got.length, want.length, got.join('\n'));
      for (const [index, text] of want.entries()) assert.ok(got[index]?.startsWith(text), got[index]);
    });
  }
});

const globs: readonly (readonly [pattern: string, text: string, want: boolean])[] = [
  ['a', 'a', true],
  ['a', 'A', false],
  ['a', 'ab', false],
  ['a', 'ba', false],
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['*', 'abc', true],
  ['*', 'a/b', false],
  ['*', '.a', true],
  ['**', 'a/b/c', true],
  ['**', '', true],
  ['***', 'a/b', true],
  ['github.com/gardener/*', 'github.com/gardener/landscaper', true],
  ['github.com/gardener/*', 'github.com/gardener/landscaper/echo-server', false],
  ['github.com/gardener/**', 'github.com/gardener/landscaper/echo-server', true],
  ['github.com/gardener/**', 'github.com/gardener', false],
  ['github.com/gardener/**', 'github.com/gardeners/x', false],
  ['github.com/*/landscaper/*', 'github.com/me/landscaper/echo-server', true],
  ['*-server', 'echo-server', true],
  ['**-server', 'github.com/echo-server', true],
  ['a*b*c', 'abbc', true],
  ['a*b*c', 'acb', false],
  // A whole segment.
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/**/b', 'a/xb', false],
  ['**/b', 'b', true],
  ['**/b', 'a/b', true],
  ['**/b', 'ab', false],
  ['a**/b', 'a/b', true],
  ['a**/b', 'ax/y/b', true],
  ['a**/b', 'ab', false],
  // Literal text.
  ['a.c', 'abc', false],
  ['a?', 'ab', false],
  ['[ab]', 'a', false],
  ['{a,b}', 'a', false],
  ['{a,b}*', '{a,b}c', true],
  ['!(a)', 'b', false],
  ['\\*', '\\a', true],
  ['*', '\n', true],
  ['*x', '\u{1F600}x', true],
];

describe('globs of overwrite-components', () => {
  for (const [pattern, text, want] of globs) {
    it(`${JSON.stringify(pattern)} ${want ? 'matches' : 'does not match'} ${JSON.stringify(text)}`, () => {
      assert.equal(matchesGlob(pattern, text), want);
    });
  }

  it('matches the same as a regular expression', () => {
    let matched = 0;
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
    const patterns = fc.array(fc.constantFrom('a', 'b', '/', '*', '**', '**/', '/**/'), { maxLength: 6 });
    fc.assert(
      fc.property(patterns, texts, (parts, text) => {
        const pattern = parts.join('');
        const want = regexOf(pattern).test(text);
        if (want) matched++;
        assert.equal(matchesGlob(pattern, text), want, regexOf(pattern).source);
      }),
      { numRuns: RUNS },
    );
    assert.ok(matched > RUNS / 20, 'many match');
  });

  // A matcher that backtracks would never end.
  for (const [name, part] of Object.entries({ stars: '*a', doubles: '**a', segments: '**/', plain: 'a', only: '*' })) {
    it(`takes bounded time: ${name}`, () => {
      const pattern = `${part.repeat(1000).slice(0, 999)}!`;
      assert.equal(matchesGlob(pattern, 'a/'.repeat(1000)), false);
      assert.equal(matchesGlob(pattern, 'a'.repeat(2000)), false);
    });
  }
});

/** Returns the glob as a regular expression. */
function regexOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/\*{3,}/g, 'S')
    .replaceAll(/(?<=^|\/)\*\*\//g, '(?:S/)?')
    .replaceAll('**', 'S')
    .replaceAll('*', '[^/]*')
    .replaceAll('S', '[^]*');
  return new RegExp(`^${source}$`);
}
