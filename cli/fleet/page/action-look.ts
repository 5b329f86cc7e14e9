import type { VariantRow } from '../../report/run-outcome.ts';

/** Color of an action on a page, with the sign that means the same. */
interface Look {
  readonly color: string;
  readonly sign: string;
}

export const ACTION_LOOK: Readonly<Record<VariantRow['action'], Look>> = {
  error: { color: 'red', sign: '×' },
  conflict: { color: 'orange', sign: '!' },
  gone: { color: 'gray', sign: '?' },
  prune: { color: 'gray', sign: '−' },
  adopt: { color: 'cyan', sign: '→' },
  create: { color: 'green', sign: '+' },
  update: { color: 'blue', sign: '↑' },
  held: { color: 'gray', sign: '‖' },
  unchanged: { color: 'pale', sign: '=' },
};
