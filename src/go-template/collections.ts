import { Failure } from './failure.ts';
import { entryOf, itemOf, operandType, unwrap, zeroOf, type Operand } from './operand.ts';
import type { GoMap, GoSlice, GoValue } from './value.ts';

/** `index`: returns an element of nested collections, with one index for each level; of a string, a byte. */
export function elementAt(collection: Operand, indexes: readonly Operand[]): Operand {
  if (unwrap(collection).kind === 'nil') throw new Failure('index of untyped nil');
  return indexes.reduce((found, index) => elementOf(found, unwrap(index)), collection);
}

function elementOf(collection: Operand, index: GoValue): Operand {
  const value = unwrap(collection);
  if (value.kind === 'nil') throw new Failure('index of nil pointer');
  if (value.kind === 'map') return entryAt(value, index);
  if (value.kind === 'slice') return itemAt(value, index);
  if (value.kind === 'string') return byteAt(value.value, index);
  throw new Failure(`can't index item of type ${operandType(value)}`);
}

function itemAt(slice: GoSlice, index: GoValue): Operand {
  const item = itemOf(slice, indexWithin(index, slice.items.length));
  if (item === undefined) throw new Failure('reflect: slice index out of range');
  return item;
}

function byteAt(bytes: string, index: GoValue): Operand {
  const byte = bytes.charCodeAt(indexWithin(index, bytes.length));
  if (Number.isNaN(byte)) throw new Failure('reflect: string index out of range');
  return { kind: 'uint8', value: BigInt(byte) };
}

function entryAt(map: GoMap, key: GoValue): Operand {
  if (key.kind === 'nil') throw new Failure('value is nil; should be of type string');
  if (key.kind !== 'string') throw new Failure(`value has type ${operandType(key)}; should be string`);
  return entryOf(map, key.value) ?? zeroOf(map);
}

/** Returns an index from 0 up to and including a length. A value inside an interface is not an index. */
function indexWithin(index: Operand, length: number): number {
  if (index.kind === 'nil') throw new Failure('cannot index slice/array with nil');
  if (index.kind !== 'int' && index.kind !== 'uint8') {
    throw new Failure(`cannot index slice/array with type ${operandType(index)}`);
  }
  if (index.value < 0n || index.value > length) throw new Failure(`index out of range: ${index.value}`);
  return Number(index.value);
}

/** `slice`: returns a part of a string or a slice, `[from:to:capacity]`. */
export function sliceOf(collection: Operand, indexes: readonly Operand[]): GoValue {
  const value = unwrap(collection);
  if (value.kind === 'nil') throw new Failure('slice of untyped nil');
  if (indexes.length > 3) throw new Failure(`too many slice indexes: ${indexes.length}`);
  if (value.kind === 'string') return partOfString(value.value, indexes);
  if (value.kind === 'slice') return partOfSlice(value, indexes);
  throw new Failure(`can't slice item of type ${operandType(value)}`);
}

function partOfString(value: string, indexes: readonly Operand[]): GoValue {
  if (indexes.length === 3) throw new Failure('cannot 3-index slice a string');
  const [from = 0, to = value.length] = checkedBounds(indexes, value.length, value.length);
  return { kind: 'string', value: value.slice(from, to) };
}

function partOfSlice({ items, beyond = [] }: GoSlice, indexes: readonly Operand[]): GoValue {
  const all = [...items, ...beyond];
  const [from = 0, to = items.length, capacity = all.length] = checkedBounds(indexes, items.length, all.length);
  return { kind: 'slice', items: all.slice(from, to), beyond: all.slice(to, capacity) };
}

function checkedBounds(indexes: readonly Operand[], length: number, capacity: number): readonly number[] {
  const bounds = indexes.map((index) => indexWithin(index, capacity));
  const [from = 0, to = length, end = to] = bounds;
  if (from > to) throw new Failure(`invalid slice index: ${from} > ${to}`);
  if (to > end) throw new Failure(`invalid slice index: ${to} > ${end}`);
  return bounds;
}

/** `len`: returns the length; of a string, in bytes. */
export function lengthOf(collection: Operand): number {
  const value = unwrap(collection);
  if (value.kind === 'string') return value.value.length;
  if (value.kind === 'map') return value.entries.size;
  if (value.kind === 'slice') return value.items.length;
  if (value.kind !== 'nil') throw new Failure(`len of type ${operandType(value)}`);
  if (collection.kind === 'interface') throw new Failure('len of nil pointer');
  throw new Failure('reflect: call of reflect.Value.Type on zero Value');
}
