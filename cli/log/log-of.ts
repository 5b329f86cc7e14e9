import { showAll } from '../process/stdio.ts';
import { progress } from '../terminal/progress.ts';
import { KptLog } from './kpt-log.ts';
import type { RenderLog } from './render-log.ts';
import { TerminalLog } from './terminal-log.ts';
import type { ShowLines } from './turns.ts';

/** Display of a log. */
export interface LogDisplay {
  /** Receives the lines of the log. */
  readonly log: ShowLines;
  /** True if the log is shown on a terminal. */
  readonly isTerminal: boolean;
}

/**
 * Returns a log of functions. `root`: name of the root package. `truncates`: true to show only the first lines of a
 * function's stderr.
 */
export function logOf(root: string, truncates: boolean, { log, isTerminal }: LogDisplay): RenderLog {
  return isTerminal ? new TerminalLog(root, truncates, log) : new KptLog(root, truncates, log);
}

/** Shows lines of a log on stderr. */
export function showLog(lines: string): void {
  progress.clear();
  showAll(2, lines);
}
