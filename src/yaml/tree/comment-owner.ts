import { lineEnd, lineStart, skipBlanks, skipTrivia } from './positions.ts';
import { isBlock, isCollection, type Collection, type Edges, type Entry } from './tree.ts';

/*
 * Owners of comments. An entry is removed with its own comments and with everything inside of it; all other comments
 * stay. A comment above a blank line is a heading of what follows, not of one entry.
 *
 *   block style                              flow style, where the column does not matter
 *
 *   # nobody's: a blank line follows it      [ # the collection's own
 *
 *   # of a, as the line directly above         # nobody's: a blank line follows it
 *   a: 1 # of a, as on its line
 *     # nobody's: not at the column of b       # of a, as the line directly above
 *   # of b                                     a, # of a, as on its line
 *   b:                                         b # of b
 *     # of the first element                   # nobody's
 *     - c: 1                                   , # of b, as beside its comma
 *       # inside of the element, of d          c # of c
 *       d: 2                                   # nobody's
 *       # nobody's: below the last line      ]
 *     # of the second, at the column of its dash
 *     - 3
 *   # nobody's: nothing follows it
 *
 * A new entry is placed directly below the lines of the one before it.
 */

/** Splits off the text before each entry of a block collection, so that entries can be added and removed. */
export function separateBlock(collection: Collection): Edges {
  if (collection.edges !== undefined) return collection.edges;
  let from = collection.linesStart;
  for (const entry of collection.entries) {
    entry.before = `${collection.text.slice(from, entry.rangeStart)}${entry.before}`;
    from = entry.rangeEnd;
  }
  return (collection.edges = {
    ...NO_EDGES,
    tail: collection.text.slice(from, collection.linesEnd),
    hasTabs: collection.entries.some(({ before }) => hasTabs(before)),
  });
}

const NO_EDGES: Edges = { head: '', tail: '', hasComma: false, hasTabs: false };

/** Reports whether a line of a text, of white space and comments, begins with a tab or with spaces and a tab. */
export function hasTabs(text: string): boolean {
  return text.includes('\t') && /^ *\t/m.test(text);
}

/**
 * Returns the rest of a line and the lines below it, of white space and comments, with a space for each tab before
 * these.
 */
export function withoutTabsBelow(text: string): string {
  const beside = lineEnd(text, 0);
  return hasTabs(text.slice(beside)) ? `${text.slice(0, beside)}${withoutTabs(text.slice(beside))}` : text;
}

/** Returns lines of white space and comments with a space for each tab before them. */
export function withoutTabs(text: string): string {
  return text.replaceAll(/^[ \t]+/gm, (blanks) => blanks.replaceAll('\t', ' '));
}

/**
 * Splits the text before a block entry at a column into the part that stays when the entry is removed, and the part
 * removed with it: the comment lines directly above it, at its column, with no blank line between.
 */
export function splitBlockComments(before: string, indent: number): readonly [string, string] {
  let at = before.lastIndexOf('\n') + 1;
  const pad = ' '.repeat(indent);
  while (at > 0) {
    const above = lineStart(before, at - 1);
    if (!before.startsWith(`${pad}#`, above)) break;
    at = above;
  }
  return [before.slice(0, at), before.slice(at)];
}

export type Range = readonly [start: number, end: number];

/**
 * Returns the ranges that can hold the comment beside an entry of a block collection, with the blanks before it: the
 * end of the line of its value, of the header of a block scalar, or of its key or dash if it has no value, or a block
 * collection on the lines below. Two, from the top, if another value is below its key or dash. None if its line is that
 * of an inner entry, as in `- name: a`.
 */
export function besideRanges(entry: Entry): readonly Range[] {
  return besideOffsets(entry).map((from) => restOfLine(entry.text, from));
}

function besideOffsets({ text, value, indicatorEnd }: Entry): readonly number[] {
  if (indicatorEnd === undefined) return [];
  const isBelow = text.slice(indicatorEnd, value.start).includes('\n');
  if (isCollection(value) && !value.flow) return isBelow ? [indicatorEnd] : [];
  const after = isBlock(value) ? value.start : value.end;
  if (isBelow) return [indicatorEnd, after];
  return [value.start === value.end ? indicatorEnd : after];
}

/** Returns the comment on the rest of a line with the blanks before it; '' if there is none. */
export function commentAfter(text: string, from: number): string {
  const rest = text.slice(...restOfLine(text, from));
  return rest.includes('#') ? rest : '';
}

/** Returns the end of the line of an offset: its comment with the blanks before it, or the blanks at its end. */
function restOfLine(text: string, from: number): Range {
  const rest = text.slice(from, lineEnd(text, from)).replace(/\r?\n$/, '');
  return [from + rest.search(/(?<![ \t])(?:[ \t]+#|[ \t]*$)/), from + rest.length];
}

/**
 * Splits off the white space and comments around each entry of a flow collection, so that entries can be added and
 * removed. A pair without braces gets some.
 */
export function separateFlow(collection: Collection): Edges {
  return (collection.edges ??= collection.implicit ? { ...NO_EDGES } : splitFlow(collection));
}

function splitFlow({ text, entries, start, end }: Collection): Edges {
  const head = commentBeside(text, start + 1);
  let from = start + 1 + head.length;
  let hasComma = false;
  for (const entry of entries) {
    entry.before = text.slice(from, entry.rangeStart);
    const stop = skipTrivia(text, entry.rangeEnd);
    entry.after = text.slice(entry.rangeEnd, stop);
    hasComma = text[stop] === ',';
    from = hasComma ? stop + 1 : stop;
    entry.afterSeparator = hasComma ? commentBeside(text, from) : '';
    from += entry.afterSeparator.length;
  }
  return { ...NO_EDGES, head, tail: text.slice(from, end - 1), hasComma };
}

/** Returns the comment on the rest of the line of an offset, with the blanks before it; '' if there is none. */
function commentBeside(text: string, offset: number): string {
  if (text[skipBlanks(text, offset)] !== '#') return '';
  return text.slice(offset, lineEnd(text, offset)).replace(/\r?\n$/, '');
}

/** Returns the comments in a text whose scalars have no `#`. */
export function commentsIn(text: string): readonly string[] {
  return text.match(/(?<=^|\s)#.*$/gm) ?? [];
}

/** White space and comments, split into parts. */
interface TriviaParts {
  /** The comment on the line on which it begins, with the blanks before it. */
  readonly beside: string;
  /** Lines of comments and blank lines up to the last comment. */
  readonly comments: string;
  /** White space after the last comment. */
  readonly blank: string;
}

export function splitTrivia(text: string): TriviaParts {
  const beside = commentBeside(text, 0);
  const rest = text.slice(beside.length);
  const last = rest.lastIndexOf('#');
  const end = last === -1 ? 0 : last + (/\r?\n/.exec(rest.slice(last))?.index ?? rest.length - last);
  return { beside, comments: rest.slice(0, end), blank: rest.slice(end) };
}

/**
 * Splits the text before an entry of a flow collection into the comments that stay when it is removed, above the last
 * blank line, and the part removed with it.
 */
export function splitFlowComments(before: string): readonly [string, string] {
  const lines = before.split('\n');
  const blank = lines.findLastIndex((line, index) => index > 0 && index < lines.length - 1 && line.trim() === '');
  const above = lines.slice(0, Math.max(0, blank)).join('\n');
  if (!above.includes('#')) return ['', before];
  const eol = lines[blank]?.endsWith('\r') === true ? '\r\n' : '\n';
  return [above.trimEnd(), `${eol}${lines.slice(blank + 1).join('\n')}`];
}

/** Reports whether a text continues on another line, so that it may follow a comment. */
export function startsWithBreak(text: string): boolean {
  return /^[ \t]*\r?\n/.test(text);
}

/** Returns the white space before an entry, without the comments before it. */
export function whiteSpace(before: string): string {
  return before.includes('#') ? (/\r?\n[^\n]*$/.exec(before)?.[0] ?? before) : before;
}
