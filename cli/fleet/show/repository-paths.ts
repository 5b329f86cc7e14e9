import { KrmError, type Notice, type Result } from '../../../src/krm/index.ts';
import { formatDiff } from '../../../src/package/index.ts';
import type { EndedJob } from '../../work/report-jobs.ts';

/**
 * Returns an ended job with the paths of its files after the URL of their git repository. `isDone`: false if its
 * changes were not pushed.
 */
export function shownIn(repository: string, { outcome, messages, diff, printed }: EndedJob, isDone: boolean): EndedJob {
  const at = (path: string): string => `${repository}/${path}`;
  const placed = <T extends Result | Notice>(message: T): T => placedIn(repository, message);
  const changes = isDone
    ? outcome.changes.map((change) => ({ ...change, path: at(change.path), patchPath: at(change.path) }))
    : [];
  return {
    diff: isDone ? diff : '',
    printed,
    outcome: {
      ...outcome,
      changes,
      ...(outcome.conflicts && {
        conflicts: outcome.conflicts.map((each) => ({ ...each, file: { ...each.file, path: at(each.file.path) } })),
      }),
      results: outcome.results.map(placed),
      notices: outcome.notices.map(placed),
      packages: () => outcome.packages().map(at),
      diff: () => formatDiff(changes),
    },
    messages: { ...messages, found: messages.found.map(placed), hints: messages.hints.map(placed) },
  };
}

/** Returns a message with its file after the URL of a git repository; as it is for the git repository of the fleet. */
export function placedIn<T extends Result | Notice>(repository: string | undefined, message: T): T {
  if (repository === undefined || message.file === undefined) return message;
  return { ...message, file: { ...message.file, path: `${repository}/${message.file.path}` } };
}

/** Returns an error with its files after the URL of a git repository; as it is for the git repository of the fleet. */
export function placedError(repository: string | undefined, { results }: KrmError): KrmError {
  return new KrmError(results.map((result) => placedIn(repository, result)));
}
