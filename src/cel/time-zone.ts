import { Failure } from './failure.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Fields of a date. */
type DateField = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/**
 * Converts milliseconds since 1970 so that their UTC fields are those of the clocks in a time zone. The zone is a name
 * or an offset. Throws a Failure.
 */
export function inTimeZone(milliseconds: number, zone: string): number {
  if (zone.includes(':')) return milliseconds + offsetOf(zone) * 60_000;
  if (zone === '' || zone === 'UTC' || zone === 'Local') return milliseconds;
  const parts = formatOf(zone).formatToParts(milliseconds);
  const shown = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const fields: Readonly<Partial<Record<DateField, number>>> = shown;
  // The year before the year 1 is 1 BC, which is the year 0.
  const isBefore = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const year = isBefore ? 1 - (fields.year ?? 0) : fields.year;
  const date = new Date(0);
  date.setUTCFullYear(year ?? 0, (fields.month ?? 1) - 1, fields.day);
  return date.setUTCHours(fields.hour ?? 0, fields.minute, fields.second);
}

/** Returns the minutes of an offset. Go accepts any text with a number on both sides of a colon. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-]?)(\d+):([+-]?\d+)$/.exec(zone) ?? [];
  if (hours === undefined) throw noZone(zone);
  return sign === '-' ? -Number(hours) * 60 - Number(minutes) : Number(hours) * 60 + Number(minutes);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = makeFormat(zone);
  formats.set(zone, format);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const number = 'numeric';
  const date = { era: 'short', year: number, month: number, day: number } as const;
  const time = { hour: number, minute: number, second: number, hourCycle: 'h23' } as const;
  // Names of zones are case-sensitive; Intl also accepts other spellings, and offsets.
  if (!/^[A-Z]/.test(timeZone)) throw noZone(timeZone);
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...date,
      ...time,
    });
  } catch {
    throw noZone(timeZone);
  }
}

function noZone(zone: string): Failure {
  return new Failure(`unknown time zone '${zone}'`);
}
