import { byteOrder } from '../byte-order.ts';
import { joinRepeats } from './repeats.ts';
import type { AnySeverity, Message } from './result.ts';

/** Maximum number of results: more are of no use to a reader, and each adds bytes to a message that Porch limits to 6 MiB. */
const MAX_RESULTS = 1000;

const SEVERITIES: readonly AnySeverity[] = ['error', 'warning', 'info', 'notice'];

/**
 * Sorts results or notices by severity, file, index, field and message, and joins repeats. Keeps at most 1,000: the last
 * one then counts the rest.
 */
export function arrangeResults<S extends AnySeverity>(results: readonly Message<S>[]): Message<S>[] {
  const sorted = joinRepeats(results.toSorted(compareResults));
  const rest = sorted.slice(MAX_RESULTS - 1);
  const [gravest] = rest;
  if (gravest === undefined || rest.length === 1) return [...sorted];
  return [...sorted.slice(0, MAX_RESULTS - 1), { severity: gravest.severity, message: countResults(rest) }];
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
