/**
 * Value of a template. Go's strings are bytes: here they are strings in which each character is a byte, so that
 * lengths, indexes and slices are those of Go. `encodeBytes` and `decodeBytes` convert from and to text.
 */
export type GoValue =
  | { readonly kind: 'nil' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int' | 'uint8'; readonly value: bigint }
  | { readonly kind: 'float64'; readonly value: number }
  | { readonly kind: 'complex128'; readonly real: number; readonly imaginary: number }
  | { readonly kind: 'string'; readonly value: string }
  | GoMap
  | GoSlice;

/** `map[string]string`, or `map[string]interface {}`. */
export interface GoMap {
  readonly kind: 'map';
  readonly element: 'string' | 'any';
  /** Entries sorted by key, as Go ranges over them and prints them. */
  readonly entries: ReadonlyMap<string, GoValue>;
}

/** `[]interface {}`. */
export interface GoSlice {
  readonly kind: 'slice';
  readonly items: readonly GoValue[];
  /** Elements after this slice in the one that it is a part of: slicing can restore them. */
  readonly beyond?: readonly GoValue[];
}

/** Returns the Go type, as `%T` prints it. */
export function typeName(value: GoValue): string {
  if (value.kind === 'nil') return '<nil>';
  if (value.kind === 'slice') return '[]interface {}';
  if (value.kind === 'map') return value.element === 'string' ? 'map[string]string' : 'map[string]interface {}';
  return value.kind;
}

const beyondAscii = /[^\0-\x7f]/;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the UTF-8 bytes of a text, one character each. */
export function encodeBytes(text: string): string {
  return beyondAscii.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Returns the text of UTF-8 bytes; undefined if they are invalid. */
export function decodeBytes(bytes: string): string | undefined {
  if (!beyondAscii.test(bytes)) return bytes;
  try {
    return strict.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}

/** Returns the text of bytes, with U+FFFD for those that are not UTF-8. */
export function decodeLeniently(bytes: string): string {
  return beyondAscii.test(bytes) ? lenient.decode(Buffer.from(bytes, 'latin1')) : bytes;
}
