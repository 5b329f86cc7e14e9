import { isMap, type Value } from '../yaml/index.ts';
import { countCommon } from './count-common.ts';

/** Returns the likeness of two values: the number of their common scalars, as a share of the larger one, 0 to 1. */
export function likeness(a: Value, b: Value, keys: readonly string[] = []): number {
  const [one, other] = [tellingScalars(a, keys), tellingScalars(b, keys)];
  return countCommon(one, other) / Math.max(one.length, other.length, 1);
}

/**
 * Reports whether two values may be versions of one whose key changed: half of the scalars of the smaller one are
 * equal, and at least `least` scalars. `keys`: fields to ignore, since they differ. Default of `least`: 2 with keys,
 * else 1.
 */
export function areAlike(a: Value, b: Value, keys: readonly string[] = [], least = keys.length > 0 ? 2 : 1): boolean {
  const [one, other] = [tellingScalars(a, keys), tellingScalars(b, keys)];
  const common = countCommon(one, other);
  return common * 2 >= Math.min(one.length, other.length) && common >= least;
}

/** Returns the scalars of a value except for its keys. */
function tellingScalars(value: Value, keys: readonly string[]): readonly string[] {
  if (!isMap(value) || keys.length === 0) return scalarsIn(value);
  return scalarsIn(Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))));
}

/** Returns a text for each scalar, or line of a string, with the keys that lead to it. */
function scalarsIn(value: Value, path = ''): readonly string[] {
  if (typeof value === 'string' && value.includes('\n')) return value.split('\n').map((line) => `${path}=${line}`);
  if (typeof value !== 'object' || value === null) return [`${path}=${typeof value} ${String(value)}`];
  const entries = Array.isArray(value) ? value.map((each) => ['', each] as const) : Object.entries(value);
  return entries.flatMap(([key, each]) => scalarsIn(each as Value, `${path}/${key}`));
}
