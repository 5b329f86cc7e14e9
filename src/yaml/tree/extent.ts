import { lineEnd } from './positions.ts';
import { isBlock, isCollection, type Entry, type TreeNode } from './tree.ts';

/** Returns the start and end of the lines of a node, which differ from its own text only in block collections. */
export function outerRange(node: TreeNode): readonly [number, number] {
  return isCollection(node) ? [node.linesStart, node.linesEnd] : [node.start, node.end];
}

/** Returns the end of the lines of a block entry: those of its value, which begins at `at` or later. */
export function entryLinesEnd(value: TreeNode, at: number): number {
  return isBlock(value) ? outerRange(value)[1] : lineEnd(value.text, Math.max(value.end, at));
}

/** Returns the innermost entry that ends at the end of an entry. */
export function lastEntry(entry: Entry): Entry {
  const { value } = entry;
  const last = isCollection(value) && !value.flow ? value.at(value.length - 1) : undefined;
  return last === undefined ? entry : lastEntry(last);
}

/** Returns the innermost node that ends at the end of a node. */
export function lastNode(node: TreeNode): TreeNode {
  const last = isCollection(node) && !node.flow ? node.at(node.length - 1) : undefined;
  return last === undefined ? node : lastEntry(last).value;
}

/** Reports whether a node is a block scalar that keeps all blank lines after it: `|+`, `>+`. */
export function keepsBlankLines(node: TreeNode): boolean {
  return isBlock(node) && /^[|>][0-9]?\+/.test(node.text.slice(node.start, node.start + 3));
}
