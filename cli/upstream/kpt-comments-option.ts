import type { Option } from '../arguments/option.ts';

/** Option that adds kpt's comments. */
export const KPT_COMMENTS_OPTION = {
  name: 'kpt-comments',
  meaning: 'Add the comments that kpt needs to merge renamed resources.',
  group: 'Output',
} as const satisfies Option;
