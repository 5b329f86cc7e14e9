import { strictText, type FileContent } from '../../files/index.ts';
import { writtenText, type Markers } from './conflict-markers.ts';
import type { MergedText } from './merged-text.ts';
import { changedSide, mapSides, type Sides } from '../sides.ts';

/** Text of a file, with the attributes that are merged separately. */
export interface FileText {
  /** Byte order mark, or ''. */
  readonly mark: string;
  readonly eol: '\n' | '\r\n';
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
  const isCrlf = bare.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(bare);
  const lines = isCrlf ? bare.replaceAll('\r\n', '\n') : bare;
  const isEnded = lines === '' || lines.endsWith('\n');
  return { mark, eol: isCrlf ? '\r\n' : '\n', lines: isEnded ? lines : `${lines}\n`, isEnded };
}

/**
 * Returns the content of a file with merged lines. Each attribute is taken from the side that changed it, else from local.
 * `markers`: as for `writtenText`. As in git, a byte order mark is part of the first line, so in a conflict it follows the
 * marker.
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
  const eol = of((text) => text.eol) ?? '\n';
  return eol === '\n' ? ended : ended.replaceAll(/\r?\n/g, eol);
}
