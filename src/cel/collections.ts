import {
  celFunc,
  celList,
  celMethod,
  CelScalar,
  isCelList,
  isCelMap,
  isCelUint,
  listType,
  mapType,
  type CelFunc,
  type CelInput,
  type CelList,
  type CelMap,
  type CelValue,
} from '@bufbuild/cel';
import { didYouMean } from '../nearest-name.ts';
import { spendOnElements } from './budget.ts';
import { isEqual } from './equality.ts';
import { Failure, noOverload } from './failure.ts';
import { isOptional, NONE, someOf, valueIn } from './optional.ts';
import { mapKey, lookUp, typeName, type Key } from './values.ts';

const { BOOL, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);
const MAP = mapType(DYN, DYN);

/** Functions of lists and maps. Names that begin with @ cannot be written in an expression. */
export const COLLECTIONS: readonly CelFunc[] = [
  celFunc('@select', [DYN, STRING], DYN, (operand, field) =>
    isOptional(operand) ? fieldIn(operand, field) : valueAt(fieldsOf(operand), field),
  ),
  celFunc('@optional_select', [DYN, STRING], DYN, fieldIn),
  celFunc('@has', [DYN, STRING], BOOL, hasField),
  celFunc('@index', [DYN, DYN], DYN, (operand, index) =>
    isOptional(operand) ? elementIn(operand, index) : indexed(operand, index),
  ),
  celFunc('@optional_index', [DYN, DYN], DYN, elementIn),
  celFunc('@map', [LIST], MAP, mapOf),
  celFunc('@range', [DYN], DYN, rangeOf),
  celFunc('@entries', [DYN], LIST, entriesOf),
  celFunc('@concatenation', [LIST], LIST, flattened),
  celFunc('@values', [DYN], LIST, (value) => celList(valuesOf(value))),
  celFunc('@entry', [DYN, DYN], LIST, (key, value) => celList(valuesOf(value).flatMap((each) => [key, each]))),
  celFunc('@contains', [DYN, LIST], BOOL, (element, list) => contains(list, element)),
  celFunc('@contains', [DYN, MAP], BOOL, (key, map) => lookUp(map, key) !== undefined),
  celFunc('_==_', [DYN, DYN], BOOL, isEqual),
  celFunc('_!=_', [DYN, DYN], BOOL, (one, other) => !isEqual(one, other)),
  celFunc('_+_', [LIST, LIST], LIST, concatenation),
  celFunc('size', [LIST], INT, ({ size }) => BigInt(size)),
  celFunc('size', [MAP], INT, ({ size }) => BigInt(size)),
  celMethod('size', LIST, [], INT, function size() {
    return BigInt(this.size);
  }),
  celMethod('size', MAP, [], INT, function size() {
    return BigInt(this.size);
  }),
];

function fieldsOf(operand: CelValue): CelMap {
  if (!isCelMap(operand)) throw new Failure(`type '${typeName(operand)}' does not support field selection`);
  return operand;
}

/** Reports whether a value has a field. A value without fields has none; a list is an error. */
function hasField(operand: CelValue, field: string): boolean {
  if (isOptional(operand)) return fieldIn(operand, field) !== NONE;
  if (isCelList(operand)) throw new Failure(`type 'list' does not support field selection`);
  return isCelMap(operand) && operand.get(field) !== undefined;
}

function indexed(operand: CelValue, index: CelValue): CelInput {
  if (isCelMap(operand)) return valueAt(operand, index);
  if (isCelList(operand)) return elementAt(operand, index);
  throw noOverload('_[_]', typeName(operand), typeName(index));
}

function valueAt(map: CelMap, key: CelValue): CelInput {
  const value = lookUp(map, key);
  if (value !== undefined) return value;
  const shown = mapKey(key);
  if (shown === undefined) throw unsupportedKey(key);
  throw new Failure(`no such key: ${isCelUint(shown) ? shown.value : shown}`, () => nearestKey(map, shown));
}

function unsupportedKey(key: CelValue): Failure {
  return new Failure(`unsupported key type '${typeName(key)}'`);
}

function nearestKey(map: CelMap, key: Key): string {
  const names = [...map.keys()].filter((name) => typeof name === 'string');
  return typeof key === 'string' ? didYouMean(key, names) : '';
}

function elementAt(list: CelList, index: CelValue): CelInput {
  const number = indexOf(index);
  const element = number < 0n || number >= list.size ? undefined : list.get(Number(number));
  if (element === undefined) throw new Failure(`index out of bounds: ${number}`);
  return element;
}

/** Returns the index of an element of a list. Throws a Failure if a value cannot be one. */
function indexOf(value: CelValue): bigint {
  const key = mapKey(value);
  const number = isCelUint(key) ? key.value : key;
  if (typeof number !== 'bigint') throw new Failure(`unsupported index type '${typeName(value)}' in list`);
  return number;
}

/** Reports whether a list has an element. */
export function contains(list: Iterable<CelValue>, wanted: CelValue): boolean {
  for (const element of list) if (isEqual(wanted, element)) return true;
  return false;
}

/** Returns the field of a value, which may be optional itself, as an optional value. */
function fieldIn(operand: CelValue, field: string): CelValue {
  const value = isOptional(operand) ? valueIn(operand) : operand;
  if (value === undefined || !hasField(value, field)) return NONE;
  return someOf(fieldsOf(value).get(field) ?? null);
}

/** Returns the element of a list, or the value of a map, as an optional value. The operand may be optional itself. */
function elementIn(operand: CelValue, index: CelValue): CelValue {
  const value = isOptional(operand) ? valueIn(operand) : operand;
  if (value === undefined) return NONE;
  if (isCelList(value)) {
    const number = indexOf(index);
    const element = number < 0n || number >= value.size ? undefined : value.get(Number(number));
    return element === undefined ? NONE : someOf(element);
  }
  if (mapKey(index) === undefined && (isCelMap(value) || typeof index !== 'number')) throw unsupportedKey(index);
  const found = isCelMap(value) ? lookUp(value, index) : undefined;
  return found === undefined ? NONE : someOf(found);
}

/** Returns the values of an optional value: one or none. */
function valuesOf(value: CelValue): readonly CelValue[] {
  if (!isOptional(value))
    throw new Failure(`an optional element must be an optional value, found '${typeName(value)}'`);
  const inner = valueIn(value);
  return inner === undefined ? [] : [inner];
}

function flattened(lists: CelList): CelList {
  const parts = [...lists].flatMap((list) => (isCelList(list) ? [...list] : []));
  spendOnElements(parts.length);
  return celList(parts);
}

/** Returns the elements of a range with two variables: pairs of an index and an element, or of a key and a value. */
function entriesOf(value: CelValue): CelList {
  const range = rangeOf(value);
  const entries = isCelMap(range) ? [...range] : isCelList(range) ? [...range].map(indexedPair) : [];
  spendOnElements(2 * entries.length);
  return celList(entries.map((entry) => celList([...entry])));
}

function indexedPair(element: CelValue, index: number): readonly [CelValue, CelValue] {
  return [BigInt(index), element];
}

/** Returns the range of a macro and counts its elements, which the library copies first. */
function rangeOf(value: CelValue): CelValue {
  if (!isCelList(value) && !isCelMap(value)) {
    throw new Failure(
      `expression of type '${typeName(value)}' cannot be range of a comprehension (must be list or map)`,
    );
  }
  spendOnElements(value.size);
  return value;
}

/** Makes a map of alternating keys and values. */
function mapOf(parts: CelList): Map<Key, CelValue> {
  const map = new Map<Key, CelValue>();
  const uints = new Map<bigint, Key>();
  for (let index = 0; index < parts.size; index += 2) {
    const key = parts.get(index);
    const value = parts.get(index + 1);
    if (key !== undefined && value !== undefined) map.set(sameKey(key, uints), value);
  }
  return map;
}

/**
 * Returns the key under which a map stores a value. Unsigned integers are objects, so equal ones must share one key.
 */
function sameKey(value: CelValue, uints: Map<bigint, Key>): Key {
  const key = mapKey(value);
  if (key === undefined) throw unsupportedKey(value);
  if (!isCelUint(key)) return key;
  const known = uints.get(key.value) ?? key;
  uints.set(key.value, known);
  return known;
}

/** Concatenates two lists into a flat one: the library's nested lists get too deep to look up. */
function concatenation(left: CelList, right: CelList): CelList {
  spendOnElements(left.size + right.size);
  return celList([...left, ...right]);
}
