import type { Action } from '../../../src/fleet/index.ts';
import type { TerminalStyle } from '../../terminal/terminal.ts';

/** How people see an action. */
interface Look {
  /** Style of its row on a terminal. */
  readonly style: TerminalStyle;
  /** Color on a page, with the sign that means the same. */
  readonly color: string;
  readonly sign: string;
  /** True if it needs no attention. */
  readonly isQuiet: boolean;
  /** Words after a number of variants: after the run, and before. */
  readonly words: readonly [written: string, planned: string];
}

/** The actions in the order of a table: those that need attention first. */
export const ACTION_LOOK = {
  error: { style: 'red', color: 'red', sign: '×', isQuiet: false, words: ['failed', 'failed'] },
  conflict: { style: 'red', color: 'orange', sign: '!', isQuiet: false, words: ['with conflicts', 'with conflicts'] },
  gone: { style: 'yellow', color: 'gray', sign: '?', isQuiet: false, words: ['gone', 'gone'] },
  prune: { style: 'yellow', color: 'gray', sign: '−', isQuiet: false, words: ['pruned', 'to prune'] },
  adopt: { style: 'cyan', color: 'cyan', sign: '→', isQuiet: false, words: ['adopted', 'to adopt'] },
  create: { style: 'green', color: 'green', sign: '+', isQuiet: false, words: ['created', 'to create'] },
  update: { style: 'yellow', color: 'blue', sign: '↑', isQuiet: false, words: ['updated', 'to update'] },
  held: { style: 'dim', color: 'gray', sign: '‖', isQuiet: true, words: ['held', 'held'] },
  unchanged: { style: 'dim', color: 'pale', sign: '=', isQuiet: true, words: ['unchanged', 'unchanged'] },
} as const satisfies Readonly<Record<Action, Look>>;
