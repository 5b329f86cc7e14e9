import assert from 'node:assert/strict';
import { checkPatterns, makeMatcher, type Matching } from '../../../functions/overwrite-components/matcher.ts';
import type { Reference } from '../../../functions/overwrite-components/reference.ts';
import { formatFieldPath, Problems } from '../../../src/index.ts';

const EXACT: Matching = { versionRanges: false, globs: false };
const RANGES: Matching = { versionRanges: true, globs: false };
const GLOBS: Matching = { versionRanges: false, globs: true };

type Row = readonly [name: string, matching: Matching, wanted: string, given: string, want: boolean];

const versions: readonly Row[] = [
  ['an equal one', EXACT, 'v1.0.0', 'v1.0.0', true],
  ['one without the v', EXACT, 'v1.0.0', '1.0.0', false],
  ['a range that is not asked for', EXACT, '^1.0.0', '1.0.0', false],
  ['a range, where names are globs', GLOBS, '^1.0.0', '1.0.0', false],
  ['a range', RANGES, '^1.0.0', 'v1.2.0', true],
  ['a range of others', RANGES, '^1.0.0', 'v2.0.0', false],
  ['a range of what it is itself', RANGES, '^1.0.0', '^1.0.0', true],
  ['a whole version: no range', RANGES, '1.0.0', 'v1.0.0', false],
  ['a whole version and metadata', RANGES, '1.0.0', '1.0.0+build', false],
  ['with = a range', RANGES, '=1.0.0', 'v1.0.0', true],
  ['the beginning of a version: a range', RANGES, '1.2', '1.2.7', true],
  ['no version and no range', RANGES, 'main', 'main', true],
  ['no version and another', RANGES, 'main', 'Main', false],
  ['a range of no version', RANGES, '*', 'main', false],
  ['what is wrong', RANGES, '>=a', '1.0.0', false],
];

const names: readonly Row[] = [
  ['an equal one', EXACT, 'a/b', 'a/b', true],
  ['another case', EXACT, 'a/b', 'a/B', false],
  ['a glob that is not asked for', EXACT, 'a/*', 'a/b', false],
  ['a glob that is not asked for, as a name', EXACT, 'a/*', 'a/*', true],
  ['a glob, where versions are ranges', RANGES, 'a/*', 'a/b', false],
  ['a glob', GLOBS, 'a/*', 'a/b', true],
  ['a glob of a segment', GLOBS, 'a/*', 'a/b/c', false],
  ['a glob of segments', GLOBS, 'a/**', 'a/b/c', true],
  ['no glob', GLOBS, 'a/b', 'a/b', true],
  ['no glob, another', GLOBS, 'a/b', 'a/b/c', false],
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
    it(`version: ${name}`, () => assert.equal(makeMatcher(matching).version(wanted, given), want));
  }

  for (const [name, matching, wanted, given, want] of names) {
    it(`componentName: ${name}`, () => assert.equal(makeMatcher(matching).componentName(wanted, given), want));
  }

  it('read each range once', () => {
    const { version } = makeMatcher(RANGES);
    const asked = ['^1', '^2', '^1', '2.0.0', '2.0.0', 'main', '^2'].map((range) => version(range, 'v2.0.0'));
    assert.deepEqual(asked, [false, true, false, false, false, false, true]);
  });

  for (const [matching, source, want] of problems) {
    it(`check ${JSON.stringify({ ...matching, ...source }).slice(0, 100)}`, () => {
      const found = new Problems();
      checkPatterns({ source, substitution: {}, field: ['overwrites', 3] }, matching, found);
      const got = [...found].map(({ field, message }) => `${formatFieldPath(field)} ${message}`);
      assert.equal(got.length, want.length, got.join('\n'));
      for (const [index, text] of want.entries()) assert.ok(got[index]?.startsWith(text), got[index]);
    });
  }
});
