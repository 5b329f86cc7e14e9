import assert from 'node:assert/strict';
import type { Keying } from '../../src/pairing/keying.ts';
import { pairVersions } from '../../src/pairing/pair-versions.ts';
import { pairByListKeys } from '../../src/pairing/pair-elements.ts';
import { elementKey } from '../../src/pairing/list-keys.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';

const NONE: Keying = {
  isKeyed: false,
  way: 'equality',
  pair: (_, after) => after.map(() => undefined),
  keyOf: () => undefined,
};

const NAME: Keying = {
  isKeyed: true,
  way: 'listKeys',
  keys: ['name'],
  pair: (before, after) => pairByListKeys(before, after, { name: undefined }),
  keyOf: (element) => elementKey(element, { name: undefined }),
};

/**
 * `wanted`: numbers of the elements of new and of local, where those of base are 0, 1 ...; then what is said about
 * them.
 */
const ROWS: readonly (readonly [title: string, keying: Keying, lists: readonly string[], wanted: string])[] = [
  ['pairs equal elements', NONE, ['[x, y]', '[y]', '[x, y, z]'], '1 | 0 1 2'],
  ['pairs elements that moved', NONE, ['[x, y, z]', '[z, x, y]', '[x, y, z]'], '2 0 1 | 0 1 2'],
  ['has an element that both sides added once', NONE, ['[x]', '[x, a]', '[a, x]'], '0 1 | 1 0'],
  [
    'pairs a scalar that one side replaced by its place',
    NONE,
    ['[a, b, c]', '[a, X, c]', '[a, b, c]'],
    '0 1 2 | 0 1 2',
  ],
  ['guesses that a scalar was replaced by both sides', NONE, ['[a, b]', '[a, X]', '[a, Y]'], '0 1 | 0 1 guess 1'],
  [
    'pairs a map that one side changed with the most alike one',
    NONE,
    ['[{a: 1, b: 2}, {c: 3}]', '[{c: 3}, {a: 1, b: 3}]', '[{a: 1, b: 2}, {c: 3}]'],
    '1 0 | 0 1',
  ],
  [
    'guesses that a map was changed by both sides',
    NONE,
    ['[{a: 1, b: 2, c: 3}]', '[{a: 1, b: 9, c: 3}]', '[{a: 8, b: 2, c: 3}]'],
    '0 | 0 guess 0',
  ],
  [
    'is certain where both sides changed a map alike',
    NONE,
    ['[{a: 1, b: 2}, {c: 3}]', '[{a: 1, b: 9}, {c: 3}]', '[{a: 1, b: 9}, {c: 3}]'],
    '2 1 | 2 1',
  ],
  [
    'guesses that a changed map is the one that the other side removed',
    NONE,
    ['[{a: 1, b: 2}, {c: 3}]', '[{a: 1, b: 9}, {c: 3}]', '[{c: 3}]'],
    '0 1 | 1 guess 0',
  ],
  [
    'does not pair unlike maps, and says that some have no pair',
    NONE,
    ['[{a: 1, b: 2}, {c: 3}]', '[{d: 1, e: 2}, {c: 3}]', '[{c: 3}, {f: 1}]'],
    '2 1 | 1 3 unpaired',
  ],
  ['says nothing where one side has all edits of the other', NONE, ['[a, b, d]', '[a]', '[a, c]'], '0 | 0 3'],
  ['keeps one of two equal elements that both sides removed one of', NONE, ['[x, x]', '[x]', '[x]'], '0 | 0'],
  ['keeps the fewer where both removed some', NONE, ['[x, x, x]', '[x, x]', '[x]'], '0 1 | 0'],
  ['is contested where both added differently many', NONE, ['[]', '[x]', '[x, x]'], '0 | 0 1 contested'],
  ['is contested where one side added and one removed', NONE, ['[x]', '[]', '[x, x]'], ' | 0 1 contested'],
  [
    'pairs by key, and an element whose key one side changed',
    NAME,
    ['[{name: a, u: 1, v: 1}, {name: z}]', '[{name: b, u: 1, v: 1}, {name: z}]', '[{name: a, u: 1, v: 1}, {name: z}]'],
    '0 1 | 0 1',
  ],
  [
    'guesses that an element has another key where the other side changed it',
    NAME,
    [
      '[{name: a, u: 1, v: 1}, {name: z}]',
      '[{name: b, u: 1, v: 1}, {name: z}]',
      '[{name: a, u: 1, v: 1, w: 2}, {name: z}]',
    ],
    '0 1 | 0 1 guess 0',
  ],
  [
    'is certain that elements with other keys are others',
    NAME,
    ['[{name: a, v: 1}, {name: z}]', '[{name: b, w: 2}, {name: z}]', '[{name: z}]'],
    '2 1 | 1',
  ],
  [
    'pairs elements that both sides added with one key',
    NAME,
    ['[]', '[{name: a, v: 1}]', '[{name: a, v: 2}]'],
    '0 | 0',
  ],
];

describe('pairing the versions of a list', () => {
  for (const [title, keying, [base = '', theirs = '', local = ''], wanted] of ROWS)
    it(title, () => {
      const found = pairVersions({ base: list(base), theirs: list(theirs), local: list(local) }, keying);
      const notes = [
        ...(found.guesses.size > 0 ? [`guess ${[...found.guesses].join(' ')}`] : []),
        ...(found.hasUnpaired ? ['unpaired'] : []),
        ...(found.isContested ? ['contested'] : []),
      ];
      const ids = `${found.ids.theirs.join(' ')} | ${found.ids.local.join(' ')}`;
      assert.equal([ids, ...notes].join(' '), wanted);
    });
});

function list(text: string): readonly Value[] {
  return readDocument(`${text}\n`).value([]) as readonly Value[];
}
