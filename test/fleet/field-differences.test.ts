import assert from 'node:assert/strict';
import { fieldDifferences } from '../../src/fleet/index.ts';
import type { Value } from '../../src/yaml/index.ts';

const containers = (...list: readonly Value[]): Value => ({ spec: { template: { spec: { containers: list } } } });
const AT = 'spec.template.spec.containers';

interface Row {
  readonly name: string;
  readonly left: Value;
  readonly right: Value;
  /** Each field with its values. */
  readonly want: readonly (readonly [field: string, left: Value | undefined, right: Value | undefined])[];
}

const ROWS: readonly Row[] = [
  { name: 'nothing for equal data', left: { a: [1] }, right: { a: [1] }, want: [] },
  {
    name: 'the smallest fields that differ, also those that only one has',
    left: { a: { b: 1, c: 2, 'd.e': 3 } },
    right: { a: { b: 1, c: 3, f: { g: 1 } } },
    want: [
      ['a.c', 2, 3],
      ['a.f', undefined, { g: 1 }],
      ['a["d.e"]', 3, undefined],
    ],
  },
  {
    name: 'elements by their names, wherever they are',
    left: containers({ name: 'a', image: 'x' }, { name: 'b', image: 'y' }),
    right: containers({ name: 'new' }, { name: 'b', image: 'z' }),
    want: [
      [`${AT}[name=new]`, undefined, { name: 'new' }],
      [`${AT}[name=b].image`, 'y', 'z'],
      [`${AT}[name=a]`, { name: 'a', image: 'x' }, undefined],
    ],
  },
  {
    name: 'a list in another order as a whole',
    left: containers({ name: 'a' }, { name: 'b' }),
    right: containers({ name: 'b' }, { name: 'a' }),
    want: [[AT, [{ name: 'a' }, { name: 'b' }], [{ name: 'b' }, { name: 'a' }]]],
  },
  { name: 'a list of scalars as a whole', left: { a: [1, 2] }, right: { a: [2] }, want: [['a', [1, 2], [2]]] },
  { name: 'a value of another type', left: { a: '1' }, right: { a: 1 }, want: [['a', '1', 1]] },
  { name: 'null beside an absent field', left: { a: null }, right: {}, want: [['a', null, undefined]] },
];

describe('fieldDifferences', () => {
  for (const { name, left, right, want } of ROWS)
    it(`returns ${name}`, () => {
      const found = fieldDifferences({ group: 'apps', kind: 'Deployment' }, left, right);
      assert.deepEqual(
        found.map(({ field, sides: [a, b] }) => [field, a?.value, b?.value]),
        want,
      );
    });
});
