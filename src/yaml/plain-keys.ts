import type { SourceDocument } from './document.ts';
import { openNode } from './tree/node.ts';
import { isCollection, type Collection, type Entry, type TreeNode } from './tree/tree.ts';

/**
 * Reports whether each key of each map in a document is a scalar, and unique in its map: else the data of the document do not have
 * all of its entries.
 */
export function hasPlainKeys(document: SourceDocument): boolean {
  const node = openNode(document.get([]));
  if (node === undefined || !isCollection(node)) return true;
  return node.entry.isPlain ? hasUniqueKeys(node) : isPlain(node);
}

function isPlain(node: TreeNode): boolean {
  if (!isCollection(node)) return true;
  return areUnique(node) && node.entries.every(({ value }) => isPlain(value));
}

/** As `isPlain`, for a block collection of a plain document. */
function hasUniqueKeys(node: TreeNode): boolean {
  if (!isCollection(node)) return true;
  if (node.flow) return isPlain(node);
  return areUnique(node) && node.entries.every((entry) => hasOneKey(entry) || hasUniqueKeys(entry.value));
}

function areUnique({ kind, entries }: Collection): boolean {
  if (kind === 'seq') return true;
  const names = entries.map(({ name }) => name);
  return !names.includes(undefined) && new Set(names).size === names.length;
}

/** Reports whether the value of a block entry has at most one key, since it is on one line without braces. It is not parsed. */
function hasOneKey({ text, start, rangeEnd }: Entry): boolean {
  const own = text.slice(start, rangeEnd);
  const end = own.indexOf('\n');
  return (end === -1 || end === own.length - 1) && !own.includes('{');
}
