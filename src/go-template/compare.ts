import { Failure } from './failure.ts';
import { sprintf } from './fmt/format.ts';
import { typeName, type GoValue } from './value.ts';

type Basic = Exclude<GoValue, { readonly kind: 'nil' | 'map' | 'slice' }>;

/** `eq`: reports whether the first value equals one of the others. */
export function isEqual(first: GoValue, others: readonly GoValue[]): boolean {
  if (others.length === 0) throw new Failure('missing argument for comparison');
  return others.some((other) => areEqual(first, other));
}

/** `lt`: reports whether a value is less than another; only strings and numbers of one kind are ordered. */
export function isLess(first: GoValue, second: GoValue): boolean {
  if (!isBasic(first) || !isBasic(second)) throw new Failure('invalid type for comparison');
  if (isInteger(first) && isInteger(second)) return first.value < second.value;
  if (first.kind === 'float64' && second.kind === 'float64') return first.value < second.value;
  // A character is a byte, so this is byte order.
  if (first.kind === 'string' && second.kind === 'string') return first.value < second.value;
  if (first.kind !== second.kind) throw incompatible(first, second);
  throw new Failure('invalid type for comparison');
}

/** `le`: reports whether a value is less than or equal to another. */
export function isLessOrEqual(first: GoValue, second: GoValue): boolean {
  return isLess(first, second) || areEqual(first, second);
}

function areEqual(first: GoValue, second: GoValue): boolean {
  if (isBasic(first) && isBasic(second)) return areEqualBasics(first, second);
  if (first.kind === 'nil' || second.kind === 'nil') return first.kind === second.kind;
  if (isBasic(first) || isBasic(second)) throw incompatible(first, second);
  if (first.kind !== second.kind) {
    const args = [first, bytes(typeName(first)), bytes(typeName(second)), second];
    throw new Failure(sprintf('non-comparable types %s: %v, %s: %v', args));
  }
  throw new Failure(sprintf('non-comparable type %s: %v', [second, bytes(typeName(second))]));
}

function areEqualBasics(first: Basic, second: Basic): boolean {
  if (isInteger(first) && isInteger(second)) return first.value === second.value;
  if (first.kind !== second.kind) throw incompatible(first, second);
  if (first.kind === 'complex128' && second.kind === 'complex128') {
    return first.real === second.real && first.imaginary === second.imaginary;
  }
  return 'value' in first && 'value' in second && first.value === second.value;
}

function isBasic(value: GoValue): value is Basic {
  return value.kind !== 'nil' && value.kind !== 'map' && value.kind !== 'slice';
}

/** Reports whether a value is an integer; integers of any size and sign are comparable. */
function isInteger(value: GoValue): value is GoValue & { readonly kind: 'int' | 'uint8'; readonly value: bigint } {
  return value.kind === 'int' || value.kind === 'uint8';
}

function incompatible(first: GoValue, second: GoValue): Failure {
  return new Failure(`incompatible types for comparison: ${typeName(first)} and ${typeName(second)}`);
}

function bytes(value: string): GoValue {
  return { kind: 'string', value };
}
