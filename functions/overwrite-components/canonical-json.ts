import { byteOrder, isList, isMap, type Value } from '../../src/index.ts';

/** Returns JSON without spaces, keys sorted by their bytes. A large integer becomes the nearest double, as in Go. */
export function canonicalJson(value: Value): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isMap(value)) return JSON.stringify(typeof value === 'bigint' ? Number(value) : value);
  const keys = Object.keys(value).toSorted(byteOrder);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
}
