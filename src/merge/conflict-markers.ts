import { plainText, type MergedText } from './merged-text.ts';

/** Layout of conflicts in a text, as git writes them. */
export interface Markers {
  /** Number of characters of a marker: 7 by default in git. */
  readonly size: number;
  /** Names of the two sides; '' for none. */
  readonly names: { readonly local: string; readonly new: string };
}

/** Returns a text with git's markers around both versions of the lines of each conflict. */
export function withMarkers(merged: MergedText, { size, names }: Markers): string {
  const line = (character: string, name = ''): string => `${character.repeat(size)}${name && ` ${name}`}\n`;
  const parts = wholeLines(merged);
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const [ours, theirs] = [ended(part.local ?? ''), ended(part.new ?? '')];
      if (ours === theirs) return ours;
      return `${line('<', names.local)}${ours}${line('=')}${theirs}${line('>', names.new)}`;
    })
    .join('');
}

/** Extends each conflict to whole lines: over the text before it in its line, and after it if it has no line break. */
function wholeLines(merged: MergedText): MergedText {
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
    parts.push({ base: whole(part.base), new: whole(part.new), local: whole(part.local), taken: part.taken });
  }
  return [...parts, waiting];
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Reports whether a text has alternatives that differ in their lines. */
export function hasAlternatives(merged: MergedText): boolean {
  return merged.some((part) => typeof part !== 'string' && part.new !== part.local);
}

/** Returns the text of a merge, with markers if some are wanted. */
export function writtenText(merged: MergedText, markers: Markers | undefined): string {
  return markers === undefined ? plainText(merged) : withMarkers(merged, markers);
}
