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
import { mapKey, lookUp, typeName, type Key } from './values.ts';

const { BOOL, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);
const MAP = mapType(DYN, DYN);

/** Functions of lists and maps. Names that begin with @ cannot be written in an expression. */
export const COLLECTIONS: readonly CelFunc[] = [
  celFunc('@select', [DYN, STRING], DYN, (operand, field) => valueAt(fieldsOf(operand), field)),
  celFunc('@has', [DYN, STRING], BOOL, hasField),
  celFunc('@index', [DYN, DYN], DYN, indexed),
  celFunc('@map', [LIST], MAP, mapOf),
  celFunc('@range', [DYN], DYN, rangeOf),
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
  if (shown === undefined) throw new Failure(`unsupported key type '${typeName(key)}'`);
  throw new Failure(`no such key: ${isCelUint(shown) ? shown.value : shown}`, () => nearestKey(map, shown));
}

function nearestKey(map: CelMap, key: Key): string {
  const names = [...map.keys()].filter((name) => typeof name === 'string');
  return typeof key === 'string' ? didYouMean(key, names) : '';
}

function elementAt(list: CelList, index: CelValue): CelInput {
  const key = mapKey(index);
  const number = isCelUint(key) ? key.value : key;
  if (typeof number !== 'bigint') throw new Failure(`unsupported index type '${typeName(index)}' in list`);
  const element = number < 0n || number >= list.size ? undefined : list.get(Number(number));
  if (element === undefined) throw new Failure(`index out of bounds: ${number}`);
  return element;
}

function contains(list: CelList, wanted: CelValue): boolean {
  for (const element of list) if (isEqual(wanted, element)) return true;
  return false;
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
  if (key === undefined) throw new Failure(`unsupported key type '${typeName(value)}'`);
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
