import { copyLines, copyText } from './print/copy.ts';
import { isCollection, resolveAlias, type Entry } from './tree/tree.ts';
import { commentsIn, splitBlockComments } from './tree/comment-owner.ts';
import { column } from './tree/positions.ts';

/**
 * Returns the current text of the value of an entry of a collection as a document of its own, at the first column, with
 * the comments between its dash or key and its first line. An alias in it may have no target there.
 */
export function ownText(entry: Entry): string {
  const value = resolveAlias(entry.value);
  if (!isCollection(value) || value.flow) return `${copyText(value, 0, '\n').replace(/\n$/, '')}\n`;
  const { text, indicatorEnd } = entry;
  const before = indicatorEnd === undefined ? '' : text.slice(indicatorEnd, value.linesStart);
  const head = value.text === text ? commentsIn(before) : [];
  return `${head.map((comment) => `${comment}\n`).join('')}${copyLines(value, 0, '\n')}`;
}

/** Returns the comment lines above an element of a block sequence that are its own, without indentation. */
export function linesAbove(entry: Entry, index: number): string {
  const { parent } = entry;
  if (parent === undefined || parent.flow) return '';
  const from = parent.at(index - 1)?.rangeEnd ?? parent.linesStart;
  const before = parent.edges !== undefined ? entry.before : parent.text.slice(from, entry.rangeStart);
  const [, own] = splitBlockComments(before, column(entry.text, entry.start));
  return own.replaceAll(/(?<=^|\n)[ \t]+/g, '');
}
