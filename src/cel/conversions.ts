import {
  celFunc,
  CelScalar,
  objectType,
  type CelFunc,
  type CelInput,
  type CelType,
  type CelUint,
  type CelValue,
} from '@bufbuild/cel';
import { DurationSchema, TimestampSchema, type Duration } from '@bufbuild/protobuf/wkt';
import { checkInt, checkUint } from './arithmetic.ts';
import { spend, spendOnCharacters } from './budget.ts';
import { formatDouble, formatFixed } from './decimal.ts';
import { parseDuration } from './duration-text.ts';
import { Failure, noOverload } from './failure.ts';
import { durationOf, nanosecondsOf, SECOND, timestampOf } from './instant.ts';
import { parseDouble } from './parse-double.ts';
import { formatTimestamp, parseTimestamp } from './timestamp-text.ts';
import { typeName } from './values.ts';

const { BOOL, BYTES, DOUBLE, DYN, INT, STRING, UINT } = CelScalar;
const DURATION = objectType(DurationSchema);
const TIMESTAMP = objectType(TimestampSchema);

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true] as const),
  ...['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false] as const),
]);

/** Conversions between types; those that keep the value are the library's. */
export const CONVERSIONS: readonly CelFunc[] = [
  celFunc('@assert_type', [DYN, STRING, STRING], DYN, assertType),
  fromText('bool', BOOL, (text) => BOOLEANS.get(text) ?? fail(text, 'bool')),
  fromText('double', DOUBLE, (text) => parseDouble(text) ?? fail(text, 'double')),
  fromText('int', INT, (text) => checkInt(/^[+-]?\d+$/.test(text) ? readInteger(text) : fail(text, 'int'))),
  celFunc('int', [UINT], INT, ({ value }) => checkInt(value)),
  celFunc('int', [DOUBLE], INT, doubleToInt),
  celFunc('int', [TIMESTAMP], INT, ({ message }) => message.seconds),
  celFunc('int', [DURATION], INT, ({ message }) => nanosecondsOf(message)),
  fromText('uint', UINT, (text) => checkUint(/^\d+$/.test(text) ? BigInt(text) : fail(text, 'uint'))),
  celFunc('uint', [INT], UINT, checkUint),
  celFunc('uint', [DOUBLE], UINT, doubleToUint),
  celFunc('bytes', [STRING], BYTES, encode),
  celFunc('string', [DOUBLE], STRING, formatDouble),
  celFunc('string', [BYTES], STRING, decode),
  celFunc('string', [TIMESTAMP], STRING, ({ message }) => formatTimestamp(message)),
  celFunc('string', [DURATION], STRING, ({ message }) => formatDuration(message)),
  fromText('timestamp', TIMESTAMP, parseTimestamp),
  celFunc('timestamp', [INT], TIMESTAMP, (seconds) => timestampOf(seconds * SECOND)),
  fromText('duration', DURATION, (text) => durationOf(parseDuration(text))),
  celFunc('duration', [INT], DURATION, (value) => fail(String(value), 'duration')),
];

/**
 * Checks the dynamic type of an operand. The result of an index has no static type, unlike a field of an untyped value,
 * so the overload was chosen without knowing the type.
 */
function assertType(value: CelValue, type: string, name: string): CelValue {
  if (typeName(value) === type) return value;
  throw new Failure(`${noOverload(name, typeName(value)).message}: write ${name}(dyn(...))`);
}

/**
 * Makes a conversion from text. Reading a number takes longer than scanning its characters: each one counts as a step.
 */
function fromText<T extends CelType>(name: string, type: T, read: (text: string) => CelInput<T>): CelFunc {
  return celFunc(name, [STRING], type, (text) => {
    spend(text.length);
    return read(text);
  });
}

function fail(text: string, type: string): never {
  throw new Failure(`type conversion error: '${text}' is not a valid ${type}`);
}

function readInteger(text: string): bigint {
  return BigInt(text.replace(/^\+/, ''));
}

/** Converts a double. The ends of the range are not doubles, and values rounded to them are outside. */
function doubleToInt(value: number): bigint {
  if (!(value > -(2 ** 63) && value < 2 ** 63)) throw new Failure('integer overflow');
  return BigInt(Math.trunc(value));
}

function doubleToUint(value: number): CelUint {
  if (!(value >= 0 && value < 2 ** 64)) throw new Failure('unsigned integer overflow');
  return checkUint(BigInt(Math.trunc(value)));
}

function encode(text: string): Uint8Array {
  spendOnCharacters(text.length);
  return new TextEncoder().encode(text);
}

/** Formats a duration in seconds, without an exponent. */
export function formatDuration({ seconds, nanos }: Duration): string {
  return `${formatFixed(Number(seconds) + nanos / 1e9)}s`;
}

/** Returns the text of bytes in UTF-8. Throws a Failure for any others. */
export function decode(bytes: Uint8Array): string {
  spendOnCharacters(bytes.length);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('invalid UTF-8 in bytes, cannot convert to string');
  }
}
