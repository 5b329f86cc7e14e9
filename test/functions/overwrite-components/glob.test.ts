import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchesGlob } from '../../../functions/overwrite-components/glob.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 1000);

const rows: readonly (readonly [pattern: string, text: string, want: boolean])[] = [
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
  for (const [pattern, text, want] of rows) {
    it(`${JSON.stringify(pattern)} ${want ? 'matches' : 'does not match'} ${JSON.stringify(text)}`, () => {
      assert.equal(matchesGlob(pattern, text), want);
    });
  }

  it('match the same as a regular expression', () => {
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
    it(`take bounded time: ${name}`, () => {
      const pattern = `${part.repeat(1000).slice(0, 999)}!`;
      assert.equal(matchesGlob(pattern, 'a/'.repeat(1000)), false);
      assert.equal(matchesGlob(pattern, 'a'.repeat(2000)), false);
    }).timeout(5000);
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
