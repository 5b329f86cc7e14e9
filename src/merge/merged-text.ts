import type { Sides } from './sides.ts';

/** Text of each version where they conflict. */
export interface Alternatives extends Sides<string> {
  /** The version that stands there unless the conflict is shown. */
  readonly taken: 'new' | 'local';
}

/** Text that may have conflicts in it. */
export type MergedText = readonly (string | Alternatives)[];

/** Returns the text with one version of each conflict. */
export function plainText(merged: MergedText): string {
  return merged.map((part) => (typeof part === 'string' ? part : (part[part.taken] ?? ''))).join('');
}

/** Moves the lines of a text by a number of columns, but not the first unless it is told to. Empty lines stay empty. */
export function shiftLines(text: string, by: number, { first = false }: { readonly first?: boolean } = {}): string {
  if (by === 0 || text === '') return text;
  const lines = text.split('\n');
  return lines.map((line, index) => (index === 0 && !first ? line : shiftLine(line, by))).join('\n');
}

function shiftLine(line: string, by: number): string {
  if (line === '') return line;
  if (by > 0) return `${' '.repeat(by)}${line}`;
  const blanks = line.search(/[^ ]|$/);
  return line.slice(Math.min(-by, blanks));
}
