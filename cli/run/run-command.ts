import { KrmError, type LoadedFunction } from '../../src/index.ts';
import type { FolderOutcome } from '../work/folder-run.ts';
import { parseRunArguments } from './run-arguments.ts';
import { applyToFolder } from './run-folder.ts';
import { showAll, StdioError, writeAll } from '../process/stdio.ts';
import { showMessages } from '../terminal/messages.ts';
import { progress } from '../terminal/progress.ts';
import { styledDiff } from '../terminal/styled-diff.ts';
import { hasColors } from '../terminal/terminal.ts';
import { isWatched } from '../watchdog/stage.ts';
import type { TimeLimit } from '../watchdog/watchdog.ts';
import { systemReason } from '../process/system-error.ts';

/**
 * Implements `krm-variants run FUNCTION`: applies a function to the files of folders as `kpt fn eval` does, but keeps
 * every byte outside of the changed lines. Prints a diff to stdout before a file is written, results and notices to
 * stderr, in colors on a terminal. Returns the exit code; nothing is written on an error of a file, the configuration,
 * the function or stdout. Throws a `UsageError` if the arguments are invalid.
 */
export async function runFolder(fn: LoadedFunction, args: readonly string[]): Promise<number> {
  const { timeout } = parseRunArguments(args);
  return await showCall(timeout, () => applyToFolder(fn, args, showDiff));
}

/** Makes a call within its time limit, and shows its output. Returns its exit code. */
export async function showCall(timeout: TimeLimit | undefined, call: () => Promise<FolderOutcome>): Promise<number> {
  if (timeout !== undefined && !isWatched()) {
    const { runWithin } = await import('../watchdog/watchdog.ts');
    return await runWithin(timeout);
  }
  progress.start();
  try {
    const { printed, stderr, summary, exitCode } = await call();
    progress.clear();
    writeAll(1, printed);
    showMessages(stderr, summary);
    return exitCode;
  } finally {
    progress.clear();
  }
}

/** Shows a diff on stdout. Throws a `KrmError` if it cannot be written: then no file is. */
export function showDiff(diff: string): void {
  if (diff === '') return;
  progress.clear();
  try {
    showAll(1, hasColors(1) ? styledDiff(diff) : diff);
  } catch (error) {
    if (!(error instanceof StdioError)) throw error;
    const message = `writing the diff to stdout failed: ${systemReason(error.code)}; no file was written`;
    throw new KrmError([{ severity: 'error', message }]);
  }
}
