import { linesOf } from '../../explain/index.ts';

/**
 * Returns the line of a value that another line is a copy of, apart from its indentation; the first line of the value if it has none such, or
 * several. `text`: of the file with the value. `first`: one-based line on which the value begins.
 */
export function copiedLine(text: string, first: number, copy: string): number {
  const lines = linesOf(text);
  const wanted = bare(copy);
  const found = valueLines(lines, first).filter((line) => bare(lines[line - 1] ?? '') === wanted);
  const [only = first, ...others] = found;
  return others.length === 0 ? only : first;
}

/** Returns the numbers of the lines of a value in block style: up to the first one that is less indented, or the next element of its list. */
function valueLines(lines: readonly string[], first: number): readonly number[] {
  const start = lines[first - 1] ?? '';
  const [indent, isElement] = [indentOf(start), isListElement(start)];
  const after = lines.findIndex((line, index) => {
    if (index < first || line.trim() === '') return false;
    return indentOf(line) < indent || (isElement && indentOf(line) === indent);
  });
  const end = after < 0 ? lines.length : after;
  return Array.from({ length: end - first + 1 }, (_, index) => first + index);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function isListElement(line: string): boolean {
  return /^\s*-(?:\s|$)/.test(line);
}

/** Returns the text of a line without indentation and the dash of a list element. */
function bare(line: string): string {
  return line.trim().replace(/^-\s+/, '');
}
