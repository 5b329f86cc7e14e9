import type { ReadDocument } from '../../../src/yaml/tree/read-document.ts';
import type { Entry, TreeNode } from '../../../src/yaml/tree/tree.ts';

/** Returns all properties of trees as plain data that can be compared. Parts that have not been read are read. */
export function dumpTrees(documents: readonly ReadDocument[]): unknown[] {
  return documents.map(({ top, aliases }) => ({ top: dumpEntry(top), aliases: aliases.map(dumpNode) }));
}

function dumpEntry(entry: Entry): object {
  const { start, rangeStart, end, rangeEnd, contentEnd, indicatorEnd, name } = entry;
  const key = entry.key && dumpNode(entry.key);
  return { start, rangeStart, end, rangeEnd, contentEnd, indicatorEnd, name, key, value: dumpNode(entry.value) };
}

function dumpNode(node: TreeNode): object {
  const { kind, start, end, anchor, tag, flow } = node;
  const common = { kind, start, end, anchor, tag, flow };
  if (node.kind === 'scalar') return { ...common, style: node.style, content: node.content };
  if (node.kind === 'alias') return { ...common, name: node.name, target: node.target.start, isIn: isIn(node.target) };
  const { linesStart, linesEnd, implicit, entries } = node;
  return { ...common, linesStart, linesEnd, implicit, entries: entries.map(dumpEntry) };
}

/** Reports whether a node is the one that its entry holds. */
function isIn(node: TreeNode): boolean {
  return node.entry.value === node || node.entry.key === node;
}
