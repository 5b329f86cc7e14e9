import type { Option } from './option.ts';
import type { SortedArguments } from './sort-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Option that limits the time of a whole command. */
export const TIMEOUT_OPTION = {
  name: 'timeout',
  value: 'DURATION',
  meaning: 'Stop the command after this time, such as 30s or 1m30s. 0: no limit.',
} as const satisfies Option;

/** Time limit of a call. */
export interface TimeLimit {
  /** As the user wrote it. */
  readonly text: string;
  /** `Infinity` for no limit. */
  readonly milliseconds: number;
}

/** Length of each unit of a duration, in milliseconds. */
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Longest time limit, in milliseconds: timers of the runtime count to 2^31 - 1, which is 24.8 days. */
const MAX_DURATION = 24 * 3_600_000;

/** A number, which may have a fraction, and its unit. */
const PART = /(\d+(?:\.\d+)?)(ms|[hms])/g;

/** Time limit of a command that `showCall` runs. */
export interface TimeoutArgument {
  /** Undefined for no limit. */
  readonly timeout: TimeLimit | undefined;
}

/** Reads `TIMEOUT_OPTION`. Throws a `UsageError`. */
export function parseTimeout(sorted: SortedArguments<typeof TIMEOUT_OPTION>): TimeoutArgument {
  const text = sorted.value('timeout');
  const limit = text === undefined ? undefined : parseTimeLimit('timeout', text);
  return { timeout: limit?.milliseconds === Infinity ? undefined : limit };
}

/** Reads the value of an option that limits a time; 0 is no limit. Throws a `UsageError`. */
export function parseTimeLimit(option: string, text: string): TimeLimit {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds > MAX_DURATION)
    throw new UsageError(`\`--${option}\` must be a duration of at most 24h, such as 30s or 1m30s, not "${text}"`);
  return { text, milliseconds: milliseconds === 0 ? Infinity : milliseconds };
}

/**
 * Parses a duration as Go and kubectl write it: `30s`, `1m30s`, `1.5h`, `0`. Returns milliseconds; undefined if the
 * text is not a duration.
 */
function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const parts = [...text.matchAll(PART)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return undefined;
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
}
