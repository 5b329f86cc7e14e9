import type { CommentSource } from '../../src/index.ts';
import type { Option, SortedArguments } from './options.ts';
import { UsageError } from './usage-error.ts';

/** Option for the comments of functions of others. */
export const COMMENTS_OPTION: Option = {
  name: 'comments',
  value: 'added|function',
  meaning: "Comments that others' functions change: new ones, or all. Default: added.",
};

/** Reads the option. Throws a `UsageError`. */
export function parseComments(sorted: SortedArguments): CommentSource {
  const text = sorted.value('comments') ?? 'added';
  if (text === 'added' || text === 'function') return text;
  throw new UsageError(`\`--comments\` must be added or function, not "${text}"`);
}
