import { oneOf } from '../../src/wording.ts';
import { UsageError } from './usage-error.ts';

/**
 * Returns the value of an option that must be one of several. Default: the first. Throws a `UsageError` for any other.
 */
export function choice<Name extends string, T extends string>(
  sorted: { readonly value: (name: Name) => string | undefined },
  name: Name,
  values: readonly [T, ...T[]],
): T {
  const text = sorted.value(name) ?? values[0];
  const value = values.find((each) => each === text);
  if (value === undefined) throw new UsageError(`\`--${name}\` must be ${oneOf(values)}, not "${text}"`);
  return value;
}
