import { mapSides, type Sides } from '../sides.ts';

/** Text of each version where they conflict. */
export interface Alternatives extends Sides<string> {
  /** The version that stands there unless the conflict is shown. */
  readonly taken: 'theirs' | 'local';
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

/** Extends each conflict to whole lines: over the text before it in its line, and after it if it has no line break. */
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

/** Returns a text of whole lines with as many spaces before each that is not empty. */
export function indented(merged: MergedText, by: number): MergedText {
  const shift = (text: string): string => shiftLines(text, by, { first: true });
  return merged.map((part) =>
    typeof part === 'string' ? shift(part) : { ...mapSides(part, shift), taken: part.taken },
  );
}
