import { typeName, type GoMap, type GoSlice, type GoValue } from './value.ts';

/**
 * Operand during evaluation: a value, or an `interface {}` that holds one, as Go takes elements out of a
 * `map[string]interface {}`. The two differ in messages. `nil` itself is not a value; inside an interface, it is a nil
 * one.
 */
export type Operand = GoValue | Interface;

interface Interface {
  readonly kind: 'interface';
  readonly value: GoValue;
}

export const NIL: GoValue = { kind: 'nil' };

const NIL_INTERFACE: Interface = { kind: 'interface', value: NIL };

/** Returns the value in an interface, and any other value unchanged. */
export function unwrap(operand: Operand): GoValue {
  return operand.kind === 'interface' ? operand.value : operand;
}

/** Returns the type in Go's messages: for a field, the element type of its map or slice. */
export function operandType(operand: Operand): string {
  return operand.kind === 'interface' ? 'interface {}' : typeName(operand);
}

/** Returns the value of a key; undefined if it is absent. */
export function entryOf(map: GoMap, key: string): Operand | undefined {
  const value = map.entries.get(key);
  return value === undefined || map.element === 'string' ? value : { kind: 'interface', value };
}

/** Returns Go's value for an absent key, in places where that is not an error. */
export function zeroOf({ element }: GoMap): Operand {
  return element === 'string' ? { kind: 'string', value: '' } : NIL_INTERFACE;
}

/** Returns an element of a slice; undefined beyond its end. */
export function itemOf(slice: GoSlice, index: number): Operand | undefined {
  const value = slice.items[index];
  return value && { kind: 'interface', value };
}

/** Reports whether `if` considers a value true: neither empty nor zero. */
export function isTrue(value: GoValue): boolean {
  if (value.kind === 'nil') return false;
  if (value.kind === 'bool') return value.value;
  if (value.kind === 'string') return value.value !== '';
  if (value.kind === 'map') return value.entries.size > 0;
  if (value.kind === 'slice') return value.items.length > 0;
  if (value.kind === 'complex128') return !(value.real === 0 && value.imaginary === 0);
  return value.value !== 0n && value.value !== 0;
}
