import { HASH, NEWLINE, SPACE, TAB } from '../tree/chars.ts';
import { Declined } from './declined.ts';
import { column, contentLine, lineEnd, lineStart } from '../tree/positions.ts';
import { Scalar, type NodeInit } from '../tree/tree.ts';

/** The header of a literal or folded scalar and the rest of its line. */
const HEADER = /([|>])(?:([1-9])([-+]?)|([-+])([1-9])?)?(?: +#[^\n]*| *)\n/y;

/** Offsets of the lines of a block scalar. */
export interface BlockScalarLines {
  /** Start of the line after the header. */
  readonly from: number;
  /** End of its last nonblank line. */
  readonly end: number;
  /** End of the blank lines that follow. */
  readonly blankEnd: number;
  readonly indent: number;
}

/**
 * Returns the literal or folded scalar whose header is at `init.start`, in an entry at column `indent` whose lines end
 * at `to`.
 */
export function blockScalar(init: NodeInit, indent: number, to: number): Scalar {
  const { text, start } = init;
  HEADER.lastIndex = start;
  const header = HEADER.exec(text);
  if (header === null) throw new Declined(start);
  const [all, indicator, digit = header[5], chomp = header[4] ?? ''] = header;
  const from = start + all.length;
  const lines = scanLines(text, from, to, indent, digit === undefined ? undefined : indent + Number(digit));
  const { end, blankEnd } = lines;
  const last = chomp === '+' ? blankEnd : end;
  const style = indicator === '|' ? 'literal' : 'folded';
  const content = (): string => `${joined(text, lines, style)}${ending(text, lines, chomp)}`;
  return new Scalar({ ...init, end: last }, style, content);
}

/**
 * Returns the lines of the block scalar from an offset, in an entry at the column `outer` whose lines end at `to`.
 * `explicit`: their indentation, if the header gives it. @throws Declined
 */
export function scanLines(text: string, from: number, to: number, outer: number, explicit?: number): BlockScalarLines {
  let indent = explicit;
  let end = from;
  let at = from;
  for (; at < to; at = lineEnd(text, at)) {
    const limit = at + (indent ?? Infinity);
    let first = at;
    while (text.charCodeAt(first) === SPACE && first < limit) first++;
    const code = text.charCodeAt(first);
    if (code === NEWLINE) continue;
    if (first >= to || isOpenBlank(text, at)) throw new Declined(at);
    const width = first - at;
    indent ??= width > outer ? width : undefined;
    if (indent === undefined || width < indent) {
      checkAfter(text, first, to, outer);
      break;
    }
    end = lineEnd(text, first);
  }
  // Empty scalars, and blank lines deeper than the first nonblank line, have rules of their own.
  if (end === from || indent === undefined) throw new Declined(from);
  checkBlanks(text, from, end, indent);
  if (text.slice(end, at).includes(' ')) throw new Declined(end);
  // If a digit sets the indentation, the part of such lines that counts depends on the first line.
  if (explicit !== undefined && text.slice(lineStart(text, end - 1), end).trim() === '') throw new Declined(end);
  return { from, end, blankEnd: at, indent };
}

/** Reports whether a line of white space ends the text without a newline. */
function isOpenBlank(text: string, line: number): boolean {
  return lineEnd(text, line) === text.length && text.slice(line).trim() === '' && !text.endsWith('\n');
}

/**
 * Declines unless a block scalar that ends within the lines of its entry is followed only by a comment no deeper than
 * the entry.
 */
function checkAfter(text: string, first: number, to: number, outer: number): void {
  if (text.charCodeAt(first) !== HASH || column(text, first) > outer) throw new Declined(first);
  if (contentLine(text, first, to) !== undefined) throw new Declined(first);
}

/** Checks the lines before the first nonblank line. */
function checkBlanks(text: string, from: number, end: number, indent: number): void {
  for (let at = from; at < end;) {
    const next = lineEnd(text, at);
    const line = text.slice(at, next);
    if (line.trim() !== '') return;
    if (line.length - 1 > indent || line.includes('\t')) throw new Declined(at);
    at = next;
  }
}

/** Returns the lines without their indentation, joined according to the style. */
function joined(text: string, { from, end, indent }: BlockScalarLines, style: 'literal' | 'folded'): string {
  const bare = text.charCodeAt(end - 1) === NEWLINE ? end - 1 : end;
  const lines = text
    .slice(from, bare)
    .split('\n')
    .map((line) => line.slice(indent));
  return style === 'literal' ? lines.join('\n') : folded(lines);
}

/**
 * Folds lines: a break between two lines that do not begin with white space becomes a space, or nothing if blank lines
 * follow it.
 */
function folded(lines: readonly string[]): string {
  let content = '';
  let breaks = 0;
  let previous: string | undefined;
  for (const line of lines) {
    if (line === '') breaks++;
    else {
      const folds = previous !== undefined && !isDeeper(previous) && !isDeeper(line);
      const between = previous === undefined ? '' : folds ? (breaks === 0 ? ' ' : '') : '\n';
      content += `${between}${'\n'.repeat(breaks)}${line}`;
      [breaks, previous] = [0, line];
    }
  }
  return content;
}

function isDeeper(line: string): boolean {
  const code = line.charCodeAt(0);
  return code === SPACE || code === TAB;
}

/** Returns the newlines at the end of the content. go-yaml reads none if the text has none. */
function ending(text: string, { end, blankEnd }: BlockScalarLines, chomp: string): string {
  if (chomp === '-' || text.charCodeAt(end - 1) !== NEWLINE) return '';
  return chomp === '+' ? `\n${text.slice(end, blankEnd)}` : '\n';
}
