import { byteOrder } from '../byte-order.ts';
import { joinRepeats } from './repeats.ts';
import type { AnySeverity, Message, Notice, Result } from './result.ts';

/** Maximum number of results: more are of no use to a reader, and each adds bytes to a message that Porch limits to 6 MiB. */
const MAX_RESULTS = 1000;

const SEVERITIES: readonly AnySeverity[] = ['error', 'warning', 'info', 'notice'];

/**
 * Sorts results or notices by severity, file, index, field and message, and joins repeats. Keeps at most 1,000: the last
 * one then counts the rest.
 */
export function arrangeResults(results: readonly Result[]): Result[];
export function arrangeResults(notices: readonly Notice[]): Notice[];
export function arrangeResults(results: readonly Message<AnySeverity>[]): Message<AnySeverity>[] {
  const sorted = joinRepeats(results.toSorted(compareResults));
  const rest = sorted.slice(MAX_RESULTS - 1);
  const [gravest] = rest;
  if (gravest === undefined || rest.length === 1) return [...sorted];
  const { severity } = gravest;
  const counted = {
    severity,
    ...(severity !== 'notice' && { code: 'more-results' as const }),
    message: countResults(rest),
  };
  return [...sorted.slice(0, MAX_RESULTS - 1), counted];
}

function compareResults(a: Message<AnySeverity>, b: Message<AnySeverity>): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    byteOrder(a.file?.path ?? '', b.file?.path ?? '') ||
    (a.file?.index ?? 0) - (b.file?.index ?? 0) ||
    byteOrder(a.field?.path ?? '', b.field?.path ?? '') ||
    byteOrder(a.message, b.message)
  );
}

function countResults(rest: readonly Message<AnySeverity>[]): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: rest.filter((result) => result.severity === severity).length,
  })).filter(({ count }) => count > 0);
  const listed = counts.map(({ severity, count }) => `${count} of severity ${severity}`).join(', ');
  return `${rest.length} more: ${listed}`;
}
