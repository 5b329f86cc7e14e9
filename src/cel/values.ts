import {
  celType,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  type CelList,
  type CelMap,
  type CelType,
  type CelUint,
  type CelValue,
} from '@bufbuild/cel';
import { isMessage } from '@bufbuild/protobuf';
import { DurationSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { spendOnCharacters, spendOnElements } from './budget.ts';
import { nanosecondsOf } from './instant.ts';
import { isOptional, OPTIONAL_TYPE, valueIn } from './optional.ts';
import { OPTIONAL } from './types.ts';

/** Kinds of values: values of different kinds cannot be compared. */
export type Kind =
  | { readonly kind: 'number'; readonly value: bigint | number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  | { readonly kind: 'duration' | 'timestamp'; readonly value: bigint }
  | { readonly kind: 'list'; readonly value: CelList }
  | { readonly kind: 'map'; readonly value: CelMap }
  | { readonly kind: 'type'; readonly value: CelType }
  | { readonly kind: 'optional'; readonly content: CelValue | undefined }
  | { readonly kind: 'other' };

/** Returns the kind of a value, with durations and timestamps in nanoseconds and integers of both types as bigints. */
export function kindOf(value: CelValue): Kind {
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'bigint' || typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'bool', value };
  if (value === null) return { kind: 'null' };
  if (value instanceof Uint8Array) return { kind: 'bytes', value };
  if (isCelUint(value)) return { kind: 'number', value: value.value };
  if (isCelList(value)) return { kind: 'list', value };
  if (isCelMap(value)) return { kind: 'map', value };
  if (isCelType(value)) return { kind: 'type', value };
  if (isOptional(value)) return { kind: 'optional', content: valueIn(value) };
  const { message } = value;
  if (isMessage(message, TimestampSchema)) return { kind: 'timestamp', value: nanosecondsOf(message) };
  if (isMessage(message, DurationSchema)) return { kind: 'duration', value: nanosecondsOf(message) };
  return { kind: 'other' };
}

/** Returns the name of a value's type for messages. */
export function typeName(value: CelValue): string {
  return celType(value)
    .name.replace('google.protobuf.Timestamp', 'timestamp')
    .replace('google.protobuf.Duration', 'duration')
    .replace(OPTIONAL_TYPE.name, OPTIONAL);
}

/** Possible keys of a map. */
export type Key = string | boolean | bigint | CelUint;

/** Returns the map key for a value; undefined if it cannot be one. A double becomes the integer that it equals. */
export function mapKey(value: CelValue): Key | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint' || isCelUint(value)
    ? value
    : undefined;
}

/**
 * Returns the value of a map at a key, if present. A number is compared with all keys, since keys of another type may
 * equal it.
 */
export function lookUp(map: CelMap, value: CelValue): CelValue | undefined {
  const key = mapKey(value);
  if (key === undefined) return undefined;
  if (typeof key === 'string') spendOnCharacters(key.length);
  else spendOnElements(map.size);
  return map.get(key);
}
