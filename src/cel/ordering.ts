import { celFunc, CelScalar, objectType, type CelFunc, type CelValue } from '@bufbuild/cel';
import { DurationSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { spendOnCharacters } from './budget.ts';
import { Failure } from './failure.ts';
import { kindOf } from './values.ts';

const { BOOL, BYTES, DOUBLE, INT, STRING, UINT } = CelScalar;
const NUMBERS = [INT, UINT, DOUBLE];

const PAIRS = [
  ...[BOOL, BYTES, STRING, objectType(TimestampSchema), objectType(DurationSchema)].map(
    (type) => [type, type] as const,
  ),
  ...NUMBERS.flatMap((one) => NUMBERS.map((other) => [one, other] as const)),
];

const OPERATORS: Readonly<Record<string, (order: number) => boolean>> = {
  '_<_': (order) => order < 0,
  '_<=_': (order) => order <= 0,
  '_>_': (order) => order > 0,
  '_>=_': (order) => order >= 0,
};

/** Operators that order values. */
export const ORDERING: readonly CelFunc[] = Object.entries(OPERATORS).flatMap(([name, holds]) =>
  PAIRS.map(([left, right]) => celFunc(name, [left, right], BOOL, (one, other) => holds(compare(one, other)))),
);

/** Returns a number less than, equal to or more than 0 if the first value is before, at or after the second. */
export function compare(one: CelValue, other: CelValue): number {
  const left = kindOf(one);
  const right = kindOf(other);
  if (left.kind === 'number' && right.kind === 'number') return compareOrdered(left.value, right.value);
  if (left.kind === 'string' && right.kind === 'string') return compareStrings(left.value, right.value);
  if (left.kind === 'bytes' && right.kind === 'bytes') return compareBytes(left.value, right.value);
  return 'value' in left && 'value' in right ? Number(left.value > right.value) - Number(left.value < right.value) : 0;
}

function compareOrdered(left: bigint | number, right: bigint | number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) throw new Failure('NaN values cannot be ordered');
  return compareNumbers(left, right);
}

/**
 * Compares numbers like `compare`; NaN if one of them is NaN. A double is compared with a double: large integers are
 * rounded to it.
 */
export function compareNumbers(left: bigint | number, right: bigint | number): number {
  if (typeof left === typeof right) return Number(left > right) - Number(left < right) + nanOf(left, right);
  return compareNumbers(Number(left), Number(right));
}

function nanOf(left: bigint | number, right: bigint | number): number {
  return Number.isNaN(left) || Number.isNaN(right) ? NaN : 0;
}

/** Compares strings by code points, like UTF-8; JavaScript's order differs beyond U+FFFF. */
function compareStrings(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  spendOnCharacters(length);
  let at = 0;
  while (at < length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (at === length) return left.length - right.length;
  return rank(left.charCodeAt(at)) - rank(right.charCodeAt(at));
}

/** Returns the rank of a code unit: the halves of code points beyond U+FFFF come last. */
function rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit < 0xe000 ? codeUnit + 0x10000 : codeUnit;
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  spendOnCharacters(Math.min(left.length, right.length));
  const at = left.findIndex((byte, index) => byte !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at] ?? 0) - (right[at] ?? -1);
}
