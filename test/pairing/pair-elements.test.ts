import assert from 'node:assert/strict';
import { inferredKeys, pairByAnyKey, pairByListKeys } from '../../src/pairing/pair-elements.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import type { ListKeys } from '../../src/kubernetes-types.ts';

const NAME: ListKeys = { name: undefined };
const PORT: ListKeys = { port: undefined, protocol: 'TCP' };

type Row = readonly [title: string, keys: ListKeys, before: string, after: string, wanted: string];

/** `wanted`: for each element after, the index of the one before, or `-`. */
const BY_LIST_KEYS: readonly Row[] = [
  ['pairs by key', NAME, '[{name: a}, {name: b}]', '[{name: b, v: 1}, {name: a}]', '1, 0'],
  [
    'leaves a new key without a pair',
    NAME,
    '[{name: a, v: 1}, {name: b, v: 2}]',
    '[{name: a, v: 1}, {name: c, x: 3}, {name: b, v: 2}]',
    '0, -, 1',
  ],
  ['fills in the default of a key', PORT, '[{port: 80}]', '[{port: 80, protocol: TCP}]', '0'],
  ['tells elements apart by all keys', PORT, '[{port: 53}]', '[{port: 53}, {port: 53, protocol: UDP}]', '0, -'],
  ['pairs a number and its text', PORT, '[{port: 80}]', '[{port: "80"}]', '0'],
  [
    'pairs by name if the key changes',
    PORT,
    '[{name: http, port: 80}, {name: x, port: 1}]',
    '[{name: http, port: 8080, nodePort: 3}, {name: x, port: 1}]',
    '0, 1',
  ],
  [
    'does not pair by a name that is there twice',
    PORT,
    '[{name: a, port: 1, x: 1}, {name: a, port: 2, y: 2}]',
    '[{name: a, port: 3, z: 3, w: 4}]',
    '-',
  ],
  ['pairs nothing with an empty list', NAME, '[]', '[{name: a}]', '-'],
  ['returns nothing for an empty list', NAME, '[{name: a}]', '[]', ''],
  [
    'pairs nothing by keys that are there twice',
    NAME,
    '[{name: a, v: 1}, {name: a, v: 2}]',
    '[{name: a, v: 1}, {name: a, v: 3}]',
    '-, -',
  ],
];

/** `wanted`: the fields that identify the elements of three versions. */
const INFERRED: readonly (readonly [title: string, lists: readonly string[], wanted: readonly string[] | undefined])[] =
  [
    ['takes a name alone', ['[{name: a, port: 1}]', '[{name: a, port: 2}]', '[{name: b, port: 1}]'], ['name']],
    ['takes a name in metadata', ['[{metadata: {name: a}}]', '[{metadata: {name: a}}]', '[]'], ['metadata.name']],
    [
      'takes every scalar that is in all elements once',
      ['[{alert: A, expr: a, for: 1m}, {alert: B, expr: b, for: 1m}]', '[{alert: A, expr: c, for: 1m}]', '[]'],
      ['alert', 'expr'],
    ],
    ['does not take a scalar that one element lacks', ['[{alert: A}, {record: r}]', '[{alert: A}]', '[]'], undefined],
    ['does not take one that is there twice', ['[{run: a}, {run: a}]', '[{run: a}]', '[]'], undefined],
    ['does not take one of several lines', ['[{run: "a\\nb"}]', '[{run: "a\\nb"}]', '[]'], undefined],
    [
      'takes none where two pair elements differently',
      ['[{a: 1, b: 1}, {a: 2, b: 2}]', '[{a: 1, b: 2}, {a: 2, b: 1}]', '[]'],
      undefined,
    ],
    ['takes none of scalars', ['[a]', '[b]', '[c]'], undefined],
    ['takes none of empty lists', ['[]', '[]', '[]'], undefined],
  ];

describe('pairing elements by keys', () => {
  for (const [title, keys, before, after, wanted] of BY_LIST_KEYS)
    it(title, () => assert.equal(shown(pairByListKeys(list(before), list(after), keys)), wanted));

  it('pairs by any of several keys', () => {
    const [before, after] = ['[{a: 1, b: 1}, {a: 2, b: 2}]', '[{a: 9, b: 2}, {a: 1, b: 8}, {a: 7, b: 7}]'].map(list);
    assert.equal(shown(pairByAnyKey(before ?? [], after ?? [], ['a', 'b'])), '1, 0, -');
  });
});

describe('keys that are inferred', () => {
  for (const [title, [base = '', theirs = '', local = ''], wanted] of INFERRED)
    it(title, () => assert.deepEqual(inferredKeys([list(base), list(theirs), list(local)]), wanted));
});

function shown(pairs: readonly (number | undefined)[]): string {
  return pairs.map((pair) => pair ?? '-').join(', ');
}

function list(text: string): readonly Value[] {
  return readDocument(`${text}\n`).value([]) as readonly Value[];
}
