import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  applyEdits,
  isList,
  isMap,
  pathAfter,
  pathBefore,
  type DataEdit,
  type Path,
  type Value,
} from '../../../src/yaml/index.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const KEYS = ['a', 'b', 'c'];

/** Data whose leaves are all different. */
const data = fc
  .letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constant('leaf'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 3 }),
    ),
  }))
  .value.map((value) => numbered(value, { next: 0 }));

function numbered(value: Value, count: { next: number }): Value {
  if (isList(value)) return value.map((element) => numbered(element, count));
  if (isMap(value))
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, numbered(field, count)]));
  return count.next++;
}

function leaves(value: Value | undefined, path: Path = []): readonly (readonly [Path, Value])[] {
  if (isList(value ?? null))
    return (value as readonly Value[]).flatMap((each, index) => leaves(each, [...path, index]));
  if (isMap(value ?? null))
    return Object.entries(value as object).flatMap(([key, each]) => leaves(each as Value, [...path, key]));
  return value === undefined ? [] : [[path, value]];
}

/** Makes edits that fit the data, one after the other, from random numbers. */
function editsOf(value: Value, choices: readonly number[]): readonly DataEdit[] {
  const edits: DataEdit[] = [];
  for (const choice of choices) {
    const now = applyEdits(value, edits);
    const places = holders(now ?? null);
    const place = places[choice % places.length];
    if (place === undefined) break;
    const [path, holder] = place;
    const at = choice >> 4;
    if (isList(holder)) {
      const index = at % (holder.length + 1);
      if (choice % 2 === 0 || holder.length === 0) edits.push({ kind: 'insert', path, index, value: 'new' });
      else edits.push({ kind: 'remove', path: [...path, at % holder.length] });
    } else {
      const key = KEYS[at % KEYS.length] ?? '';
      const free = KEYS.find((other) => !Object.hasOwn(holder as object, other));
      if (!Object.hasOwn(holder as object, key)) edits.push({ kind: 'set', path: [...path, key], value: 'new' });
      else if (choice % 2 === 0 && free !== undefined) edits.push({ kind: 'rename', path: [...path, key], key: free });
      else edits.push({ kind: 'remove', path: [...path, key] });
    }
  }
  return edits;
}

function holders(value: Value, path: Path = []): readonly (readonly [Path, Value])[] {
  if (isList(value)) return [[path, value], ...value.flatMap((each, index) => holders(each, [...path, index]))];
  if (!isMap(value)) return [];
  return [[path, value], ...Object.entries(value).flatMap(([key, each]) => holders(each, [...path, key]))];
}

describe('paths of values that edits move', () => {
  it('lead to the same value after the edits, and back', () => {
    fc.assert(
      fc.property(data, fc.array(fc.nat(), { maxLength: 6 }), (value, choices) => {
        const edits = editsOf(value, choices);
        const after = new Map(leaves(applyEdits(value, edits)).map(([path, leaf]) => [leaf, path]));
        for (const [path, leaf] of leaves(value)) {
          const want = after.get(leaf);
          assert.deepEqual(pathAfter(path, edits), want, JSON.stringify({ value, edits, path }));
          if (want !== undefined) assert.deepEqual(pathBefore(want, edits), path);
        }
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('has no earlier path for a value that an edit inserted', () => {
    const edits: readonly DataEdit[] = [{ kind: 'insert', path: ['a'], index: 1, value: { b: 'new' } }];
    assert.equal(pathBefore(['a', 1, 'b'], edits), undefined);
  });
});
