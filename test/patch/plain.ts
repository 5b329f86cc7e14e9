import type { Value } from '../../src/yaml/index.ts';

/**
 * Returns a copy in canonical form: maps without a prototype, keys sorted, integers as numbers if these can hold them,
 * and -0 as 0.
 */
export function plain(value: unknown): Value {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'bigint' && BigInt(Number(value)) === value) return Number(value);
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : (value as Value);
  const map = Object.create(null) as Record<string, Value>;
  for (const key of Object.keys(value).toSorted()) map[key] = plain((value as Record<string, unknown>)[key]);
  return map;
}
