import { quoteGo } from '../../src/go-template/index.ts';
import type { ProgramEnd } from '../../src/host/index.ts';

/** Maximum number of lines that kpt shows of the stderr of a function. */
const MAX_LINES = 4;

/**
 * Formats the stderr of a function as kpt (1.0.0-beta.56) does below the line of a function: a heading, and each line
 * as a Go string. '' if it is empty. `truncates`: show at most 4 lines. Unlike kpt, shows invalid UTF-8 as U+FFFD.
 */
export function formatStderr(stderr: string, truncates: boolean): string {
  if (stderr === '') return '';
  const lines = stderr.split('\n');
  const shown = truncates ? lines.slice(0, MAX_LINES) : lines;
  const more = lines.length - shown.length;
  const rest = more === 0 ? '' : `    ...(${more} line(s) truncated, use '--truncate-output=false' to disable)\n`;
  return `  Stderr:\n${shown.map((line) => `    ${quoted(line)}\n`).join('')}${rest}`;
}

/**
 * Formats the exit code of a failed function, with kpt's final empty line (1.0.0-beta.56). Unlike kpt, which shows -1,
 * names a signal.
 */
export function formatEnd({ exitCode, signal }: Pick<ProgramEnd, 'exitCode' | 'signal'>): string {
  return signal === undefined ? `  Exit code: ${exitCode}\n\n` : `  Signal: ${signal}\n\n`;
}

/** Quotes a line; the quotes of the template engine are those of Go, and work on bytes. */
function quoted(line: string): string {
  return Buffer.from(quoteGo(Buffer.from(line).toString('latin1')), 'latin1').toString();
}
