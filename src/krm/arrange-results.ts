import { byteOrder } from '../byte-order.ts';
import { groupBy } from '../group-by.ts';
import { MAX_NAMES } from '../wording.ts';
import { resourceName } from './qualified-name.ts';
import type { AnySeverity, Message, Notice, Result } from './result.ts';

/**
 * Maximum number of results: more are of no use to a reader, and each adds bytes to a message that Porch limits to 6
 * MiB.
 */
const MAX_RESULTS = 1000;

const SEVERITIES: readonly AnySeverity[] = ['error', 'warning', 'info', 'notice'];

/**
 * Sorts results or notices by severity, file, index, field and message, and joins repeats. Keeps at most 1,000: the
 * last one then counts the rest.
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

/** Maximum number of results that differ only in their resource: more are noise, in which others are overlooked. */
const MAX_REPEATS = 5;

/**
 * Joins sorted results of one severity, message and field that are about more than five resources: the first one then
 * counts the others and names some of them. Results about files stay: each file is named.
 */
function joinRepeats<M extends Message<AnySeverity>>(sorted: readonly M[]): readonly M[] {
  const groups = groupBy(sorted, problemOf);
  return sorted.flatMap((result) => {
    const group = groups.get(problemOf(result)) ?? [];
    if (group.length <= MAX_REPEATS || subjectOf(result) === undefined) return [result];
    return group[0] === result ? [joined(result, group.slice(1))] : [];
  });
}

/** Returns the same text for all results about resources that differ only in these and their files. */
function problemOf(result: Message<AnySeverity>): string {
  const { severity, message, field } = result;
  const isAboutResource = subjectOf(result) !== undefined;
  return JSON.stringify([isAboutResource, severity, message, field], (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

function joined<M extends Message<AnySeverity>>(first: M, others: readonly M[]): M {
  const subject = subjectOf(first);
  // In the variants of a package, resources of one name differ in their files.
  const isOne = others.every((each) => subjectOf(each) === subject && each.file !== undefined);
  const names = others
    .slice(0, MAX_NAMES)
    .map((each) => (isOne ? each.file?.path : subjectOf(each)))
    .join(', ');
  return { ...first, message: `${first.message} (and ${others.length} more: ${names}, …)` };
}

function subjectOf({ resourceRef }: Message<AnySeverity>): string | undefined {
  return resourceRef && resourceName(resourceRef);
}
