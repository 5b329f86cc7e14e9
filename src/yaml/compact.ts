import { openNode } from './tree/node.ts';
import { column, lineStart } from './tree/positions.ts';
import { isCollection, type Collection } from './tree/tree.ts';
import type { SourceDocument } from './document.ts';

/**
 * Returns the text of the value of a document that was not edited, with each block sequence in a map at the column of
 * its key, as kpt writes it. Comments stay with their lines.
 */
export function compactText(document: SourceDocument): string {
  const node = openNode(document.get([]));
  const text = document.text();
  if (node === undefined || !isCollection(node) || node.flow) return text;
  const shifts: Shift[] = [];
  collect(node, shifts);
  return shifts.length === 0 ? text : shifted(text, shifts);
}

/** Lines that move to the left. */
interface Shift {
  /** Offset of their start, and just past their end. */
  readonly from: number;
  readonly to: number;
  /** Number of columns. */
  readonly by: number;
}

function collect(node: Collection, shifts: Shift[]): void {
  for (const { key, value, start, text } of node.entries) {
    if (!isCollection(value) || value.flow) continue;
    const at = column(text, start);
    // A sequence can follow the colon of an explicit key on its line.
    const isBelow = text.slice(lineStart(text, value.start), value.start).trim() === '';
    const by = value.kind === 'seq' && key !== undefined && isBelow ? column(text, value.start) - at : 0;
    if (by > 0) shifts.push({ from: lineStart(text, value.linesStart), to: endOf(text, value.linesEnd, at), by });
    collect(value, shifts);
  }
}

/**
 * Returns the offset past the lines below a sequence that must move with it: of white space, and comments deeper than
 * its key. A block scalar at its end would take them in.
 */
function endOf(text: string, linesEnd: number, keyColumn: number): number {
  const below = new RegExp(`(?: *\\r?\\n| {${keyColumn + 1},}#[^\\n]*(?:\\n|$)| +$)*`, 'y');
  below.lastIndex = linesEnd;
  return linesEnd + (below.exec(text)?.[0].length ?? 0);
}

function shifted(text: string, shifts: readonly Shift[]): string {
  // A shift within another follows it.
  const open: Shift[] = [];
  let [next, at] = [0, 0];
  const lines: string[] = [];
  while (at < text.length) {
    while ((open.at(-1)?.to ?? Infinity) <= at) open.pop();
    for (let shift = shifts[next]; shift !== undefined && shift.from <= at; shift = shifts[++next])
      if (shift.to > at) open.push(shift);
    const end = text.indexOf('\n', at) + 1 || text.length;
    const by = open.reduce((sum, shift) => sum + shift.by, 0);
    lines.push(text.slice(at, end).replace(new RegExp(`^ {0,${by}}`), ''));
    at = end;
  }
  return lines.join('');
}
