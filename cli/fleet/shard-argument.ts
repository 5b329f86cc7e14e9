import type { Option } from '../arguments/option.ts';
import { UsageError } from '../arguments/usage-error.ts';

/** Part of a fleet that one of several calls works on. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** Option that splits a fleet. */
export const SHARD_OPTION = {
  name: 'shard',
  value: 'I/N',
  meaning: 'Only part I of N, from 0: each git repository is in one part.',
  group: 'Selection',
} as const satisfies Option;

/** Parses the value of `--shard`. Throws a `UsageError`. */
export function parseShard(text: string): Shard {
  const [, index = '', count = ''] = /^(0|[1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (count !== '' && Number(index) < Number(count)) return { index: Number(index), count: Number(count) };
  throw new UsageError(`\`--shard\` must be I/N with I from 0 to N-1, such as 0/4 to 3/4, not "${text}"`);
}
