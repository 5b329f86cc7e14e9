import type { SourceDocument } from './document.ts';
import { openNode } from './tree/node.ts';
import { isCollection, type TreeNode } from './tree/tree.ts';

/** Reports whether any map of a document has a key twice. */
export function hasDuplicateKeys(document: SourceDocument): boolean {
  const node = openNode(document.get([]));
  return node !== undefined && repeatsKey(node);
}

function repeatsKey(node: TreeNode): boolean {
  if (!isCollection(node)) return false;
  const names = node.kind === 'map' ? node.entries.flatMap(({ name }) => name ?? []) : [];
  return new Set(names).size < names.length || node.entries.some(({ value }) => repeatsKey(value));
}
