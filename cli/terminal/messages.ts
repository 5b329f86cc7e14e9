import { writeMessages } from '../process/stdio.ts';
import { progress } from './progress.ts';
import { hasColors, styled, type TerminalStyle } from './terminal.ts';

/** Shows lines of messages, or of a log, on stderr. */
export function showMessages(lines: string): void {
  progress.clear();
  writeMessages(hasColors(2) ? styledMessages(lines) : lines);
}

/** Styles of the marks that begin lines: severities, and ends of functions. */
const MARK_STYLES: ReadonlyMap<string, TerminalStyle> = new Map([
  ['error', 'red'],
  ['warning', 'yellow'],
  ['FAIL', 'red'],
  ['PASS', 'green'],
]);

/** Styles the mark at the start of each line. */
export function styledMessages(lines: string): string {
  return lines.replaceAll(/^\[(\w+)\]/gm, (text, mark: string) => {
    const style = MARK_STYLES.get(mark);
    return style === undefined ? text : styled(style, text);
  });
}
