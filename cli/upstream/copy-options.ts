import type { Option } from '../arguments/option.ts';

/** Option that adds kpt's comments. */
export const KPT_COMMENTS_OPTION = {
  name: 'kpt-comments',
  meaning: 'Add the comments that kpt needs to merge renamed resources.',
  group: 'Output',
} as const satisfies Option;

/** Option that permits to write Kptfiles with unknown fields. */
export const UNKNOWN_FIELDS_OPTION = {
  name: 'allow-unknown-fields',
  meaning: 'Write a Kptfile despite fields that kpt refuses.',
  group: 'Checks',
} as const satisfies Option;
