import { typeName, type GoMap, type GoSlice, type GoValue } from './value.ts';

/**
 * What an expression is while it is evaluated: a value, or an `interface {}` that holds one, as Go takes elements out of a
 * `map[string]interface {}`. The two differ in messages. `nil` itself is no value at all; inside an interface, it is a nil one.
 */
export type Operand = GoValue | Interface;

interface Interface {
  readonly kind: 'interface';
  readonly value: GoValue;
}

export const NIL: GoValue = { kind: 'nil' };

const NIL_INTERFACE: Interface = { kind: 'interface', value: NIL };

/** The value in an interface, and any other as it is. */
export function unwrap(operand: Operand): GoValue {
  return operand.kind === 'interface' ? operand.value : operand;
}

/** The type as Go's messages name it: that of a field is what its map or slice says. */
export function operandType(operand: Operand): string {
  return operand.kind === 'interface' ? 'interface {}' : typeName(operand);
}

/** The value of a key; undefined where there is none. */
export function entryOf(map: GoMap, key: string): Operand | undefined {
  const value = map.entries.get(key);
  return value === undefined || map.element === 'string' ? value : { kind: 'interface', value };
}

/** What Go has for a key that is absent, in places where that is no error. */
export function zeroOf({ element }: GoMap): Operand {
  return element === 'string' ? { kind: 'string', value: '' } : NIL_INTERFACE;
}

/** An element of a slice; undefined beyond its end. */
export function itemOf(slice: GoSlice, index: number): Operand | undefined {
  const value = slice.items[index];
  return value && { kind: 'interface', value };
}

/** Whether `if` takes a value for true: what is neither empty nor zero. */
export function isTrue(value: GoValue): boolean {
  if (value.kind === 'nil') return false;
  if (value.kind === 'bool') return value.value;
  if (value.kind === 'string') return value.value !== '';
  if (value.kind === 'map') return value.entries.size > 0;
  if (value.kind === 'slice') return value.items.length > 0;
  if (value.kind === 'complex128') return !(value.real === 0 && value.imaginary === 0);
  return value.value !== 0n && value.value !== 0;
}
