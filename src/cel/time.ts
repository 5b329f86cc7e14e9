import { celMethod, CelScalar, objectType, type CelFunc } from '@bufbuild/cel';
import { DurationSchema, TimestampSchema, type Timestamp } from '@bufbuild/protobuf/wkt';
import { nanosecondsOf, SECOND } from './instant.ts';
import { inTimeZone } from './time-zone.ts';

const { INT, STRING } = CelScalar;
const DURATION = objectType(DurationSchema);
const TIMESTAMP = objectType(TimestampSchema);
const DAY = 86_400_000;
const MILLISECOND = SECOND / 1000n;

/** Fields of a date whose UTC is the time in the requested zone. */
const DATE_FIELDS: Readonly<Record<string, (date: Date) => number>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) => Math.floor((date.getTime() - startOfYear(date)) / DAY),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
};

/** Units in nanoseconds. */
const DURATION_UNITS: Readonly<Record<string, bigint>> = {
  getHours: 3600n * SECOND,
  getMinutes: 60n * SECOND,
  getSeconds: SECOND,
};

/**
 * Fields of timestamps, in UTC or in a named zone, and of durations, which return the whole duration in another unit.
 */
export const TIME: readonly CelFunc[] = [
  ...Object.entries(DATE_FIELDS).flatMap(([name, field]) => [
    celMethod(name, TIMESTAMP, [], INT, function get() {
      return BigInt(field(dateOf(this.message, 'UTC')));
    }),
    celMethod(name, TIMESTAMP, [STRING], INT, function get(zone) {
      return BigInt(field(dateOf(this.message, zone)));
    }),
  ]),
  celMethod('getMilliseconds', TIMESTAMP, [], INT, function get() {
    return millisecondsOf(this.message);
  }),
  celMethod('getMilliseconds', TIMESTAMP, [STRING], INT, function get(zone) {
    dateOf(this.message, zone);
    return millisecondsOf(this.message);
  }),
  ...Object.entries(DURATION_UNITS).map(([name, unit]) =>
    celMethod(name, DURATION, [], INT, function get() {
      return inUnits(nanosecondsOf(this.message), unit);
    }),
  ),
  celMethod('getMilliseconds', DURATION, [], INT, function get() {
    return nanosecondsOf(this.message) / MILLISECOND;
  }),
];

/** Returns whole units. Go calculates with doubles, which rounds up if almost nothing is missing. */
function inUnits(nanoseconds: bigint, unit: bigint): bigint {
  return BigInt(Math.trunc(Number(nanoseconds / unit) + Number(nanoseconds % unit) / Number(unit)));
}

function dateOf({ seconds }: Timestamp, zone: string): Date {
  return new Date(inTimeZone(Number(seconds) * 1000, zone));
}

function millisecondsOf({ nanos }: Timestamp): bigint {
  return BigInt(Math.trunc(nanos / 1_000_000));
}

function startOfYear(date: Date): number {
  const start = new Date(0);
  return start.setUTCFullYear(date.getUTCFullYear());
}
