import { celFunc, CelScalar, celUint, objectType, type CelFunc, type CelUint } from '@bufbuild/cel';
import { DurationSchema, TimestampSchema, type Duration, type Timestamp } from '@bufbuild/protobuf/wkt';
import type { ReflectMessage } from '@bufbuild/protobuf/reflect';
import { Failure } from './failure.ts';
import { durationOf, nanosecondsOf, offsetOf, timestampOf } from './instant.ts';

type Operation = (left: bigint, right: bigint) => bigint;

const { INT, UINT } = CelScalar;
const DURATION = objectType(DurationSchema);
const TIMESTAMP = objectType(TimestampSchema);

const OPERATIONS: Readonly<Record<string, Operation>> = {
  '_+_': (left, right) => left + right,
  '_-_': (left, right) => left - right,
  '_*_': (left, right) => left * right,
  '_/_': (left, right) => left / divisor(right, 'division by zero'),
  '_%_': (left, right) => left % divisor(right, 'modulus by zero'),
};

/** Arithmetic of integers, durations and timestamps; that of doubles is the library's. */
export const ARITHMETIC: readonly CelFunc[] = [
  ...Object.entries(OPERATIONS).flatMap(([name, operate]) => [
    celFunc(name, [INT, INT], INT, (left, right) => checkInt(operate(left, right))),
    celFunc(name, [UINT, UINT], UINT, (left, right) => checkUint(operate(left.value, right.value))),
  ]),
  celFunc('_%_', [INT, INT], INT, modulo),
  celFunc('-_', [INT], INT, (value) => checkInt(-value)),
  celFunc('-_', [DURATION], DURATION, (value) => durationOf(-nanoseconds(value))),
  celFunc('_+_', [DURATION, DURATION], DURATION, (left, right) => durationOf(nanoseconds(left) + nanoseconds(right))),
  celFunc('_+_', [TIMESTAMP, DURATION], TIMESTAMP, (left, right) => shift(left.message, nanoseconds(right))),
  celFunc('_+_', [DURATION, TIMESTAMP], TIMESTAMP, (left, right) => shift(right.message, nanoseconds(left))),
  celFunc('_-_', [DURATION, DURATION], DURATION, (left, right) => durationOf(nanoseconds(left) - nanoseconds(right))),
  celFunc('_-_', [TIMESTAMP, DURATION], TIMESTAMP, (left, right) => shift(left.message, -nanoseconds(right))),
  celFunc('_-_', [TIMESTAMP, TIMESTAMP], DURATION, (left, right) => durationOf(nanoseconds(left) - nanoseconds(right))),
];

/** Returns the integer if it fits in 64 bits. Throws a Failure otherwise. */
export function checkInt(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new Failure('integer overflow');
  return value;
}

/** Returns the unsigned integer if it fits in 64 bits. Throws a Failure otherwise. */
export function checkUint(value: bigint): CelUint {
  if (BigInt.asUintN(64, value) !== value) throw new Failure('unsigned integer overflow');
  return celUint(value);
}

/** Returns the remainder. There is none if the quotient is not a 64-bit integer. */
function modulo(left: bigint, right: bigint): bigint {
  checkInt(left / divisor(right, 'modulus by zero'));
  return left % right;
}

function divisor(value: bigint, message: string): bigint {
  if (value === 0n) throw new Failure(message);
  return value;
}

function nanoseconds(value: ReflectMessage & { readonly message: Duration | Timestamp }): bigint {
  return nanosecondsOf(value.message);
}

function shift(timestamp: Timestamp, by: bigint): Timestamp {
  return timestampOf(nanosecondsOf(timestamp) + by, offsetOf(timestamp));
}
