import { KrmError } from '../../src/krm/index.ts';
import { diffNotShown } from '../../src/messages/writing.ts';
import type { FolderArguments } from '../arguments/folder-arguments.ts';
import { sizeOfInputs } from '../package/input-size.ts';
import { isNative } from '../process/ftl.ts';
import { ENOUGH, startAnewFor, tuneFor } from '../process/jit.ts';
import { showAll, StdioError, writeAll } from '../process/stdio.ts';
import { systemReason } from '../process/system-error.ts';
import { prepareReports } from '../report/publish.ts';
import { showMessages } from '../terminal/messages.ts';
import { progress } from '../terminal/progress.ts';
import { styledDiff } from '../terminal/styled-diff.ts';
import { hasColors, setColors, setWide } from '../terminal/terminal.ts';
import { isWatched } from '../watchdog/stage.ts';
import type { FolderOutcome } from './report-jobs.ts';

/** Arguments of a call that is shown. */
interface ShownCall
  extends
    Pick<FolderArguments, 'hasColors'>,
    Partial<Pick<FolderArguments, 'inputs' | 'timeout' | 'report' | 'resultsDir'>> {
  /** Bytes that the call works on for each byte of its inputs. Default: 1. */
  readonly weight?: number;
  /** True for tables that nothing is left out of. Default: false. */
  readonly isWide?: boolean;
}

/** Runs a call within its time limit, and shows its output. Returns its exit code. */
export async function showCall(
  { inputs = [], weight = 1, timeout, report, resultsDir, hasColors: wantsColors, isWide = false }: ShownCall,
  call: () => Promise<FolderOutcome>,
): Promise<number> {
  setColors(wantsColors);
  setWide(isWide);
  // Nothing depends on the size in Node.
  if (isNative()) {
    const bytes = weight * sizeOfInputs(inputs, ENOUGH / weight);
    if (!isWatched()) startAnewFor(bytes);
    tuneFor(bytes);
  }
  if (timeout !== undefined && !isWatched()) {
    const { runWithin } = await import('../watchdog/watchdog.ts');
    return await runWithin(timeout);
  }
  prepareReports({ report, resultsDir });
  progress.start();
  try {
    const { printed, stderr, exitCode } = await call();
    progress.clear();
    try {
      writeAll(1, printed);
    } finally {
      // Also says what was done if standard output is full.
      showMessages(stderr);
    }
    return exitCode;
  } finally {
    progress.clear();
  }
}

/**
 * Shows a diff on stdout. Throws a `KrmError` if it cannot be written, so that no file is changed, unless they are
 * changed already.
 */
export function showDiff(diff: string, isWritten = false): void {
  if (diff === '') return;
  progress.clear();
  try {
    showAll(1, hasColors(1) ? styledDiff(diff) : diff);
  } catch (error) {
    if (!(error instanceof StdioError)) throw error;
    const message = diffNotShown(systemReason(error.code), isWritten);
    throw new KrmError([{ severity: 'error', code: 'file-unwritable', message }]);
  }
}
