import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';

/** Values of `a:` where a version has flow style, in base, new and local, and the merged one. */
const ROWS: readonly (readonly [title: string, base: string, theirs: string, local: string, want: string])[] = [
  ['places a new key before the one that it precedes', '{b: 1}', '{c: 3, b: 1}', '{b: 2}', '{c: 3, b: 2}'],
  ['places a new key between others', '{b: 1, d: 1}', '{b: 1, c: 3, d: 1}', '{b: 1, d: 2}', '{b: 1, c: 3, d: 2}'],
  ['keeps the order of local', '{b: 1, c: 1}', '{b: 2, c: 1}', '{c: 1, b: 1, d: 1}', '{c: 1, b: 2, d: 1}'],
  ['takes the order of new', '{b: 1, c: 1}', '{c: 1, b: 1}', '{b: 2, c: 1}', '{c: 1, b: 2}'],
  [
    'orders maps in maps',
    '{m: {b: 1}, n: 1}',
    '{m: {c: 1, b: 1}, n: 1}',
    '{m: {b: 1}, n: 2}',
    '{m: {c: 1, b: 1}, n: 2}',
  ],
  ['copies the quotes of new', '{b: 1}', "{b: 1, c: 'x'}", '{b: 2}', "{b: 2, c: 'x'}"],
  ['copies the quotes of an added element', '[x, z]', '[x, "y", z]', '[x, z, w]', '[x, "y", z, w]'],
  ['copies the quotes of new into block style', '{b: 1}', "{b: 1, c: 'x'}", '\n  b: 2', "\n  b: 2\n  c: 'x'"],
  [
    'keeps the numbers that new adds to a list in double quotes',
    '["a", "z"]',
    '["a", 0x1F, 1.10, 010, ~, "z"]',
    '["a", "z", "b"]',
    '["a", 0x1F, 1.10, 010, ~, "z", "b"]',
  ],
  [
    'keeps the numbers inside of what new adds to a list in double quotes',
    '["a", "z"]',
    '["a", [0x1F], {"k": 1.10}, "z"]',
    '["a", "z", "b"]',
    '["a", [0x1F], {"k": 1.10}, "z", "b"]',
  ],
  ['keeps a number that new changes in a map of JSON', '{"b":1}', '{"b":0x1F}', '{"b":1,"c":2}', '{"b":0x1F,"c":2}'],
  ['keeps the text of JSON tight', '{"b":1}', '{"c":"3","b":1}', '{"b":2}', '{"c":"3","b":2}'],
  [
    'places a new key in a map of several lines',
    '{b: 1}',
    '{c: 3, b: 1}',
    '{b: 2, # two\n  d: 4}',
    '{c: 3,\n  b: 2, # two\n  d: 4}',
  ],
  ['places a new key in a map with an anchor', '{b: 1}', '{c: 3, b: 1}', '{b: &x 2}', '{c: 3, b: &x 2}'],
  [
    'takes the order of new in a map of several lines',
    '{b: 1, c: 1}',
    '{c: 1, b: 1}',
    '{\n    b: 2,\n    c: 1\n  }',
    '{\n    c: 1,\n    b: 2\n  }',
  ],
  [
    'leaves a map with a comment in its order',
    '{b: 1, c: 1}',
    '{c: 1, b: 1}',
    '{b: 2, # two\n  c: 1}',
    '{b: 2, # two\n  c: 1}',
  ],
  ['leaves a map with an anchor in its order', '{b: 1, c: 1}', '{c: 1, b: 1}', '{b: &x 2, c: 1}', '{b: &x 2, c: 1}'],
  [
    'keeps the layout of lines that only new changed',
    '{\n    b: 1,\n    c: [1, 2],\n    k: 1,\n    d: 1\n  }',
    '{\n    b: 1,\n    c: [1,\n      2],\n    k: 1,\n    d: 1\n  }',
    '{\n    b: 1,\n    c: [1, 2],\n    k: 1,\n    d: 2\n  }',
    '{\n    b: 1,\n    c: [1,\n      2],\n    k: 1,\n    d: 2\n  }',
  ],
];

describe('merging flow style', () => {
  for (const [title, base, theirs, local, want] of ROWS)
    it(title, () => {
      const files = (value: string): ReadonlyMap<string, string> =>
        new Map([['v.yaml', `a: ${value}\n`.replace(' \n', '\n')]]);
      const merged = mergePackages({ base: files(base), theirs: files(theirs), local: files(local) });
      assert.deepEqual([...merged.files], [...files(want)]);
      assert.deepEqual([merged.conflicts, merged.results], [[], []]);
    });
});
