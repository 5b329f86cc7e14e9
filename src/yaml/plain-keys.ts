import type { SourceDocument } from './document.ts';
import { openNode } from './tree/node.ts';
import { column, lineEnd, lineStart } from './tree/positions.ts';
import { isWord } from './tree/scalar-type.ts';
import { isCollection, type Entry, type EntryList, type TreeNode } from './tree/tree.ts';

/**
 * Reports whether each key of each map in a document is a scalar, and unique in its map: else the data of the document
 * do not have all of its entries. `like`: a document for which this is true, whose lines are not examined again.
 */
export function hasPlainKeys(document: SourceDocument, like?: SourceDocument): boolean {
  const [node, other] = [document, like].map((each) => openNode(each?.get([])));
  if (node === undefined) return true;
  if (showPlainKeys(node.entry)) return true;
  if (!node.entry.isPlain) return isPlain(node);
  return hasUniqueKeys(node, other?.entry.isPlain === true ? other : undefined);
}

/**
 * Reports whether the lines of an entry show that each key of its maps is the text that it seems to be, and unique in
 * its map. False if they do not tell.
 */
export function showPlainKeys(entry: Entry): boolean {
  const { text, start } = entry.value;
  if (entry.isEdited || text !== entry.text) return false;
  const lines = text.slice(lineStart(text, start), entry.end);
  return (entry.isPlain || endOnTheirLines(lines)) && showUniqueKeys(lines);
}

/**
 * Reports whether lines have no scalar in quotes and no flow collection of several lines, which could look like keys
 * elsewhere, and no key without a colon. False if it is not certain.
 */
function endOnTheirLines(lines: string): boolean {
  const rest = lines.replaceAll(/"[^"\\\n]*"|'[^'\n]*'/g, '');
  return !/["']|\[(?![^[\]:\n]*\])|^ *(?:- +)*\?(?=\s|$)/m.test(rest);
}

/**
 * Reports whether lines show that no key is twice in its map. `lines`: of collections whose values end on their lines,
 * or are block scalars. False if they do not tell, as with braces and with keys in quotes: the entries do, but creating
 * them takes much longer.
 */
function showUniqueKeys(lines: string): boolean {
  if (lines.includes('{')) return false;
  // The keys of the maps that a line can be in, by their columns. A line of a block scalar is deeper than its key, so
  // that it hides none.
  const maps: Set<string>[] = [];
  for (let start = 0; start < lines.length; start = lineEnd(lines, start)) {
    PAIR.lastIndex = start;
    const [, indent = '', dashes = '', key = ''] = PAIR.exec(lines) ?? [];
    OTHER_PAIR.lastIndex = start;
    if (key === '' ? OTHER_PAIR.test(lines) : isWord(key)) return false;
    if (key === '') continue;
    maps.length = Math.min(maps.length, indent.length + 1);
    const keys = (maps[indent.length + dashes.length] ??= new Set());
    if (keys.has(key)) return false;
    keys.add(key);
  }
  return true;
}

/** A pair whose key begins with a letter, after its indentation and dashes. */
const PAIR = /( *)((?:- +)*)([a-z][\w./-]*):(?=[ \n]|$)/iy;

/** A line that may hold another pair. */
const OTHER_PAIR = / *(?![ #])[^\n]*?:(?=\s|$)/y;

function isPlain(node: TreeNode): boolean {
  if (!isCollection(node)) return true;
  const names = node.kind === 'map' ? node.entries.map(({ name }) => name) : [];
  return areUnique(names) && node.entries.every(({ value }) => isPlain(value));
}

function areUnique(names: readonly (string | undefined)[]): boolean {
  return !names.includes(undefined) && new Set(names).size === names.length;
}

/**
 * Reports the same as `isPlain` for a node of a plain document, of which it creates only the entries with several
 * lines. `like`: the node of another plain document at the same place.
 */
function hasUniqueKeys(node: TreeNode, like: TreeNode | undefined): boolean {
  const list = unreadList(node);
  if (list === undefined) return isPlain(node);
  if (node.kind === 'map' && !areUnique(namesIn(list))) return false;
  const others = like?.kind === node.kind && columnOf(like) === columnOf(node) ? unreadList(like) : undefined;
  for (let index = 0; index < list.length; index++) {
    const lines = list.linesAt(index);
    if (hasOneKey(lines)) continue;
    const other = others === undefined ? -1 : otherPlace(list, index, others);
    if (others !== undefined && other !== -1 && others.linesAt(other) === lines) continue;
    if (!hasUniqueKeys(list.at(index).value, other === -1 ? undefined : others?.at(other).value)) return false;
  }
  return true;
}

/** Returns the entries of a block collection; undefined if they were created. */
function unreadList(node: TreeNode): EntryList | undefined {
  return isCollection(node) ? node.unreadEntries : undefined;
}

/** Returns the keys of a map. A loop costs a fraction of `Array.from`. */
function namesIn(list: EntryList): readonly (string | undefined)[] {
  const names: (string | undefined)[] = [];
  for (let index = 0; index < list.length; index++) names.push(list.keyAt(index) ?? list.at(index).name);
  return names;
}

/** Returns the index of an entry in another list: at the same place, or the next one; -1 if neither has its key. */
function otherPlace(list: EntryList, index: number, others: EntryList): number {
  const name = list.keyAt(index);
  return [index, index + 1, index - 1].find((at) => at >= 0 && at < others.length && others.keyAt(at) === name) ?? -1;
}

/** Reports whether an entry has at most one key, since it is on one line without braces. */
function hasOneKey(lines: string): boolean {
  const end = lines.indexOf('\n');
  return (end === -1 || end === lines.length - 1) && !lines.includes('{');
}

function columnOf({ text, start }: TreeNode): number {
  return column(text, start);
}
