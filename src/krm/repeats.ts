import { groupBy } from '../group-by.ts';
import { MAX_NAMES } from '../wording.ts';
import { resourceName } from './resource-names.ts';
import type { AnySeverity, Message } from './result.ts';

/** Maximum number of results that differ only in their resource: more are noise, in which others are overlooked. */
const MAX_REPEATS = 5;

/**
 * Joins sorted results of one severity, message and field that are about more than five resources: the first one then
 * counts the others and names some of them. Results about files stay: each file is named.
 */
export function joinRepeats<M extends Message<AnySeverity>>(sorted: readonly M[]): readonly M[] {
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
