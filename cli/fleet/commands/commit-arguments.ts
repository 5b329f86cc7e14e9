import type { Option } from '../../arguments/option.ts';
import type { SortedArguments } from '../../arguments/sort-arguments.ts';
import { NO_COMMIT, RUN, type CommitArguments } from '../request.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import { isBranchName } from '../../../src/branch-name.ts';

/** Option of the commands that commit what they write. */
export const COMMIT_OPTION = {
  name: 'commit',
  meaning: 'Commit what it writes.',
  group: 'Output',
} as const satisfies Option;

/** Options of the commands that also publish the commit. */
export const PUSH_OPTIONS = [
  COMMIT_OPTION,
  {
    name: 'branch',
    value: 'NAME',
    meaning: 'Commit to a new branch. {run} in NAME: a digest of the changes.',
    group: 'Output',
  },
  { name: 'push', meaning: 'Push the commit and the tags, never by force. Needs --commit.', group: 'Output' },
  { name: 'sign', meaning: 'Sign commits and tags with your key, as git does.', group: 'Output' },
] as const satisfies readonly Option[];

/** Options of the commands that also tag what they commit. */
export const PUBLISH_OPTIONS = [
  ...PUSH_OPTIONS,
  { name: 'tag', meaning: 'Tag each changed variant as FOLDER/v1, FOLDER/v2 and so on.', group: 'Output' },
] as const satisfies readonly Option[];

/** Reads `COMMIT_OPTION`. */
export function parseCommit(sorted: SortedArguments<typeof COMMIT_OPTION>): CommitArguments {
  return { ...NO_COMMIT, commits: sorted.has('commit') };
}

/** Reads `PUBLISH_OPTIONS`. Throws a `UsageError` for options that need others, and for an invalid name. */
export function parsePublish(sorted: SortedArguments<(typeof PUBLISH_OPTIONS)[number]>): CommitArguments {
  const asked = { ...parsePush(sorted), tags: sorted.has('tag') };
  if (!asked.commits && asked.tags) throw new UsageError('`--tag` must be given with `--commit`');
  if (asked.tags && asked.branch !== undefined)
    throw new UsageError('`--tag` and `--branch` are mutually exclusive: tag the variants after the merge');
  return asked;
}

/** Reads `PUSH_OPTIONS`. Throws a `UsageError` for options that need others, and for an invalid name. */
export function parsePush(sorted: SortedArguments<(typeof PUSH_OPTIONS)[number]>): CommitArguments {
  const branch = sorted.value('branch');
  const asked = {
    ...NO_COMMIT,
    commits: sorted.has('commit'),
    branch,
    pushes: sorted.has('push'),
    signs: sorted.has('sign'),
  };
  const alone = PUSH_OPTIONS.find(({ name }) => name !== 'commit' && sorted.names.has(name));
  if (!asked.commits && alone !== undefined)
    throw new UsageError(`\`--${alone.name}\` must be given with \`--commit\``);
  if (branch !== undefined && !isBranchName(branch.replace(RUN, '0')))
    throw new UsageError(`\`--branch\` must be a name of a branch, with ${RUN} at most once, not "${branch}"`);
  return asked;
}
