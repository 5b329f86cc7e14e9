import { objectType, type CelValue } from '@bufbuild/cel';
import { create } from '@bufbuild/protobuf';
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import { EmptySchema, type Empty } from '@bufbuild/protobuf/wkt';

/**
 * Type of optional values to the library, which has none: they are empty messages, each with its value beside it. No
 * expression can make such a message in another way.
 */
export const OPTIONAL_TYPE = objectType(EmptySchema);

const values = new WeakMap<Empty, CelValue>();

/** Returns an optional value that has a value. */
export function someOf(value: CelValue): ReflectMessage {
  const message = create(EmptySchema);
  values.set(message, value);
  return reflect(EmptySchema, message);
}

/** Optional value without a value. */
export const NONE: ReflectMessage = reflect(EmptySchema, create(EmptySchema));

/** Reports whether a value is an optional one, with a value or without. */
export function isOptional(value: CelValue): value is ReflectMessage & { readonly message: Empty } {
  return typeof value === 'object' && value !== null && 'desc' in value && value.desc === EmptySchema;
}

/** Returns the value in an optional one; undefined if it has none. */
export function valueIn({ message }: ReflectMessage & { readonly message: Empty }): CelValue | undefined {
  return values.get(message);
}
