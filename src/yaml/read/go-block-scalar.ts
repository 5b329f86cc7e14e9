import { SPACE } from '../tree/chars.ts';
import { lineEnd } from '../tree/positions.ts';

/** Content of a literal or folded scalar, and the offset just past its last line. */
interface BlockContent {
  readonly content: string;
  readonly end: number;
}

const HEADER = /[|>](?:([1-9])([-+]?)|([-+])([1-9])?)?/y;

/**
 * Reads the literal or folded scalar whose header is at an offset as Go does, in an entry at a column, -1 for a whole
 * document. A line of white space that is deeper than the scalar is one of its lines, wherever it stands; if the text
 * ends without a line break, so does the content.
 */
export function goBlockScalar(text: string, start: number, column: number): BlockContent | undefined {
  HEADER.lastIndex = start;
  const [header, first, after, chomp = after ?? '', digit = first] = HEADER.exec(text) ?? [];
  if (header === undefined) return undefined;
  const lines = new BlockLines(text, lineEnd(text, start), column, Number(digit ?? 0));
  const content = header.startsWith('|') ? lines.literal() : lines.folded();
  const end = chomp === '+' ? lines.line : lines.end;
  const ending = chomp === '-' ? '' : `${lines.lastBreak}${chomp === '+' ? '\n'.repeat(lines.breaks) : ''}`;
  return { content: `${content}${ending}`, end };
}

/** A walk over the lines of a block scalar. */
class BlockLines {
  readonly #text: string;
  readonly #indent: number;
  /** Column of the first character after the indentation of the next line. */
  #column = 0;
  /** Offset of the next line. */
  line: number;
  /** Number of blank lines before it. */
  breaks = 0;
  /** End of the last line with content, and the line break in the content that stands for its own. */
  end: number;
  lastBreak = '';

  constructor(text: string, line: number, column: number, digit: number) {
    this.#text = text;
    this.line = line;
    this.end = line;
    const deepest = this.#skipBreaks(digit === 0 ? Infinity : Math.max(column, 0) + digit);
    this.#indent = digit === 0 ? Math.max(deepest, column + 1, 1) : Math.max(column, 0) + digit;
  }

  literal(): string {
    let content = '';
    for (let line = this.#next(); line !== undefined; line = this.#next()) content += `${line.before}${line.text}`;
    return content;
  }

  folded(): string {
    let content = '';
    let isDeeper = true;
    for (let line = this.#next(); line !== undefined; line = this.#next()) {
      const folds = !isDeeper && !/^[ \t]/.test(line.text);
      isDeeper = /^[ \t]/.test(line.text);
      content += `${folds ? line.before.slice(1) || ' ' : line.before}${line.text}`;
    }
    return content;
  }

  /** Returns the next line with content, and the line breaks before it. */
  #next(): { readonly before: string; readonly text: string } | undefined {
    const from = this.line + this.#column;
    if (this.#column !== this.#indent || from >= this.#text.length) return undefined;
    const before = `${this.lastBreak}${'\n'.repeat(this.breaks)}`;
    this.line = lineEnd(this.#text, from);
    this.end = this.line;
    const text = this.#text.slice(from, this.end).replace(/\r?\n$/, '');
    this.lastBreak = this.#text[this.end - 1] === '\n' ? '\n' : '';
    this.#skipBreaks(this.#indent);
    return { before, text };
  }

  /** Skips lines of at most some spaces. Returns the number of spaces of the deepest line, including the next one. */
  #skipBreaks(most: number): number {
    let deepest = 0;
    this.breaks = 0;
    for (;;) {
      let at = this.line;
      while (this.#text.charCodeAt(at) === SPACE && at - this.line < most) at++;
      this.#column = at - this.line;
      deepest = Math.max(deepest, this.#column);
      if (!this.#text.startsWith('\n', at) && !this.#text.startsWith('\r\n', at)) return deepest;
      this.line = lineEnd(this.#text, at);
      this.breaks++;
    }
  }
}
