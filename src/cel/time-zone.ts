import { Failure } from './failure.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The fields of a date that are asked for. */
type DateField = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** The milliseconds since 1970, as if the clocks of a time zone were those of UTC. The zone is a name or an offset. Throws a Failure. */
export function inTimeZone(milliseconds: number, zone: string): number {
  if (zone.includes(':')) return milliseconds + offsetOf(zone) * 60_000;
  if (zone === '' || zone === 'UTC' || zone === 'Local') return milliseconds;
  const parts = formatOf(zone).formatToParts(milliseconds);
  const shown = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const fields: Readonly<Partial<Record<DateField, number>>> = shown;
  // Before the year 1 is the year 1 before Christ, which is the year 0.
  const isBefore = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const year = isBefore ? 1 - (fields.year ?? 0) : fields.year;
  const date = new Date(0);
  date.setUTCFullYear(year ?? 0, (fields.month ?? 1) - 1, fields.day);
  return date.setUTCHours(fields.hour ?? 0, fields.minute, fields.second);
}

/** The minutes of an offset. Go takes all that has a number on both sides of a colon. */
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
  // Names of zones are written in one way; Intl takes others, too, and offsets.
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
