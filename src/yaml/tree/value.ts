/**
 * Plain data of a YAML or JSON value. A number without a fraction that a JavaScript number cannot hold exactly is a
 * `bigint`. Objects that the library returns have no prototype, so `__proto__` is a key like any other.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[] | { readonly [key: string]: Value };

/** The path of a value from the top of its document: keys of maps, zero-based indexes of sequences. */
export type Path = readonly (string | number)[];

/** Reports whether a value is a sequence. Unlike `Array.isArray`, it narrows readonly arrays. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Reports whether a value is a map. */
export function isMap(value: Value | undefined): value is { readonly [key: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reports whether two values are equal by RFC 6902, section 4.6: numbers by value, maps in any order. */
export function equalValues(a: Value, b: Value): boolean {
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, index) => equalValues(item, b[index] ?? null));
  if (!isMap(a) || !isMap(b)) return equalScalars(a, b);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equalValues(a[key] ?? null, b[key] ?? null));
}

function equalScalars(a: Value, b: Value): boolean {
  if (typeof a === 'bigint' && typeof b === 'number') return Number.isInteger(b) && BigInt(b) === a;
  if (typeof a === 'number' && typeof b === 'bigint') return equalScalars(b, a);
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Reports whether a path is another one, or leads to a value in the value of that. */
export function startsWith(path: Path, start: Path): boolean {
  return path.length >= start.length && start.every((step, depth) => step === path[depth]);
}
