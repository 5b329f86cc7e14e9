import { showAll } from '../process/stdio.ts';
import { progress } from './progress.ts';
import { hasColors, isTerminal, styled } from './terminal.ts';

/** Shows the results and notices of a call on stderr, each on a line, and on a terminal its summary as the last line. */
export function showMessages(lines: string, summary: string): void {
  progress.clear();
  showAll(2, `${hasColors(2) ? styledMessages(lines) : lines}${isTerminal(2) ? `${summary}\n` : ''}`);
}

/** Styles the severity at the start of each line. */
export function styledMessages(lines: string): string {
  return lines
    .replaceAll(/^\[error\]/gm, styled('red', '[error]'))
    .replaceAll(/^\[warning\]/gm, styled('yellow', '[warning]'));
}
