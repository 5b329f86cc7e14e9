import type { Option } from '../../arguments/option.ts';
import { UsageError } from '../../arguments/usage-error.ts';
import type { Shard } from '../../../src/fleet/request.ts';

/** Options that split a fleet, and say which commit all parts start from. */
export const SHARD_OPTIONS = [
  {
    name: 'shard',
    value: 'I/N',
    meaning: 'Only part I of N, from 0: each git repository is in one part.',
    group: 'Selection',
  },
  {
    name: 'at',
    value: 'COMMIT',
    meaning: 'Fail unless this commit of the fleet is checked out, as for all parts.',
    group: 'Checks',
  },
] as const satisfies readonly Option[];

/** Parses the value of `--shard`. Throws a `UsageError`. */
export function parseShard(text: string): Shard {
  const [, index = '', count = ''] = /^(0|[1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (count !== '' && Number(index) < Number(count)) return { index: Number(index), count: Number(count) };
  throw new UsageError(`\`--shard\` must be I/N with I from 0 to N-1, such as 0/4 to 3/4, not "${text}"`);
}

/** Parses the value of `--at`. Throws a `UsageError`. */
export function parseAt(text: string): string {
  if (/^[\da-f]{7,64}$/.test(text)) return text;
  throw new UsageError(
    `\`--at\` must be a commit with 7 or more digits, such as \`git rev-parse HEAD\` prints, not "${text}"`,
  );
}
