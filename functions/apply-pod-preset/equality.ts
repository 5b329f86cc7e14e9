import { byteOrder } from '../../src/byte-order.ts';
import { shortHash } from '../../src/short-hash.ts';
import { equalValues, isList, isMap, type Value } from '../../src/yaml/index.ts';
import { ELEMENTS, type Field } from './defaults.ts';
import type { ListName } from './preset.ts';
import { canonicalQuantity } from './quantity.ts';

/**
 * Returns the canonical form of an element, the same for all values that the API treats as equal: keys sorted, quantities
 * as `canonicalQuantity` writes them, defaults omitted. Defaults are not filled in, so that the hash of an element does
 * not change when a later version adds a default.
 */
export function defaulted(list: ListName, value: Value): Value {
  return canonical(value, ELEMENTS[list]);
}

/** Reports whether the API treats two elements as equal. */
export function sameElement(list: ListName, a: Value, b: Value): boolean {
  return equalValues(defaulted(list, a), defaulted(list, b));
}

/** Returns a hash of eight digits, the same for elements that `sameElement` treats as equal. */
export function hashOf(list: ListName, value: Value): string {
  return shortHash(JSON.stringify(defaulted(list, value), writeBigint), 8);
}

function writeBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

function canonical(value: Value, field: Field): Value {
  if (field.decimals !== undefined) return canonicalQuantity(value, field.decimals);
  if (isList(value)) return value.map((element) => canonical(element, field));
  return isMap(value) ? canonicalMap(value, field) : value;
}

function canonicalMap(map: Readonly<Record<string, Value>>, field: Field): Value {
  const keys = Object.keys(map).toSorted(byteOrder);
  const entries = keys.flatMap((key) => {
    const child = fieldOf(field, key);
    const value = canonical(map[key] ?? null, child);
    return field.entries === undefined && meansAbsence(value, child, map) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

const PLAIN: Field = {};

function fieldOf({ entries, fields = {} }: Field, key: string): Field {
  return entries ?? (Object.hasOwn(fields, key) ? fields[key] : undefined) ?? PLAIN;
}

function meansAbsence(value: Value, field: Field, owner: Readonly<Record<string, Value>>): boolean {
  const { defaults = [], isPointer = false } = field;
  if (value === null || (!isPointer && isZero(value, field))) return true;
  const absent = typeof defaults === 'function' ? defaults(owner) : defaults;
  return absent.some((one) => equalValues(value, one));
}

function isZero(value: Value, field: Field): boolean {
  if (isMap(value)) return field.isEmbedded === true && Object.keys(value).length === 0;
  return isList(value) ? value.length === 0 : value === false || value === '' || value === 0;
}
