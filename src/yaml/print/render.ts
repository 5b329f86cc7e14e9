import { printKey } from './print-scalar.ts';
import { outerRange } from '../tree/extent.ts';
import { isCollection, type Collection, type Edges, type Entry, type TreeNode } from '../tree/tree.ts';

/** Returns the current text of an entry, without the white space before it. */
export function renderEntry(entry: Entry): string {
  const out = new Output();
  writeEntry(entry, out);
  return out.text;
}

/** Returns the current text of an entry with each scalar and alias replaced by `x`: each `#` in it begins a comment. */
export function renderMasked(entry: Entry): string {
  const out = new Output(true);
  writeEntry(entry, out);
  return out.text;
}

/** Returns the current text of a node; for a block collection, its lines. */
export function renderNode(node: TreeNode): string {
  const out = new Output();
  const [start, end] = outerRange(node);
  out.push(node.text.slice(writeNode(node, start, out), end));
  return out.text;
}

/** A text in parts. */
class Output {
  readonly #parts: string[] = [];
  /** True to write `x` for each scalar and alias. */
  readonly masked: boolean;

  constructor(masked = false) {
    this.masked = masked;
  }

  get text(): string {
    return this.#parts.join('');
  }

  push(...parts: readonly string[]): void {
    this.#parts.push(...parts);
  }
}

/**
 * Returns the current text of an entry up to the end of its key. An alias has no meaning in a separate text, so its
 * target is returned instead.
 */
export function keyText(entry: Entry, key: TreeNode): string {
  const { newKey, text, start } = entry;
  if (newKey !== undefined) return newKey.text;
  if (key.kind !== 'alias') return text.slice(start, key.end);
  return `${text.slice(start, key.start)}${printKey(entry.name ?? '', { flow: true, json: false })}`;
}

function writeEntry(entry: Entry, out: Output): void {
  const from = writeEntryEdits(entry, entry.start, out);
  if (entry.rest === undefined) out.push(entry.text.slice(from, entry.end));
  else out.push(entry.text.slice(from, outerRange(entry.value)[1]), entry.rest);
}

/** Writes the text of an entry from an offset up to the end of its last edit. Returns the offset of that end. */
function writeEntryEdits(entry: Entry, from: number, out: Output): number {
  const { newKey } = entry;
  const key = newKey !== undefined || out.masked ? entry.key : undefined;
  if (key !== undefined) {
    const start = out.masked ? key.start : entry.start;
    out.push(key.text.slice(from, start), out.masked ? 'x' : (newKey?.text ?? ''));
  }
  const at = newKey?.end ?? key?.end ?? from;
  const value = out.masked ? entry.value : entry.parsed;
  return value === undefined ? at : writeNode(value, at, out);
}

/** Writes the text that holds a node from an offset up to the end of its last edit. Returns the offset of that end. */
function writeNode(node: TreeNode, from: number, out: Output): number {
  if (isCollection(node)) return writeEdits(node, from, out);
  if (!out.masked || node.start === node.end) return from;
  out.push(node.text.slice(from, node.start), 'x');
  return node.end;
}

/**
 * Writes the text that holds a collection from an offset up to the end of its last edit. Returns the offset of that
 * end.
 */
function writeEdits(node: Collection, from: number, out: Output): number {
  if (!node.isEdited && !out.masked) return from;
  if (node.edges !== undefined) return writeSeparated(node, node.edges, from, out);
  let at = from;
  for (const entry of out.masked ? node.entries : node.created) {
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

function writeSeparated(node: Collection, edges: Edges, from: number, out: Output): number {
  const [start, end] = outerRange(node);
  out.push(node.text.slice(from, start));
  if (node.flow) writeFlow(node, edges, out);
  else writeBlock(node, edges, out);
  return end;
}

function writeBlock(node: Collection, { tail }: Edges, out: Output): void {
  for (const entry of node.entries) {
    out.push(entry.before);
    writeEntry(entry, out);
  }
  out.push(tail);
}

function writeFlow(node: Collection, { head, tail, hasComma }: Edges, out: Output): void {
  const [open, close] = node.brackets;
  out.push(open, head);
  node.entries.forEach((entry, index) => {
    out.push(entry.before);
    writeEntry(entry, out);
    const separator = index < node.entries.length - 1 || hasComma ? ',' : '';
    out.push(entry.after, separator, entry.afterSeparator);
  });
  out.push(tail, close);
}
