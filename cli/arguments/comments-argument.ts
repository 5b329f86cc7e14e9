import type { CommentSource } from '../../src/host/index.ts';
import type { Option } from './option.ts';
import type { SortedArguments } from './sort-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Option for the comments of external functions. */
export const COMMENTS_OPTION = {
  name: 'comments',
  value: 'added|function',
  meaning: 'Comments to take from other functions: new ones, or all. Default: added.',
  group: 'Programs and images',
} as const satisfies Option;

/** Reads the option. Throws a `UsageError`. */
export function parseComments(sorted: SortedArguments<typeof COMMENTS_OPTION>): CommentSource {
  const text = sorted.value('comments') ?? 'added';
  if (text === 'added' || text === 'function') return text;
  throw new UsageError(`\`--comments\` must be added or function, not "${text}"`);
}
