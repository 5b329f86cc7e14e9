import type { Notice, Result } from '../../src/krm/index.ts';
import type { Findings, JobArguments } from './job.ts';

/**
 * Returns a function that returns messages for people, without hints, and without those that a log has shown (`verbose`).
 * A message that names no file gets the name of its function, except for the error of a failed one, which stands beside that
 * name.
 */
export function messagesForPeople(
  { reporters, hints, kept }: Pick<Findings, 'reporters' | 'hints' | 'kept'>,
  { verbose }: Pick<JobArguments, 'verbose'>,
): <T extends Result | Notice>(messages: readonly T[]) => readonly T[] {
  const isHint = new Set<Result | Notice>(hints);
  const isKept = new Set<Result | Notice>(kept);
  return (messages) =>
    messages.flatMap((each) => {
      const reporter = reporters.get(each);
      const isLogged = verbose && reporter !== undefined && each.severity !== 'notice';
      if (isLogged || isHint.has(each)) return [];
      const isNamed =
        (reporter ?? '') === '' || each.file !== undefined || (each.severity === 'error' && isKept.has(each));
      return [isNamed ? each : { ...each, message: `${reporter}: ${each.message}` }];
    });
}
