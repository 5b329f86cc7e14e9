import { create } from '@bufbuild/protobuf';
import { DurationSchema, TimestampSchema, type Duration, type Timestamp } from '@bufbuild/protobuf/wkt';
import { Failure } from './failure.ts';

export const SECOND = 1_000_000_000n;

/** First second of the year 1 and last second of the year 9999, since 1970. */
const FIRST_SECOND = -62_135_596_800n;
const LAST_SECOND = 253_402_300_799n;

/** Nanoseconds, since 1970, of the first moment of the year 1: Go's time without a value. */
export const FIRST_NANOSECOND = FIRST_SECOND * SECOND;

/** Offset from UTC, in seconds east, of the text that a timestamp was read from; formatting uses the same one. */
const offsets = new WeakMap<Timestamp, number>();

/** Returns the nanoseconds of a duration, or of a timestamp since 1970. */
export function nanosecondsOf({ seconds, nanos }: Duration | Timestamp): bigint {
  return seconds * SECOND + BigInt(nanos);
}

/** Returns a duration of nanoseconds. Throws a Failure if they are not a 64-bit integer. */
export function durationOf(nanoseconds: bigint): Duration {
  if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) throw new Failure('duration out of range');
  return create(DurationSchema, { seconds: nanoseconds / SECOND, nanos: Number(nanoseconds % SECOND) });
}

/** Returns the timestamp at nanoseconds since 1970. Throws a Failure if it is not in the years 1 to 9999. */
export function timestampOf(nanoseconds: bigint, offset = 0): Timestamp {
  const nanos = ((nanoseconds % SECOND) + SECOND) % SECOND;
  const seconds = (nanoseconds - nanos) / SECOND;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) throw new Failure('timestamp out of range');
  const timestamp = create(TimestampSchema, { seconds, nanos: Number(nanos) });
  if (offset !== 0) offsets.set(timestamp, offset);
  return timestamp;
}

/** Returns the offset from UTC, in seconds east, with which a timestamp is formatted. */
export function offsetOf(timestamp: Timestamp): number {
  return offsets.get(timestamp) ?? 0;
}
