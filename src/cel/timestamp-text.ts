import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { Failure } from './failure.ts';
import { nanosecondsOf, offsetOf, SECOND, timestampOf } from './instant.ts';

/** RFC 3339 as Go reads it: hours may have one digit, and the fraction may follow a comma. */
const TEXT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Parses a timestamp, which keeps its offset from UTC for formatting. Throws a Failure. */
export function parseTimestamp(text: string): Timestamp {
  const [found, ...parts] = TEXT.exec(text) ?? [];
  const milliseconds = found === undefined ? undefined : dateOf(parts.slice(0, 6).map(Number));
  const offset = offsetIn(parts[7], Number(parts[8]), Number(parts[9]));
  if (milliseconds === undefined || offset === undefined) {
    throw new Failure(`a timestamp must be like 2006-01-02T15:04:05Z, found '${text}'`);
  }
  const nanos = BigInt((parts[6] ?? '').slice(0, 9).padEnd(9, '0'));
  return timestampOf((BigInt(milliseconds) / 1000n - BigInt(offset)) * SECOND + nanos, offset);
}

/** Timestamp of YAML as go-yaml v3 reads it: a day, or a day and a time, which has no offset after a space. */
const YAML_TEXT = /^(\d{4})-(\d\d?)-(\d\d?)(?:([Tt ])(\d\d?):(\d\d?):(\d\d?)((?:[.,]\d+)?)(Z|[+-]\d\d:\d\d)?)?$/;

/** Parses the text of a plain scalar. Returns undefined if it is no timestamp. */
export function parseYamlTimestamp(text: string): Timestamp | undefined {
  const [found, year = '', month = '', day = '', between, hour = '0', minute = '0', second = '0', fraction = '', zone] =
    YAML_TEXT.exec(text) ?? [];
  if (found === undefined || (between !== undefined && (between === ' ') !== (zone === undefined))) return undefined;
  const [months, days, hours, minutes, seconds] = [month, day, hour, minute, second].map((each) =>
    each.padStart(2, '0'),
  );
  try {
    return parseTimestamp(`${year}-${months}-${days}T${hours}:${minutes}:${seconds}${fraction}${zone ?? 'Z'}`);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Returns the milliseconds since 1970; undefined if the day or the time does not exist. */
function dateOf([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]):
  number | undefined {
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.setUTCHours(hour, minute, second);
}

/** Returns the offset. Go accepts 24 hours, and 60 minutes. */
function offsetIn(sign: string | undefined, hours: number, minutes: number): number | undefined {
  if (sign === undefined) return 0;
  if (hours > 24 || minutes > 60) return undefined;
  return (sign === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Formats a timestamp, without trailing zeros in the fraction. */
export function formatTimestamp(timestamp: Timestamp): string {
  const offset = offsetOf(timestamp);
  const seconds = (nanosecondsOf(timestamp) - BigInt(timestamp.nanos)) / SECOND + BigInt(offset);
  const shown = new Date(Number(seconds) * 1000).toISOString().replace(/^\+0*/, '').slice(0, -'.000Z'.length);
  const fraction = timestamp.nanos === 0 ? '' : `.${String(timestamp.nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return shown + fraction + formatOffset(offset);
}

function formatOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const minutes = Math.abs(offset) / 60;
  const parts = [Math.trunc(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return (offset < 0 ? '-' : '+') + parts.join(':');
}
