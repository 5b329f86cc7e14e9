import packageJson from '../package.json' with { type: 'json' };
import type { FunctionDefinition } from '../src/function/index.ts';
import { withGeneratedPart } from './generated-part.ts';
import { parseMarkdown, type MarkdownNode } from './markdown.ts';
import { configurationTables } from './tables.ts';
import { inlineText, terminalText } from './terminal-text.ts';

/**
 * Returns the reference of a function for a terminal: its README without the sections for developers, and with the
 * fields of upstream's kinds.
 */
export async function referenceText(definition: FunctionDefinition, readme: string): Promise<string> {
  const tables = configurationTables(definition, { withUpstream: true });
  const text = withGeneratedPart(readme, 'configuration', `\n${tables}\n`);
  const blocks = await parseMarkdown(text.replaceAll(/^<!--.*?-->\n/gm, ''));
  const sections = sectionsOf(blocks).filter((section) => !section.some(listsTests));
  return terminalText(sections.flat(), homepage(`functions/${definition.name}/`));
}

/** Splits blocks before each heading of the second level. */
function sectionsOf(blocks: readonly MarkdownNode[]): MarkdownNode[][] {
  const sections: MarkdownNode[][] = [[]];
  for (const block of blocks) {
    if (block.type === 'heading' && block.depth === 2) sections.push([]);
    sections.at(-1)?.push(block);
  }
  return sections;
}

/** Reports whether a block is a table of tests, which only developers can use. */
function listsTests({ type, children = [] }: MarkdownNode): boolean {
  const last = children[0]?.children?.at(-1);
  return type === 'table' && last !== undefined && inlineText(last) === 'test';
}

/** Returns the public address of a path of the project; undefined if package.json names none. */
function homepage(path: string): string | undefined {
  const { homepage: address } = packageJson as { readonly homepage?: string };
  return address === undefined ? undefined : new URL(path, `${address}/`).href;
}
