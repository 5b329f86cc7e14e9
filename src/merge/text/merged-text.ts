import { mapSides, type Sides } from '../sides.ts';

/** Text of each version at a conflict. */
export interface Alternatives extends Sides<string> {
  /** Version that is used unless the conflict is shown. */
  readonly taken: 'theirs' | 'local';
}

/** Text that may contain conflicts. */
export type MergedText = readonly (string | Alternatives)[];

/** Returns the text with one version of each conflict. */
export function plainText(merged: MergedText): string {
  return merged.map((part) => (typeof part === 'string' ? part : (part[part.taken] ?? ''))).join('');
}

/** Shifts the lines of a text by a number of columns, the first line only if `first` is set. Empty lines stay empty. */
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

/** Extends each conflict to the start of its line: all versions get the text before it on that line. */
export function wholeLines(merged: MergedText): MergedText {
  const parts: MergedText[number][] = [];
  let waiting = '';
  for (const part of merged) {
    if (typeof part === 'string') {
      waiting += part;
      continue;
    }
    const at = waiting.lastIndexOf('\n') + 1;
    const prefix = waiting.slice(at);
    parts.push(waiting.slice(0, at));
    waiting = '';
    const whole = (text: string | undefined): string | undefined => (text === undefined ? text : `${prefix}${text}`);
    parts.push({ base: whole(part.base), theirs: whole(part.theirs), local: whole(part.local), taken: part.taken });
  }
  return [...parts, waiting];
}

/** Indents each non-empty line of a text of whole lines by a number of spaces. */
export function indented(merged: MergedText, by: number): MergedText {
  const shift = (text: string): string => shiftLines(text, by, { first: true });
  return merged.map((part) =>
    typeof part === 'string' ? shift(part) : { ...mapSides(part, shift), taken: part.taken },
  );
}
