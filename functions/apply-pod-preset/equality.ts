import { byteOrder, equalValues, isList, isMap, shortHash, type Value } from '../../src/index.ts';
import { ELEMENTS, type Field } from './defaults.ts';
import type { ListName } from './preset.ts';
import { canonicalQuantity } from './quantity.ts';

/**
 * An element as the API reads it, in one form for all that it takes for the same: maps are in order, quantities are as
 * `canonicalQuantity` writes them, and what absence means is left out. It is not filled in, so that the hash of an
 * element stays what it was when a later version knows another default.
 */
export function defaulted(list: ListName, value: Value): Value {
  return canonical(value, ELEMENTS[list]);
}

/** Whether the API takes two elements for the same. */
export function sameElement(list: ListName, a: Value, b: Value): boolean {
  return equalValues(defaulted(list, a), defaulted(list, b));
}

/** Eight digits that are the same for elements that are the same. */
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
