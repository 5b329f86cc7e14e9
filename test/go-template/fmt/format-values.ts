import { encodeBytes, type GoValue } from '../../../src/go-template/value.ts';

export const nil: GoValue = { kind: 'nil' };

export function bool(value: boolean): GoValue {
  return { kind: 'bool', value };
}

export function int(value: number | bigint): GoValue {
  return { kind: 'int', value: BigInt(value) };
}

export function uint8(value: number): GoValue {
  return { kind: 'uint8', value: BigInt(value) };
}

export function float(value: number): GoValue {
  return { kind: 'float64', value };
}

export function complex(real: number, imaginary: number): GoValue {
  return { kind: 'complex128', real, imaginary };
}

/** Returns a string of text. */
export function text(value: string): GoValue {
  return bytes(encodeBytes(value));
}

/** Returns a string in which each character is a byte. */
export function bytes(value: string): GoValue {
  return { kind: 'string', value };
}

export function slice(...items: readonly GoValue[]): GoValue {
  return { kind: 'slice', items };
}

/** Returns a `map[string]interface {}` with the keys of an object in their order, each character a byte. */
export function map(values: Readonly<Record<string, GoValue>>): GoValue {
  return { kind: 'map', element: 'any', entries: new Map(Object.entries(values)) };
}

/** Returns a `map[string]string`. */
export function stringMap(values: Readonly<Record<string, string>>): GoValue {
  const entries = Object.entries(values).map(([key, value]) => [key, bytes(value)] as const);
  return { kind: 'map', element: 'string', entries: new Map(entries) };
}
