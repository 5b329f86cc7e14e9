import { Failure } from './failure.ts';
import { SECOND } from './instant.ts';

const PART = /(\d*)(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/y;

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3600n * SECOND,
};

/** Parses a duration in Go's notation: `1h30m`, `-1.5s`. Returns nanoseconds; throws a Failure. */
export function parseDuration(text: string): bigint {
  const [, sign, parts = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (parts === '0') return 0n;
  const nanoseconds = sumOf(parts);
  if (nanoseconds === undefined) throw new Failure(`a duration must be like 1h30m or -1.5s, found '${text}'`);
  return sign === '-' ? -nanoseconds : nanoseconds;
}

function sumOf(parts: string): bigint | undefined {
  let sum = 0n;
  let at = 0;
  do {
    PART.lastIndex = at;
    const [part = '', whole = '', fraction = '', unit = ''] = PART.exec(parts) ?? [];
    if (whole + fraction === '') return undefined;
    sum += nanosecondsOf(whole, fraction, UNITS[unit] ?? 0n);
    at += part.length;
  } while (at < parts.length);
  return sum;
}

/** Returns the nanoseconds, dropping insignificant digits of the fraction. */
function nanosecondsOf(whole: string, fraction: string, unit: bigint): bigint {
  return BigInt(whole) * unit + (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
}
