import { plainText, wholeLines, type MergedText } from './merged-text.ts';

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

/** Returns lines with a line break at their end; a byte order mark alone is none. */
function ended(text: string): string {
  if (text === '\uFEFF') return '';
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Returns the text of a merge, with markers if some are wanted. */
export function writtenText(merged: MergedText, markers: Markers | undefined): string {
  return markers === undefined ? plainText(merged) : withMarkers(merged, markers);
}
