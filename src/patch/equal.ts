import type { Value } from '../yaml/index.ts';

/** Whether two values are equal as RFC 6902, section 4.6 has it: numbers by what they are, maps in any order. */
export function equal(a: Value, b: Value): boolean {
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] ?? null));
  if (isMap(a)) return isMap(b) && equalMaps(a, b);
  return equalScalars(a, b);
}

function equalMaps(a: ValueMap, b: ValueMap): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equal(a[key] ?? null, b[key] ?? null));
}

function equalScalars(a: Value, b: Value): boolean {
  if (typeof a === 'bigint' && typeof b === 'number') return Number.isInteger(b) && BigInt(b) === a;
  if (typeof a === 'number' && typeof b === 'bigint') return equalScalars(b, a);
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** The value of a map. */
type ValueMap = { readonly [key: string]: Value };

/** Whether a value is a sequence. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value is a map. */
export function isMap(value: Value): value is ValueMap {
  return typeof value === 'object' && value !== null && !isList(value);
}
