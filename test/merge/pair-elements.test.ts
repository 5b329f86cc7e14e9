import assert from 'node:assert/strict';
import { pairElements } from '../../src/merge/pair-elements.ts';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import type { ListKeys } from '../../src/krm/list-keys.ts';

const NAME: ListKeys = { name: undefined };
const PORT: ListKeys = { port: undefined, protocol: 'TCP' };

/** `wanted`: for each element after, the index of the one before and how it was found, or `-`. */
const ROWS: readonly (readonly [
  title: string,
  keys: ListKeys | undefined,
  before: string,
  after: string,
  wanted: string,
])[] = [
  ['pairs by key', NAME, '[{name: a}, {name: b}]', '[{name: b, v: 1}, {name: a}]', '1 key, 0 key'],
  [
    'leaves a new key without a pair',
    NAME,
    '[{name: a, v: 1}, {name: b, v: 2}]',
    '[{name: a, v: 1}, {name: c, x: 3}, {name: b, v: 2}]',
    '0 key, -, 1 key',
  ],
  ['fills in the default of a key', PORT, '[{port: 80}]', '[{port: 80, protocol: TCP}]', '0 key'],
  ['tells elements apart by all keys', PORT, '[{port: 53}]', '[{port: 53}, {port: 53, protocol: UDP}]', '0 key, -'],
  ['pairs a number and its text', PORT, '[{port: 80}]', '[{port: "80"}]', '0 key'],
  [
    'pairs by name if the key changes',
    PORT,
    '[{name: http, port: 80}, {name: x, port: 1}]',
    '[{name: http, port: 8080, nodePort: 3}, {name: x, port: 1}]',
    '0 name, 1 key',
  ],
  [
    'does not pair by a name that is there twice',
    PORT,
    '[{name: a, port: 1, x: 1}, {name: a, port: 2, y: 2}]',
    '[{name: a, port: 3, z: 3, w: 4}]',
    '-',
  ],
  [
    'pairs by place if name and key change',
    NAME,
    '[{name: a, image: i, v: 1}, {name: z}]',
    '[{name: b, image: i, v: 1, w: 2}, {name: z}]',
    '0 place, 1 key',
  ],
  ['pairs the only elements by place', NAME, '[{name: c, image: "i:1"}]', '[{name: app, image: "i:2"}]', '0 place'],
  [
    'does not pair different elements by place',
    NAME,
    '[{name: a, v: 1}, {name: z}]',
    '[{name: b, w: 2}, {name: z}]',
    '-, 1 key',
  ],
  [
    'does not pair by place where numbers differ',
    NAME,
    '[{name: a, v: 1}, {name: z}]',
    '[{name: b, v: 1, x: 1}, {name: c, v: 1, x: 1}, {name: z}]',
    '-, -, 1 key',
  ],
  ['pairs equal elements without keys', undefined, '[x, y, z]', '[x, z]', '0 key, 2 key'],
  ['pairs an element that moves', undefined, '[x, y, z]', '[z, x, y]', '2 key, 0 key, 1 key'],
  ['pairs a changed scalar by place', undefined, '[a, b, c]', '[a, X, c]', '0 key, 1 place, 2 key'],
  [
    'pairs alike maps without keys by place',
    undefined,
    '[{a: 1, b: 2}, {c: 3}]',
    '[{a: 1, b: 3}, {c: 3}]',
    '0 place, 1 key',
  ],
  ['does not pair unlike maps without keys', undefined, '[{a: 1, b: 2}, {c: 3}]', '[{d: 1, e: 3}, {c: 3}]', '-, 1 key'],
  ['pairs nothing with an empty list', NAME, '[]', '[{name: a}]', '-'],
  ['returns nothing for an empty list', NAME, '[{name: a}]', '[]', ''],
  [
    'pairs duplicate keys by place',
    NAME,
    '[{name: a, v: 1}, {name: a, v: 2}]',
    '[{name: a, v: 1}, {name: a, v: 3}]',
    '0 key, 1 place',
  ],
];

describe('pairElements', () => {
  for (const [title, keys, before, after, wanted] of ROWS)
    it(title, () => {
      const pairs = pairElements(list(before), list(after), keys);
      assert.equal(pairs.map((pair) => (pair === undefined ? '-' : `${pair.index} ${pair.by}`)).join(', '), wanted);
    });
});

function list(text: string): readonly Value[] {
  return readDocument(`${text}\n`).value([]) as readonly Value[];
}
