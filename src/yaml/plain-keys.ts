import type { SourceDocument } from './document.ts';
import { openNode } from './tree/node.ts';
import { isCollection, type TreeNode } from './tree/tree.ts';

/**
 * Reports whether each key of each map in a document is a scalar, and unique in its map: else the data of the document do not have
 * all of its entries.
 */
export function hasPlainKeys(document: SourceDocument): boolean {
  const node = openNode(document.get([]));
  return node === undefined || isPlain(node);
}

function isPlain(node: TreeNode): boolean {
  if (!isCollection(node)) return true;
  const names = node.kind === 'map' ? node.entries.map(({ name }) => name) : [];
  const areUnique = !names.includes(undefined) && new Set(names).size === names.length;
  return areUnique && node.entries.every(({ value }) => isPlain(value));
}
