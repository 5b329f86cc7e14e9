import { byteOrder, isMap, type Value } from '../../src/index.ts';

/**
 * A value of the configuration with the keys of its maps in byte order: they are written in the order of the value, and the
 * order of keys in a configuration must not matter. It was read from a document, so what the schema leaves open is plain data.
 */
export function sortedValue(value: unknown): Value {
  return sorted(value as Value);
}

function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => byteOrder(a, b));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
