import { commonRuns } from './diff3.ts';
import { splitLines } from './merge-lines.ts';
import { plainText, wholeLines, type Alternatives, type MergedText } from './merged-text.ts';

/** Layout of conflicts in a text, as git writes them. */
export interface Markers {
  /** Number of characters of a marker: 7 by default in git. */
  readonly size: number;
  /** Labels of the versions; '' for none. */
  readonly names: { readonly base?: string; readonly local: string; readonly theirs: string };
  /**
   * `merge.conflictStyle` of git: `diff3` also shows the lines of base; `zdiff3` does the same, but moves equal lines
   * at the start and end of a conflict out of it. Default: `merge`.
   */
  readonly style?: 'merge' | 'diff3' | 'zdiff3';
}

/** Returns a text with git's markers around the conflicting versions of lines. */
export function withMarkers(merged: MergedText, markers: Markers): string {
  return wholeLines(merged)
    .flatMap((part) => (typeof part === 'string' ? [part] : refined(part, markers.style ?? 'merge')))
    .map((part) => (typeof part === 'string' ? part : marked(part, markers)))
    .join('');
}

function marked({ base, local, theirs }: Alternatives, { size, names, style = 'merge' }: Markers): string {
  const line = (character: string, name = ''): string => `${character.repeat(size)}${name && ` ${name}`}\n`;
  const middle = style === 'merge' ? '' : `${line('|', names.base)}${base ?? ''}`;
  return `${line('<', names.local)}${local ?? ''}${middle}${line('=')}${theirs ?? ''}${line('>', names.theirs)}`;
}

/** Maximum number of equal lines between two conflicts for git to join them. */
const GAP = 3;

/** Splits a conflict into lines that both sides have and the conflicts between them. */
function refined({ base, local, theirs, taken }: Alternatives, style: 'merge' | 'diff3' | 'zdiff3'): MergedText {
  const whole = {
    base: base === undefined ? base : ended(base),
    local: ended(local ?? ''),
    theirs: ended(theirs ?? ''),
    taken,
  };
  if (whole.local === whole.theirs) return [whole.local];
  if (style === 'diff3') return [whole];
  const runs = commonRuns(splitLines(whole.local), splitLines(whole.theirs));
  const isShown = (n: number, count: number): boolean =>
    style === 'merge' && count > GAP ? true : n === 0 || n === runs.length - 1;
  const parts: (string | Alternatives)[] = [];
  for (const [n, run] of runs.entries()) {
    const isCommon = 'common' in run;
    const [one, other] = (isCommon ? [run.common, run.common] : [run.before, run.after]).map((lines) => lines.join(''));
    if (isCommon && one !== undefined && isShown(n, run.common.length)) parts.push(one);
    else {
      const last = parts.at(-1);
      const isOpen = last !== undefined && typeof last !== 'string';
      if (!isOpen) parts.push({ base: whole.base, local: one, theirs: other, taken });
      else
        parts[parts.length - 1] = {
          ...last,
          local: `${last.local ?? ''}${one}`,
          theirs: `${last.theirs ?? ''}${other}`,
        };
    }
  }
  return parts;
}

/** Returns lines with a final line break. A byte order mark alone is not a line. */
function ended(text: string): string {
  if (text === '\uFEFF') return '';
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Returns the text of a merge, with conflict markers if they are requested. */
export function writtenText(merged: MergedText, markers: Markers | undefined): string {
  return markers === undefined ? plainText(merged) : withMarkers(merged, markers);
}
