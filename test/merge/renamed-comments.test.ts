import assert from 'node:assert/strict';
import { mergePackages, type MergeOptions } from '../../src/merge/index.ts';

const HEAD = 'apiVersion: example.com/v1\nkind: Custom\nmetadata:\n  name: c\nspec:\n';

/** Texts with three keys each, in the order in which a test renames them. */
const LAYOUTS: Readonly<Record<string, (keys: readonly string[]) => readonly string[]>> = {
  'a block map': (keys) => keys.map((key) => `  ${key}: of-${key.charAt(0)}`),
  'a map of maps': (keys) => keys.flatMap((key) => [`  ${key}:`, '    size: 1', `    path: /${key.charAt(0)}`]),
  'a map of block scalars': (keys) => keys.flatMap((key) => [`  ${key}: |`, '    line', `    ${key.charAt(0)}`]),
  'a block list with keys': (keys) => [
    '  list:',
    ...keys.flatMap((key) => [`  - name: ${key}`, `    value: of-${key.charAt(0)}`]),
  ],
  'a list of flow maps': (keys) => [
    '  list:',
    ...keys.map((key) => `  - { name: ${key}, value: of-${key.charAt(0)} }`),
  ],
  'a flow map of several lines': (keys) => [
    '  map: {',
    ...keys.map((key, index) => `    ${key}: of-${key.charAt(0)}${index < 2 ? ',' : ''}`),
    '  }',
  ],
  'flow maps under keys': (keys) => keys.map((key) => `  ${key}: { size: 1, path: /${key.charAt(0)} }`),
};

const COMMENT = '# of local';

/** Ways to add a comment to the line with a key. */
const PLACES: Readonly<Record<string, (line: string) => readonly string[]>> = {
  above: (line) => [`${line.replace(/\S.*$/, '')}${COMMENT}`, line],
  'at the end of the line of': (line) => [`${line} ${COMMENT}`],
};

const STRICT: MergeOptions = { onDelete: 'conflict', onComment: 'conflict', onAdd: 'conflict' };

const files = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map([['a.yaml', `${HEAD}${lines.join('\n')}\n`]]);

describe('merging a comment that local adds to a key that new renames', () => {
  for (const [layout, linesOf] of Object.entries(LAYOUTS))
    for (const [place, commented] of Object.entries(PLACES))
      for (const [index, which] of ['first', 'second', 'last'].entries())
        it(`loses none ${place} the ${which} key of ${layout} in silence`, () => {
          const keys = ['a1', 'b1', 'c1'];
          const renamed = keys.with(index, `${keys[index]}2`);
          const base = linesOf(keys);
          const isOfKey = (line: string): boolean => new RegExp(`\\b${keys[index]}\\b`).test(line);
          const local = base.flatMap((line) => (isOfKey(line) ? commented(line) : [line]));
          assert.equal(local.join('\n').includes(COMMENT), true);
          const packages = { base: files(base), theirs: files(linesOf(renamed)), local: files(local) };
          const merged = mergePackages(packages);
          assert.deepEqual(merged.conflicts, []);
          const isKept = String(merged.files.get('a.yaml')).includes(COMMENT);
          const warnings = merged.results.filter(
            ({ severity, message }) => severity === 'warning' && /comment/.test(message),
          );
          assert.equal(warnings.length, isKept ? 0 : 1, JSON.stringify(merged.results));

          const strict = mergePackages(packages, STRICT);
          const isConflict = strict.conflicts.length > 0;
          assert.ok(isConflict || String(strict.files.get('a.yaml')).includes(COMMENT));
        });
});

describe('a comment of an element that both sides removed', () => {
  it('stays at an element with another key that both sides have, as local has it', () => {
    const step = (name: string): string => `  - name: ${name}\n    image: ${name}:1\n`;
    const of = (text: string): ReadonlyMap<string, string> => new Map([['a.yaml', `kind: A\nsteps:\n${text}`]]);
    const local = of(`${step('first')}  ${COMMENT}\n${step('copy')}`);
    const base = of(`${step('first')}  ${COMMENT}\n${step('copy-to-a')}`);
    const merged = mergePackages({ base, theirs: of(`${step('first')}${step('copy')}`), local }, STRICT);
    assert.deepEqual([merged.conflicts, merged.files], [[], local]);
  });
});
