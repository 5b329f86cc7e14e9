import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pairLists } from '../../src/pairing/pair-lists.ts';
import { longestRise } from '../../src/longest-rise.ts';
import type { Value } from '../../src/yaml/index.ts';
import { propertyRuns } from '../support/property-runs.ts';

const NAME = { name: undefined };
const PORT = { containerPort: undefined, protocol: 'TCP' };

describe('pairLists', () => {
  const cases: Readonly<
    Record<
      string,
      readonly [
        before: readonly Value[],
        after: readonly Value[],
        keys: typeof NAME | typeof PORT | undefined,
        pairs: readonly (number | undefined)[],
      ]
    >
  > = {
    'pairs elements with one key': [
      [{ name: 'a' }, { name: 'b' }],
      [{ name: 'b', x: 1 }, { name: 'c' }, { name: 'a' }],
      NAME,
      [1, undefined, 0],
    ],
    'takes a default for an absent key': [
      [{ containerPort: 80 }],
      [
        { containerPort: 80, protocol: 'UDP' },
        { containerPort: 80, protocol: 'TCP' },
      ],
      PORT,
      [undefined, 0],
    ],
    'pairs an element that only has another key': [
      [
        { name: 'a', x: 1 },
        { name: 'b', x: 2 },
      ],
      [
        { name: 'c', x: 2 },
        { name: 'a', x: 1 },
      ],
      NAME,
      [1, 0],
    ],
    'takes no keys if one is a duplicate': [
      [
        { name: 'a', x: 1 },
        { name: 'a', x: 2 },
      ],
      [{ name: 'a', x: 2 }],
      NAME,
      [1],
    ],
    'takes no keys if one is missing': [[{ name: 'a' }, { x: 1 }], [{ x: 1 }, { name: 'a', y: 1 }], NAME, [1, 0]],
    'pairs equal elements': [['a', 'b', 'c'], ['b', 'c'], undefined, [1, 2]],
    'pairs as many others between two equal ones': [['a', 'b', 'c'], ['a', 'x', 'c'], undefined, [0, 1, 2]],
    'pairs no others if their number differs': [
      ['a', 'b', 'c'],
      ['a', 'x', 'y', 'c'],
      undefined,
      [0, undefined, undefined, 2],
    ],
    'finds an element inserted before all': [['a', 'b'], ['x', 'a', 'b'], undefined, [undefined, 0, 1]],
    'takes maps with another order of keys for equal': [
      [{ a: 1, b: 2 }],
      [{ x: 1 }, { b: 2, a: 1 }],
      undefined,
      [undefined, 0],
    ],
    'tells numbers from their texts': [[1, '1', 2], ['1', 2], undefined, [1, 2]],
    'pairs nothing with an empty list': [[], ['a'], undefined, [undefined]],
    'pairs equal elements that changed places in a list without keys': [
      ['a', 'b', 'c'],
      ['c', 'x', 'b', 'a'],
      undefined,
      [2, undefined, 1, 0],
    ],
  };
  for (const [title, [before, after, keys, pairs]] of Object.entries(cases))
    it(title, () => assert.deepEqual(pairLists(before, after, keys).pairs, pairs));

  it('pairs each element at most once', () =>
    fc.assert(
      fc.property(lists, lists, fc.constantFrom(NAME, undefined), (before, after, keys) => {
        const pairs = pairLists(before, after, keys).pairs.filter((pair) => pair !== undefined);
        assert.equal(new Set(pairs).size, pairs.length);
        assert.ok(pairs.every((pair) => pair >= 0 && pair < before.length));
      }),
      { numRuns: propertyRuns(1000), seed: 1 },
    ));

  it('pairs all elements of a list with itself', () =>
    fc.assert(
      fc.property(lists, fc.constantFrom(NAME, undefined), (list, keys) => {
        assert.deepEqual(pairLists(list, list, keys).pairs, [...list.keys()]);
      }),
      { numRuns: propertyRuns(1000), seed: 1 },
    ));
});

const scalar = fc.oneof(fc.constantFrom('a', 'b', '1'), fc.integer({ min: 0, max: 3 }));
const lists = fc.array(fc.oneof(scalar, fc.record({ name: scalar }), fc.record({ name: scalar, x: scalar })), {
  maxLength: 6,
});

describe('the longest rise of numbers', () => {
  it('is as long as the longest that a search finds', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 9 }), (numbers) => {
        const rise = longestRise(numbers);
        assert.ok(rise.every((number, index) => index === 0 || number > (rise[index - 1] ?? 0)));
        assert.deepEqual(
          rise,
          numbers.filter((number) => rise.includes(number)),
        );
        assert.equal(rise.length, longestBySearch(numbers));
      }),
      { numRuns: propertyRuns(1000), seed: 1 },
    ));
});

function longestBySearch([first, ...rest]: readonly number[]): number {
  if (first === undefined) return 0;
  return Math.max(longestBySearch(rest), 1 + longestBySearch(rest.filter((number) => number > first)));
}
