import { strictText, type FileContent } from '../../files/index.ts';
import { writtenText, type Markers } from './conflict-markers.ts';
import { commonRuns } from './diff3.ts';
import type { MergedText } from './merged-text.ts';
import { changedSide, mapSides, presentSides, type Sides } from '../sides.ts';

/** A line break. */
type Eol = '\n' | '\r\n';

/** Text of a file, with the attributes that are merged separately. */
export interface FileText {
  /** Byte order mark, or ''. */
  readonly mark: string;
  /** Break of all lines, or of each if they differ. */
  readonly eol: Eol | readonly Eol[];
  /** Lines, each terminated by `\n`, including the last. */
  readonly lines: string;
  /** True if the last line ends in a line break in the file. */
  readonly isEnded: boolean;
}

/**
 * Splits the content of a file into text and attributes. Returns undefined if it is not text: not UTF-8, or with NUL
 * characters.
 */
export function fileText(content: FileContent): FileText | undefined {
  const text = typeof content === 'string' ? content : strictText(content);
  if (text === undefined || text.includes('\0')) return undefined;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = text.slice(mark.length);
  const eol = eolOf(bare);
  const lines = eol === '\n' ? bare : bare.replaceAll('\r\n', '\n');
  const isEnded = lines === '' || lines.endsWith('\n');
  return { mark, eol, lines: isEnded ? lines : `${lines}\n`, isEnded };
}

/**
 * Returns the break of all lines, or of each; `\n` if there is a carriage return without one, which stays in its line.
 */
function eolOf(text: string): FileText['eol'] {
  if (!text.includes('\r\n') || /\r(?!\n)/.test(text)) return '\n';
  if (!/(?<!\r)\n/.test(text)) return '\r\n';
  return text.match(/\r?\n/g)?.map((eol) => (eol === '\n' ? '\n' : '\r\n')) ?? '\n';
}

/**
 * Returns the content of a file with merged lines. Each attribute is taken from the side that changed it, else from
 * local. `markers`: as for `writtenText`. As in git, a byte order mark is part of the first line, so in a conflict it
 * follows the marker.
 */
export function joinFile(merged: MergedText, texts: Sides<FileText>, markers?: Markers): string {
  const of = <T>(attribute: (text: FileText) => T): T | undefined => {
    const values = mapSides<FileText, T>(texts, attribute);
    const side = values.local === undefined ? 'theirs' : values.theirs === undefined ? 'local' : changedSide(values);
    return values[side ?? 'local'];
  };
  const lines = writtenText([of((text) => text.mark) ?? '', ...merged], markers);
  const isEnded = of((text) => text.isEnded) ?? true;
  const ended = isEnded ? lines : lines.replace(/(?:\r?\n)+$/, '');
  if (presentSides(texts).some(({ eol }) => typeof eol !== 'string')) return withEols(ended, texts);
  const eol = of((text) => text.eol) ?? '\n';
  return eol === '\n' ? ended : ended.replaceAll(/\r?\n/g, String(eol));
}

/**
 * Gives each line of a merged text the break that it has in the sides, where lines of a file have different ones. A
 * line that is in none has the break of the line before.
 */
function withEols(text: string, texts: Sides<FileText>): string {
  const lines = text.split(/(?<=\n)/);
  const eols = mapSides<FileText, readonly (Eol | undefined)[]>(texts, (side) => eolsIn(lines, side));
  let last: Eol = '\n';
  const ended = lines.map((line, index) => {
    const { base, theirs, local } = mapSides<readonly (Eol | undefined)[], Eol>(eols, (side) => side[index]);
    last = (local === base ? theirs : local) ?? local ?? theirs ?? last;
    return line.replace(/\n$/, last);
  });
  return ended.join('');
}

/** Returns the breaks of lines in a version of their file; undefined for lines that it does not have. */
function eolsIn(lines: readonly string[], { lines: text, eol }: FileText): readonly (Eol | undefined)[] {
  let at = 0;
  return commonRuns(text.split(/(?<=\n)/), lines).flatMap((run): readonly (Eol | undefined)[] => {
    const first = at;
    at += ('common' in run ? run.common : run.before).length;
    if (!('common' in run)) return run.after.map(() => undefined);
    return run.common.map((_, index) => (typeof eol === 'string' ? eol : eol[first + index]));
  });
}
