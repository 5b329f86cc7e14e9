import {
  celFunc,
  celList,
  celMap,
  celMethod,
  CelScalar,
  isCelList,
  isCelUint,
  listType,
  mapType,
  type CelFunc,
  type CelList,
  type CelMap,
  type CelValue,
} from '@bufbuild/cel';
import { spend, spendOnElements } from './budget.ts';
import { contains } from './collections.ts';
import { Failure } from './failure.ts';
import { compare } from './ordering.ts';
import { kindOf, lookUp, mapKey, typeName, type Key } from './values.ts';

const { BOOL, DYN, INT } = CelScalar;
const LIST = listType(DYN);
const MAP = mapType(DYN, DYN);

/** Functions of sets and lists, and of the macros that make maps. Names that begin with @ cannot be written. */
export const LIST_FUNCTIONS: readonly CelFunc[] = [
  celFunc('sets.contains', [LIST, LIST], BOOL, containsAll),
  celFunc('sets.equivalent', [LIST, LIST], BOOL, (one, other) => containsAll(one, other) && containsAll(other, one)),
  celFunc('sets.intersects', [LIST, LIST], BOOL, (one, other) => [...one].some((element) => contains(other, element))),
  celFunc('lists.range', [INT], LIST, range),
  celMethod('distinct', LIST, [], LIST, function distinct() {
    return celList(distinctIn(this));
  }),
  celMethod('flatten', LIST, [], LIST, function flatten() {
    return celList(flattened(this, 1n));
  }),
  celMethod('flatten', LIST, [INT], LIST, function flatten(depth) {
    if (depth < 0n) throw new Failure('level must be non-negative');
    return celList(flattened(this, depth));
  }),
  celMethod('reverse', LIST, [], LIST, function reverse() {
    spendOnElements(this.size);
    return celList([...this].toReversed());
  }),
  celMethod('slice', LIST, [INT, INT], LIST, function slice(start, end) {
    return celList(sliceOf(this, start, end));
  }),
  celMethod('sort', LIST, [], LIST, function sort() {
    return celList(sorted(this, this));
  }),
  celFunc('@sort', [LIST, LIST], LIST, (list, keys) => celList(sorted(list, keys))),
  celFunc('@insert', [MAP, DYN, DYN], MAP, (map, key, value) => inserted(map, [[key, value]])),
  celFunc('@insert', [MAP, MAP], MAP, (map, others) => inserted(map, [...others])),
];

function containsAll(list: CelList, wanted: CelList): boolean {
  return [...wanted].every((element) => contains(list, element));
}

function range(count: bigint): CelList {
  spend(Number(count > 0n ? count : 0n));
  return celList(Array.from({ length: Math.max(Number(count), 0) }, (_, index) => BigInt(index)));
}

function distinctIn(list: CelList): readonly CelValue[] {
  const found: CelValue[] = [];
  for (const element of list) if (!contains(found, element)) found.push(element);
  return found;
}

function flattened(list: CelList, depth: bigint): readonly CelValue[] {
  spendOnElements(list.size);
  return [...list].flatMap((element) =>
    isCelList(element) && depth > 0n ? flattened(element, depth - 1n) : [element],
  );
}

function sliceOf(list: CelList, start: bigint, end: bigint): readonly CelValue[] {
  const call = `slice(${start}, ${end})`;
  if (start < 0n || end < 0n) throw new Failure(`${call} must not have negative indexes`);
  if (start > end) throw new Failure(`${call} must not start after its end`);
  if (end > list.size) throw new Failure(`${call} must end within the list, whose length is ${list.size}`);
  spendOnElements(Number(end - start));
  return [...list].slice(Number(start), Number(end));
}

/** Sorts a list by keys, one for each element. Throws a Failure unless the keys have one type, which has an order. */
function sorted(list: CelList, keys: CelList): readonly CelValue[] {
  const pairs = [...list].map((element, index) => ({ element, key: keys.get(index) ?? null }));
  const [first] = pairs;
  if (first === undefined) return [];
  const { kind } = kindOf(first.key);
  if (['null', 'list', 'map', 'type', 'optional', 'other'].includes(kind))
    throw new Failure(`a list must be sorted by values that have an order, found '${typeName(first.key)}'`);
  const other = pairs.find(({ key }) => typeName(key) !== typeName(first.key));
  if (other !== undefined)
    throw new Failure(
      `a list must be sorted by values of one type, found '${typeName(first.key)}' and '${typeName(other.key)}'`,
    );
  return pairs.toSorted((one, two) => orderOf(one.key, two.key)).map(({ element }) => element);
}

/** Compares two values; any two are equal if one of them is not a number. */
function orderOf(one: CelValue, other: CelValue): number {
  spend(1);
  return Number.isNaN(one) || Number.isNaN(other) ? 0 : compare(one, other);
}

/** Returns a map with more entries. Throws a Failure for a key that it has. */
function inserted(map: CelMap, entries: readonly (readonly [CelValue, CelValue])[]): CelMap {
  spendOnElements(map.size + entries.length);
  const all = new Map<Key, CelValue>(map);
  for (const [name, value] of entries) {
    const key = mapKey(name);
    if (key === undefined) throw new Failure(`unsupported key type '${typeName(name)}'`);
    if (lookUp(celMap(all), name) !== undefined)
      throw new Failure(`the map has the key ${isCelUint(key) ? key.value : key} already`);
    all.set(key, value);
  }
  return celMap(all);
}
