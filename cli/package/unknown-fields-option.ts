import type { Option } from '../arguments/option.ts';

/** Option that permits to write Kptfiles with unknown fields. */
export const UNKNOWN_FIELDS_OPTION = {
  name: 'allow-unknown-fields',
  meaning: 'Write a Kptfile despite fields that kpt refuses.',
  group: 'Checks',
} as const satisfies Option;
