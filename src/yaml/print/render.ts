import { printKey } from './print-scalar.ts';
import { isCollection, outerRange, type Collection, type Entry, type TreeNode } from '../tree/tree.ts';

/** Returns the current text of an entry, without the white space before it. */
export function renderEntry(entry: Entry): string {
  const out: string[] = [];
  writeEntry(entry, out);
  return out.join('');
}

/** Returns the current text of a node; for a block collection, its lines. */
export function renderNode(node: TreeNode): string {
  const out: string[] = [];
  const [start, end] = outerRange(node);
  const from = isCollection(node) ? writeEdits(node, start, out) : start;
  out.push(node.text.slice(from, end));
  return out.join('');
}

/**
 * Returns the current key of an entry. An alias has no meaning in a separate text, so its target is returned instead.
 */
export function keyText(entry: Entry, key: TreeNode): string {
  if (entry.newKey !== undefined) return entry.newKey.text;
  if (key.kind === 'alias') return printKey(entry.name ?? '', { flow: true, json: false });
  return key.text.slice(key.start, key.end);
}

function writeEntry(entry: Entry, out: string[]): void {
  const from = writeEntryEdits(entry, entry.start, out);
  out.push(entry.text.slice(from, entry.end));
}

/** Writes the text of an entry from an offset up to the end of its last edit. Returns the offset of that end. */
function writeEntryEdits(entry: Entry, from: number, out: string[]): number {
  const { newKey, parsed } = entry;
  const key = newKey && entry.key;
  if (key !== undefined) out.push(key.text.slice(from, key.start), newKey?.text ?? '');
  const at = key?.end ?? from;
  return isCollection(parsed) ? writeEdits(parsed, at, out) : at;
}

/**
 * Writes the text that holds a collection from an offset up to the end of its last edit. Returns the offset of that
 * end.
 */
function writeEdits(node: Collection, from: number, out: string[]): number {
  if (!node.isEdited) return from;
  if (node.isSeparated) return writeSeparated(node, from, out);
  let at = from;
  for (const entry of node.created) {
    if (entry === undefined) continue;
    if (entry.isOriginal) at = writeEntryEdits(entry, at, out);
    else {
      out.push(node.text.slice(at, entry.rangeStart), entry.before);
      writeEntry(entry, out);
      at = entry.rangeEnd;
    }
  }
  return at;
}

function writeSeparated(node: Collection, from: number, out: string[]): number {
  const [start, end] = outerRange(node);
  out.push(node.text.slice(from, start));
  if (node.flow) writeFlow(node, out);
  else writeBlock(node, out);
  return end;
}

function writeBlock(node: Collection, out: string[]): void {
  for (const entry of node.entries) {
    out.push(entry.before);
    writeEntry(entry, out);
  }
  out.push(node.tail);
}

function writeFlow(node: Collection, out: string[]): void {
  const [open, close] = node.brackets;
  out.push(open, node.head);
  node.entries.forEach((entry, index) => {
    out.push(entry.before);
    writeEntry(entry, out);
    const separator = index < node.entries.length - 1 || node.trailingComma ? ',' : '';
    out.push(entry.after, separator, entry.afterSeparator);
  });
  out.push(node.tail, close);
}
