/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Offset just past the line break that ends the line of `offset`, or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline + 1;
}

/** Zero-based column of an offset. */
export function column(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** One-based line and column of an offset, counted from `origin`. */
export function position(text: string, offset: number, origin = 0): { readonly line: number; readonly column: number } {
  const line = 1 + countLines(text, offset, origin);
  return { line, column: offset - Math.max(lineStart(text, offset), origin) + 1 };
}

/**
 * Offset of the lines of the block collection at `start`: that of the comment and blank lines above it, down from
 * `floor`, the end of the preceding text. For a collection that begins in the middle of a line, `start` itself.
 */
export function linesStart(text: string, start: number, floor: number): number {
  let from = lineStart(text, start);
  if (from < floor || skipBlanks(text, from) < start) return start;
  while (from > floor) {
    const above = lineStart(text, from - 1);
    if (above < floor || !isTriviaLine(text, above)) break;
    from = above;
  }
  return from;
}

/** Reports whether the line that begins at `start` is blank or holds only a comment. */
function isTriviaLine(text: string, start: number): boolean {
  const first = text[skipBlanks(text, start)];
  return first === undefined || first === '\n' || first === '\r' || first === '#';
}

/** Offset of the first character that is neither a space nor in a comment, on the lines from `start` to `end`. */
export function contentLine(text: string, start: number, end: number): number | undefined {
  let at = start;
  while (text[at] === ' ') at++;
  if (text[at] === '\n' || text[at] === '#') {
    CONTENT.lastIndex = at;
    at = CONTENT.test(text) ? CONTENT.lastIndex : text.length;
  }
  return at < Math.min(end, text.length) ? at : undefined;
}

/** Returns the start of the next line after an offset with content at a column or before it, or the end of the text. */
export function blockEnd(text: string, offset: number, indent: number): number {
  let at = contentLine(text, lineEnd(text, offset), text.length);
  while (at !== undefined && column(text, at) > indent) at = contentLine(text, lineEnd(text, at), text.length);
  return at === undefined ? text.length : lineStart(text, at);
}

/** A line break and the indentation of the next line with content. */
const CONTENT = /\n *(?=[^ \n#])/g;

/**
 * Reports whether the line before an offset, which is the start of a line or the end of the text, holds more than white
 * space and a comment.
 */
export function endsPlainly(text: string, offset: number): boolean {
  return !isTriviaLine(text, lineStart(text, offset - 1));
}

/** Returns the line break that a text uses: its first, or else `\n`. */
export function lineBreak(text: string): string {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** Returns a text whose lines all end in CRLF with LF instead, which means the same; undefined for other texts. */
export function withoutCarriageReturns(text: string): string | undefined {
  if (!text.includes('\r')) return undefined;
  const bare = text.replaceAll('\r\n', '\n');
  return bare.includes('\r') || countLines(bare, bare.length) !== text.length - bare.length ? undefined : bare;
}

/** Number of line breaks between `origin` and an offset. */
export function countLines(text: string, offset: number, origin = 0): number {
  if (text.length < LONG) return countBetween(text, origin, offset);
  const isAfter = counted.text === text && counted.origin === origin && counted.offset <= offset;
  const [from, before] = isAfter ? [counted.offset, counted.count] : [origin, 0];
  counted = { text, origin, offset, count: before + countBetween(text, from, offset) };
  return counted.count;
}

/** Length of a text whose last count is kept: most callers ask for one place after the other. */
const LONG = 1000;

let counted = { text: '', origin: 0, offset: 0, count: 0 };

function countBetween(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Offset of the first character from `offset` on that is neither a space nor a tab. */
export function skipBlanks(text: string, offset: number): number {
  let at = offset;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

/** Offset of the first character from `offset` on that is not white space. */
function skipSpace(text: string, offset: number): number {
  let at = skipBlanks(text, offset);
  while (text[at] === '\n' || text[at] === '\r') at = skipBlanks(text, at + 1);
  return at;
}

/** Offset of the first character from `offset` on that is neither white space nor in a comment. */
export function skipTrivia(text: string, offset: number): number {
  let at = skipSpace(text, offset);
  while (text[at] === '#') at = skipSpace(text, lineEnd(text, at));
  return at;
}
