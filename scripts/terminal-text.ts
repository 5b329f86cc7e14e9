import { hang } from '../cli/reference/wrap.ts';
import type { MarkdownNode } from './markdown.ts';
import { terminalTable } from './terminal-table.ts';

/** Indentation of text below a heading, and of code in that text. */
const INDENT = '  ';

/**
 * Returns Markdown as text for a terminal of 80 columns; only lines of code can be longer. Links keep their address if
 * it is absolute, or relative to `base`. Throws for a kind of block that no README has.
 */
export function terminalText(blocks: readonly MarkdownNode[], base?: string): string {
  const lines = blocks.map((block) => blockLines(block, { indent: INDENT, base }).join('\n'));
  return `${lines.join('\n\n')}\n`;
}

interface Context {
  readonly indent: string;
  /** Address that relative links start from. */
  readonly base: string | undefined;
}

function blockLines(block: MarkdownNode, context: Context): string[] {
  const { indent, base } = context;
  const { type, children = [], value = '' } = block;
  switch (type) {
    case 'heading':
      return [headingText(block, base)];
    case 'paragraph':
      return hang(indent, inlineText(block, base));
    case 'code':
      return value.split('\n').map((line) => `${indent}${INDENT}${line}`.trimEnd());
    case 'list':
      return children.flatMap((item, index) => itemLines(item, markerOf(block, index), context));
    case 'table':
      return terminalTable(
        children.map(({ children: cells = [] }) => cells.map((cell) => cellText(cell, base))),
        indent,
      );
    default:
      throw new Error(`the reference cannot show the Markdown block "${type}"`);
  }
}

function headingText(heading: MarkdownNode, base: string | undefined): string {
  const text = inlineText(heading, base);
  return heading.depth === 2 ? text.toUpperCase() : text;
}

function markerOf({ ordered = false, start }: MarkdownNode, index: number): string {
  return ordered ? `${(start ?? 1) + index}. ` : '- ';
}

/** Returns an item of a list, whose marker precedes its first line. */
function itemLines({ children = [] }: MarkdownNode, marker: string, context: Context): string[] {
  const indent = `${context.indent}${' '.repeat(marker.length)}`;
  const [first = '', ...rest] = children.flatMap((block) => blockLines(block, { ...context, indent }));
  return [`${context.indent}${marker}${first.slice(indent.length)}`, ...rest];
}

/** Returns the text of a cell. Code that is a whole cell has no quotes. */
function cellText(cell: MarkdownNode, base: string | undefined): string {
  const [only, ...others] = cell.children ?? [];
  return only?.type === 'inlineCode' && others.length === 0 ? (only.value ?? '') : inlineText(cell, base);
}

/** Returns the text of a paragraph, heading or cell. Code is in single quotes. */
export function inlineText({ type, value = '', children = [], url = '' }: MarkdownNode, base?: string): string {
  const text = children.map((child) => inlineText(child, base)).join('');
  switch (type) {
    case 'text':
      return value;
    case 'inlineCode':
      return value.includes("'") ? `"${value.trim()}"` : `'${value.trim()}'`;
    case 'link':
      return withAddress(text, url, base);
    default:
      return text;
  }
}

function withAddress(text: string, url: string, base: string | undefined): string {
  const address = URL.canParse(url, base) ? new URL(url, base).href : undefined;
  return address === undefined || url.startsWith('#') || url === text ? text : `${text} (${address})`;
}
