import { spawnSync } from 'node:child_process';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { print } from '../process/print.ts';
import { isTerminal } from './terminal.ts';

/** Pager if `PAGER` is unset, as git has it: it ends at once if the text fits on the screen. */
const DEFAULT_PAGER = 'less -FRX';

/** Exit codes of a shell that cannot run a program. */
const NOT_RUN: readonly (number | null)[] = [126, 127];

/**
 * Shows a text on stdout: through `$PAGER` on a terminal, else as it is. An empty `PAGER` is none. Returns the exit
 * code of success.
 */
export function page(text: string): ExitCode {
  const pager = process.env['PAGER'] ?? DEFAULT_PAGER;
  if (!isTerminal(1) || pager === '') return print(text);
  const { status } = spawnSync('sh', ['-c', pager], { input: text, stdio: ['pipe', 'inherit', 'ignore'] });
  return NOT_RUN.includes(status) ? print(text) : EXIT.done;
}
