import { styled, type TerminalStyle } from './terminal.ts';

const LINE_STYLES: Readonly<Record<string, TerminalStyle>> = { '-': 'red', '+': 'green' };

/**
 * Styles a unified diff as git does: names of files bold, ranges cyan, removed lines red, added lines green. Counts the
 * lines of each hunk, since a removed line can look like the name of a file: `--- a`.
 */
export function styledDiff(diff: string): string {
  let [old, now] = [0, 0];
  const lines = diff.split('\n').map((line) => {
    const sign = line.charAt(0);
    const isInHunk = old > 0 || now > 0;
    if (sign === '\\' || line === '') return line;
    if (!isInHunk) {
      const [, oldCount, newCount] = /^@@ -\d+,(\d+) \+\d+,(\d+) @@$/.exec(line) ?? [];
      [old, now] = [Number(oldCount ?? 0), Number(newCount ?? 0)];
      return styled(oldCount === undefined ? 'bold' : 'cyan', line);
    }
    if (sign !== '+') old--;
    if (sign !== '-') now--;
    const style = LINE_STYLES[sign];
    return style === undefined ? line : styled(style, line);
  });
  return lines.join('\n');
}
