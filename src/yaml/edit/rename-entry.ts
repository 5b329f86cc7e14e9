import { replaceTabsBelow } from './lines-below.ts';
import { printKey } from '../print/print-scalar.ts';
import type { Style } from '../print/style.ts';
import { commentAfter, withoutTabs, withoutTabsBelow } from '../tree/comment-owner.ts';
import { isBlock, markEdited, type Entry, type TreeNode } from '../tree/tree.ts';

/**
 * Renames an entry of a map. The `?`, the anchor and the comments of its key stay; its tag, which may not fit the new
 * name, does not.
 */
export function renameEntry(entry: Entry, key: TreeNode, name: string, { eol }: Style): void {
  const { text, start, parent, indicatorEnd } = entry;
  const old = key.kind === 'scalar' ? key : undefined;
  const flow = parent?.flow === true;
  const printed = printKey(name, { flow, json: flow && old?.style === 'double', old });
  const head = withoutTag(text.slice(start, key.start));
  const gap = head === '' || /\s$/.test(head) ? '' : ' ';
  const end = indicatorEnd === undefined ? key.end : indicatorEnd - 1;
  const rest = afterName(key, end, eol);
  parent?.rename(entry, { name, text: `${head}${gap}${printed}${rest}`, end });
  markEdited(entry);
  if (!flow && indicatorEnd === undefined) replaceTabsBelow(entry);
}

/** Returns the text before a node, with its anchor and comments, without its tag. */
export function withoutTag(properties: string): string {
  return properties.replace(/(?<!\S)(?:#[^\n]*|!\S*[ \t]*)/g, (piece) => (piece.startsWith('#') ? piece : ''));
}

/** Returns the text between the name of a key and an offset: what stays of that after the old name. */
function afterName(key: TreeNode, to: number, eol: string): string {
  const { text, start, end } = key;
  const below = text.slice(end, to);
  if (isBlock(key)) {
    return `${commentAfter(text, start)}${text[end - 1] === '\n' ? eol : ''}${withoutTabs(below)}`;
  }
  return `${text[end] === '#' ? ' ' : ''}${withoutTabsBelow(below)}`;
}
