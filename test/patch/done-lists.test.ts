import assert from 'node:assert/strict';
import { readDocument, type Value } from '../../src/yaml/index.ts';
import { findDoneOperations, type ValueOperation } from '../../src/patch/index.ts';

const add = (path: string, value: Value = 'x'): ValueOperation => ({ op: 'add', path, value });
const replace = (path: string, value: Value = 'z'): ValueOperation => ({ op: 'replace', path, value });
const remove = (path: string): ValueOperation => ({ op: 'remove', path });

interface Row {
  readonly name: string;
  readonly data: string;
  readonly operations: readonly ValueOperation[];
  readonly elementsByField?: boolean;
  /** Indexes of the operations that were done. Defaults to none. */
  readonly want?: readonly number[];
}

const rows: readonly Row[] = [
  { name: 'finds a list as left', data: 'a: [x, b]', operations: [add('/a/0'), remove('/a/1')], want: [0, 1] },
  {
    name: 'finds an element at the end',
    data: 'a: [b, x]',
    operations: [add('/a/-'), remove('/a/0')],
    want: [0, 1],
  },
  {
    name: 'finds a replaced element',
    data: 'a: [z, x]',
    operations: [replace('/a/1'), add('/a/-'), remove('/a/0')],
    want: [0, 1, 2],
  },
  {
    name: 'finds an added element that was replaced, beside another',
    data: 'a: [z, x]',
    operations: [add('/a/0'), replace('/a/0'), add('/a/-'), remove('/a/-2')],
    want: [0, 1, 2, 3],
  },
  {
    name: 'counts negative indexes from the end that the list had',
    data: 'a: [c, x, z]',
    operations: [replace('/a/-1'), add('/a/-2', 'x'), remove('/a/-4')],
    want: [0, 1, 2],
  },
  {
    name: 'takes equal elements for added ones',
    data: 'a: [x, x, b]',
    operations: [add('/a/0'), remove('/a/3')],
    want: [0, 1],
  },
  {
    name: 'compares maps and numbers by their data',
    data: 'a: [{p: 0x10, q: [1]}]',
    operations: [add('/a/0', { q: [1], p: 16 }), remove('/a/1')],
    want: [0, 1],
  },
  { name: 'finds no other value where one was added', data: 'a: [b, x]', operations: [add('/a/0'), remove('/a/2')] },
  {
    name: 'finds no other value where one was set',
    data: 'a: [x, b]',
    operations: [replace('/a/1'), add('/a/0'), remove('/a/1')],
  },
  { name: 'finds no removal beyond the end', data: 'a: [x]', operations: [add('/a/0'), remove('/a/2')] },
  { name: 'finds no addition to an empty list', data: 'a: []', operations: [add('/a/-'), remove('/a/-1')] },
  { name: 'finds no element at `-`', data: 'a: [x]', operations: [add('/a/0'), remove('/a/-')] },
  { name: 'finds no element at a key', data: 'a: [x]', operations: [add('/a/b'), add('/a/0'), remove('/a/1')] },
  {
    name: 'takes no element that was replaced for evidence',
    data: 'a: [z]',
    operations: [add('/a/0'), replace('/a/0'), remove('/a/1')],
  },
  {
    name: 'takes no element that was removed for evidence',
    data: 'a: [z]',
    operations: [add('/a/0'), remove('/a/0')],
  },
  { name: 'leaves lists without a removal', data: 'a: [x]', operations: [add('/a/0'), replace('/a/0', 'x')] },
  { name: 'leaves lists without an addition', data: 'a: [z]', operations: [replace('/a/0'), remove('/a/1')] },
  { name: 'leaves maps', data: 'a: {0: x}', operations: [add('/a/0'), remove('/a/1')] },
  { name: 'leaves a list that does not exist', data: 'b: 1', operations: [add('/a/0'), remove('/a/1')] },
  {
    name: 'finds each of several lists',
    data: '{a: [x, b], b: [b, c], c: [{d: [x, e]}]}',
    operations: [
      add('/a/0'),
      add('/b/0'),
      remove('/a/1'),
      add('/c/0/d/0'),
      remove('/b/1'),
      add('/c/0/e', 1),
      remove('/c/0/d/2'),
    ],
    want: [0, 2, 3, 6],
  },
  {
    name: 'leaves a list whose element is edited inside',
    data: 'a: [x, {b: z}]',
    operations: [add('/a/0'), remove('/a/2'), replace('/a/1/b')],
  },
  {
    name: 'leaves a list in whose element a list is edited, and that one',
    data: 'a: [[x, z], x]',
    operations: [add('/a/-'), remove('/a/0'), add('/a/0/0'), remove('/a/0/1')],
  },
  { name: 'leaves a list that is set', data: 'a: [x]', operations: [add('/a', []), add('/a/0'), remove('/a/1')] },
  {
    name: 'leaves a list whose parent is removed',
    data: 'p: {a: [x]}',
    operations: [add('/p/a/0'), remove('/p/a/1'), remove('/p')],
  },
  {
    name: 'leaves a list whose parent gets another index',
    data: 'p: [{a: [x]}, {a: [w]}]',
    operations: [remove('/p/-1'), add('/p/0/a/0'), remove('/p/0/a/1')],
  },
  {
    name: 'takes two paths to one list for one',
    data: 'p: [{a: [x, z]}]',
    operations: [add('/p/0/a/0'), replace('/p/-1/a/1'), remove('/p/0/a/-1')],
    want: [0, 1, 2],
  },
  {
    name: 'finds a list in an element with a name',
    data: 'p: [{name: m, a: [x]}]',
    operations: [add('/p/[name=m]/a/0'), remove('/p/0/a/1'), replace('/p/[name=m]/b')],
    elementsByField: true,
    want: [0, 1],
  },
  {
    name: 'leaves lists in elements whose name is edited',
    data: 'p: [{name: m, a: [x]}]',
    operations: [add('/p/0/a/0'), remove('/p/[name=m]/a/1'), replace('/p/0/name', 'n')],
    elementsByField: true,
  },
  {
    name: 'leaves a list in which an element is named',
    data: 'a: [{name: m}]',
    operations: [add('/a/0', { name: 'm' }), remove('/a/[name=n]')],
    elementsByField: true,
  },
  {
    name: 'takes a name for a key, if so configured',
    data: 'p: {"[name=m]": [x]}',
    operations: [add('/p/[name=m]/0'), remove('/p/[name=m]/1'), add('/p/name')],
    want: [0, 1],
  },
];

describe('findDoneOperations', () => {
  for (const { name, data, operations, elementsByField = false, want = [] } of rows) {
    it(name, () => {
      const steps = operations.map((operation) => ({ ...operation, elementsByField }));
      assert.deepEqual(
        [...findDoneOperations(readDocument(data), steps)].toSorted((a, b) => a - b),
        want,
      );
    });
  }
});
