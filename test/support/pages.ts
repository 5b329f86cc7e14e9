import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';

/** Code block of a page. */
export interface Block {
  readonly language: string;
  /**
   * Word after the language. Of commands: `not-run`, or their exit code, such as `exit-3`. `stdout` and `stderr`
   * mark the output of the last commands.
   */
  readonly mark: string;
  readonly text: string;
  /** Offset of the text in the page. */
  readonly start: number;
  /** File with this content: the line above the block ends with its name in backquotes and a colon. */
  readonly file: string | undefined;
}

/** Paths of the pages for users. */
export const PAGE_PATHS: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** End of a code block. */
const FENCE = '```';

/** Returns the code blocks of a page. */
export function pageBlocks(markdown: string): Block[] {
  const pattern = /(?:`([^`\n]+)`:\n\n)?^```(\w+)(?: (\S+))?\n(.*?)^```$/gms;
  return Array.from(
    markdown.matchAll(pattern),
    ({ 0: whole, 1: file, 2: language = '', 3: mark = '', 4: text = '', index }) => ({
      language,
      mark,
      text,
      start: index + whole.length - FENCE.length - text.length,
      file,
    }),
  );
}
