import { printKey } from './print-scalar.ts';
import { isCollection, outerRange, type Collection, type Entry, type TreeNode } from './tree.ts';

/** The text of an entry as it is now, without the white space that leads to it. */
export function renderEntry(entry: Entry): string {
  const out: string[] = [];
  writeEntry(entry, out);
  return out.join('');
}

/** The text of a node as it is now; of a block collection its lines. */
export function renderNode(node: TreeNode): string {
  const out: string[] = [];
  writeNode(node, out);
  return out.join('');
}

/** The key of an entry as it is now. An alias has no meaning in a text of its own, so what it stands for is given. */
export function keyText(entry: Entry, key: TreeNode): string {
  if (entry.newKey !== undefined) return entry.newKey.text;
  if (key.kind === 'alias') return printKey(entry.name ?? '', { flow: true, json: false });
  return key.text.slice(key.start, key.end);
}

function writeEntry(entry: Entry, out: string[]): void {
  const { text, start, end } = entry;
  if (entry.pristine) {
    out.push(text.slice(start, end));
    return;
  }
  const { key, value } = entry;
  let from = start;
  if (entry.newKey !== undefined && key !== undefined) {
    out.push(text.slice(start, key.start), entry.newKey.text);
    from = key.end;
  }
  const [valueStart, valueEnd] = outerRange(value);
  out.push(text.slice(from, valueStart));
  writeNode(value, out);
  out.push(text.slice(valueEnd, end));
}

function writeNode(node: TreeNode, out: string[]): void {
  if (!isCollection(node) || !node.changed) out.push(node.text.slice(...outerRange(node)));
  else if (node.tail === undefined) writeInPlace(node, out);
  else if (node.flow) writeFlow(node, node.tail, out);
  else writeBlock(node, node.tail, out);
}

/** Each entry where it was read. */
function writeInPlace(node: Collection, out: string[]): void {
  let from = node.linesStart;
  for (const entry of node.made) {
    if (entry.isUntouched) continue;
    out.push(node.text.slice(from, entry.at), entry.lead);
    writeEntry(entry, out);
    from = entry.resume;
  }
  out.push(node.text.slice(from, node.linesEnd));
}

function writeBlock(node: Collection, tail: string, out: string[]): void {
  for (const entry of node.entries) {
    out.push(entry.lead);
    writeEntry(entry, out);
  }
  out.push(tail);
}

function writeFlow(node: Collection, tail: string, out: string[]): void {
  out.push(node.text.slice(node.start, node.start + 1));
  node.entries.forEach((entry, index) => {
    out.push(entry.lead);
    writeEntry(entry, out);
    const separator = index < node.entries.length - 1 || node.trailingComma ? ',' : '';
    out.push(entry.trail, separator, entry.post);
  });
  out.push(tail, node.text.slice(node.end - 1, node.end));
}
