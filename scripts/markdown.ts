import { parsers } from 'prettier/plugins/markdown';

/** Node of a syntax tree as mdast defines it (https://github.com/syntax-tree/mdast). */
export interface MarkdownNode {
  readonly type: string;
  /** Text of a `text`, `inlineCode` or `code`. */
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
  /** Level of a `heading`, from 1. */
  readonly depth?: number;
  /** Target of a `link`. */
  readonly url?: string;
  /** True for a numbered `list`. */
  readonly ordered?: boolean;
  /** First number of a numbered `list`. */
  readonly start?: number | null;
}

/** Returns the blocks of a Markdown text. */
export async function parseMarkdown(text: string): Promise<readonly MarkdownNode[]> {
  // The parser of the formatter that checks the READMEs; it uses no options.
  const root = (await parsers.markdown.parse(text, {} as never)) as MarkdownNode;
  return root.children ?? [];
}
