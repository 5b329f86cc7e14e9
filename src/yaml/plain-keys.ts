import type { SourceDocument } from './document.ts';
import { openNode } from './tree/node.ts';
import { column } from './tree/positions.ts';
import { isCollection, type Collection, type Entry, type TreeNode } from './tree/tree.ts';

/**
 * Reports whether each key of each map in a document is a scalar, and unique in its map: else the data of the document do not have
 * all of its entries. `like`: a document for which this is true, whose lines are not examined again.
 */
export function hasPlainKeys(document: SourceDocument, like?: SourceDocument): boolean {
  const [node, other] = [document, like].map((each) => openNode(each?.get([])));
  if (node === undefined) return true;
  if (!node.entry.isPlain) return isPlain(node);
  return hasUniqueKeys(node, other?.entry.isPlain === true ? other : undefined);
}

function isPlain(node: TreeNode): boolean {
  return !isCollection(node) || (areUnique(node) && node.entries.every(({ value }) => isPlain(value)));
}

/** As `isPlain`, for a node of a plain document. `like`: the node of another one at the same place. */
function hasUniqueKeys(node: TreeNode, like: TreeNode | undefined): boolean {
  if (!isCollection(node) || node.flow) return isPlain(node);
  const others = isCollection(like) ? like : undefined;
  return areUnique(node) && node.entries.every((entry, index) => isExamined(entry, others, index));
}

/** Reports whether an entry has unique keys. It is parsed only if it may have several, and if the other collection lacks its lines. */
function isExamined(entry: Entry, others: Collection | undefined, index: number): boolean {
  if (hasOneKey(entry)) return true;
  const { name } = entry;
  const beside = others?.at(index);
  const other = name === undefined || beside?.name === name ? beside : others?.named(name)[0];
  return (other !== undefined && hasSameLines(entry, other)) || hasUniqueKeys(entry.value, other?.value);
}

function areUnique({ kind, entries }: Collection): boolean {
  if (kind === 'seq') return true;
  const names = entries.map(({ name }) => name);
  return !names.includes(undefined) && new Set(names).size === names.length;
}

/** Reports whether a block entry has at most one key, since it is on one line without braces. */
function hasOneKey(entry: Entry): boolean {
  const lines = linesOf(entry);
  const end = lines.indexOf('\n');
  return (end === -1 || end === lines.length - 1) && !lines.includes('{');
}

function hasSameLines(a: Entry, b: Entry): boolean {
  return column(a.text, a.start) === column(b.text, b.start) && linesOf(a) === linesOf(b);
}

function linesOf({ text, start, rangeEnd }: Entry): string {
  return text.slice(start, rangeEnd);
}
