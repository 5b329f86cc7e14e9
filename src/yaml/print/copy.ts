import { renderNode } from './render.ts';
import { column } from '../tree/positions.ts';
import { lastNode } from '../tree/extent.ts';
import { isBlock, isCollection, resolveAlias, type Collection, type Entry, type TreeNode } from '../tree/tree.ts';

/**
 * Reports whether the source text of a node means the same elsewhere. Anchors and aliases do not, since their names
 * could clash; nor does a block scalar at the end of a text that lacks its newline.
 */
export function isCopyable(node: TreeNode): boolean {
  const value = resolveAlias(node);
  if (value.tag !== undefined || value.start === value.end || endsInOpenBlock(value)) return false;
  return !isCollection(value) || (!value.implicit && value.entries.every(isFreeEntry));
}

function isFree(node: TreeNode | undefined): boolean {
  if (node === undefined) return true;
  if (node.kind === 'alias' || node.anchor !== undefined) return false;
  return !isCollection(node) || node.entries.every(isFreeEntry);
}

function isFreeEntry({ key, value }: Entry): boolean {
  return isFree(key) && isFree(value);
}

/** Reports whether a node ends in a block scalar without a final newline, so that adding one would change its value. */
export function endsInOpenBlock(node: TreeNode): boolean {
  const leaf = lastNode(node);
  return leaf.kind === 'scalar' && isBlock(leaf) && leaf.text[leaf.end - 1] !== '\n';
}

/** Returns the lines of a block collection moved to a column, each with a line break. */
export function copyLines(node: Collection, indent: number, eol: string): string {
  const first = node.entries[0];
  if (first === undefined) throw new Error('a block collection without entries');
  const from = column(first.text, first.start);
  // A collection that begins in the middle of a line, after a dash, has no white space before its first line.
  const lead = node.linesStart === node.start ? ' '.repeat(from) : '';
  const lines = `${lead}${renderNode(node)}`.split(/\r?\n/);
  while (lines[0]?.trim() === '') lines.shift();
  return move(lines, from, indent, eol);
}

/** Returns the text of a scalar or a flow collection, with its further lines moved deeper than a column. */
export function copyText(node: TreeNode, indent: number, eol: string): string {
  const [first = '', ...others] = renderNode(node).split(/\r?\n/);
  if (others.length === 0) return first;
  const moved = move(others, holderColumn(node), indent, eol);
  return `${first}${eol}${isBlock(node) ? moved : moved.slice(0, -eol.length)}`;
}

/** Returns the column of the block entry that holds a node. */
export function holderColumn(node: TreeNode): number {
  let entry = node.entry;
  while (entry.parent?.flow === true) entry = entry.parent.entry;
  return entry.parent === undefined ? 0 : column(entry.text, entry.start);
}

function move(lines: readonly string[], from: number, to: number, eol: string): string {
  const ended = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  // A value of the document itself is held by no column: -2 for one.
  const pad = ' '.repeat(Math.max(to, 0));
  return ended.map((line) => `${moveLine(line, from, pad)}${eol}`).join('');
}

function moveLine(line: string, from: number, pad: string): string {
  const depth = /^ */.exec(line)?.[0].length ?? 0;
  const rest = line.slice(Math.min(from, depth));
  return rest === '' ? '' : `${pad}${rest}`;
}
