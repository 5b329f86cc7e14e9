import type { Style } from './style.ts';
import type { Scalar } from '../tree/tree.ts';

/**
 * Prints a string as a literal block, header first, in place of a scalar. If that was a literal block too, its
 * unchanged lines keep their text, and its header stays as far as it fits.
 *
 * @param indent column of the key or dash that holds it
 * @param comment beside the header, with the white space before it
 * @param style of the document, whose width is the indentation of its lines relative to `indent` if there was no block
 */
export function printLiteral(
  content: string,
  { indent, comment, style }: { readonly indent: number; readonly comment: string; readonly style: Style },
  old: Scalar | undefined,
): string {
  const was = old?.style === 'literal' ? readBlock(old, indent) : undefined;
  const block = was !== undefined && canIndent(was.width, content) ? was : undefined;
  // To find the width of a document, all of its entries may have to be read.
  const width = block?.width ?? (canIndent(style.width, content) ? style.width : MAX_INDICATOR);
  const header = block !== undefined && fits(block.header, content) ? block.header : newHeader(content, width);
  const lines = printLines(contentLines(content), ' '.repeat(indent + width), block);
  return `${header}${comment}${style.eol}${lines.map((line) => `${line}${style.eol}`).join('')}`;
}

/** Returns the lines that the old and the new block begin or end with in their old form, and the others at a column. */
function printLines(lines: readonly string[], pad: string, block: LiteralBlock | undefined): string[] {
  const { content = [], texts = [] } = block ?? {};
  const head = commonStart(lines, content);
  const tail = commonStart(lines.slice(head).toReversed(), content.slice(head).toReversed());
  const shift = texts.length - lines.length;
  return lines.map((line, index) => {
    const kept = index < head ? texts[index] : index >= lines.length - tail ? texts[index + shift] : undefined;
    return kept ?? (line === '' ? '' : `${pad}${line}`);
  });
}

function newHeader(content: string, width: number): string {
  const indentation = startsWithSpace(content) ? String(width) : '';
  const chomping = !content.endsWith('\n') ? '-' : content.endsWith('\n\n') ? '+' : '';
  return `|${indentation}${chomping}`;
}

/** Reports whether a literal block under this header can hold a string including its final newlines. */
function fits(header: string, content: string): boolean {
  if (startsWithSpace(content) && !/\d/.test(header)) return false;
  if (header.includes('-')) return !content.endsWith('\n');
  return header.includes('+') ? content.endsWith('\n') : /[^\n]\n$/.test(content);
}

/** Largest indentation that a header can give: its indicator has one digit (YAML 1.2, 8.1.1.1). */
const MAX_INDICATOR = 9;

/**
 * Reports whether the lines of a block can have an indentation, which the header must give if they start with a space.
 */
function canIndent(width: number, content: string): boolean {
  return width <= MAX_INDICATOR || !startsWithSpace(content);
}

/** Reports whether the first line starts with a space, so that it does not show the indentation. */
function startsWithSpace(content: string): boolean {
  return /^\n* /.test(content);
}

/** A literal block that was read. */
interface LiteralBlock {
  readonly header: string;
  /** Indentation of its lines relative to the key or dash that holds it. */
  readonly width: number;
  readonly content: readonly string[];
  /** Lines of its source text. */
  readonly texts: readonly string[];
}

/** Returns the header of a literal block, such as `|2-`; '' for any other scalar. */
export function literalHeader(old: Scalar | undefined): string {
  return old?.style === 'literal' ? (/\|[-+0-9]*/y.exec(old.text.slice(old.start, old.start + 3))?.[0] ?? '') : '';
}

/** Returns undefined if the block has no line that shows its indentation. */
function readBlock(old: Scalar, indent: number): LiteralBlock | undefined {
  const [, ...texts] = old.text.slice(old.start, old.end).split(/\r?\n/);
  const header = literalHeader(old);
  const told = /\d/.exec(header)?.[0];
  const column = texts.find((text) => text.trim() !== '')?.search(/[^ ]/);
  if (column === undefined) return undefined;
  const content = contentLines(old.content);
  return {
    header,
    width: told === undefined ? column - indent : Number(told),
    content,
    texts: texts.slice(0, content.length),
  };
}

/** Returns the lines of a string without the empty one after its last newline. */
function contentLines(content: string): string[] {
  const lines = content.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((line, at) => at >= b.length || line !== b[at]);
  return index === -1 ? Math.min(a.length, b.length) : index;
}
