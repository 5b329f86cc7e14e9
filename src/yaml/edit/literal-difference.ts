import { literalBlock, type LiteralBlock } from '../read/literal-block.ts';
import { isPlainPair } from '../read/plain-text.ts';
import { readDocuments } from '../read/reader.ts';
import { YamlError } from '../tree/error.ts';
import { plainValue } from '../tree/plain.ts';
import type { Scan } from '../tree/scan.ts';
import { equalValues, type Value } from '../tree/value.ts';
import { applyEdits, type NestedEdit, type SetEdit } from './data-edit.ts';
import { lineValue } from './line-value.ts';

/**
 * Reports whether it is certain that a literal block has the lines that it had before, except those of the edited
 * pairs, and that these are as intended and have the intended values. The text then has the intended data, too: each
 * edited line begins as it did and is a pair that ends on it, before and after, so that all other lines mean the same.
 */
export function hasMeantLines(after: Scan, before: Scan, edits: readonly NestedEdit[]): boolean {
  const now = literalBlock(after);
  const old = literalBlock(before);
  if (now === undefined || old === undefined) return false;
  const places = edits.flatMap((edit) => editPlace(old, edit) ?? []);
  if (places.length < edits.length) return false;
  let [from, to] = [old.from, now.from];
  for (const { start, end, line } of places.toSorted((a, b) => a.start - b.start)) {
    const head = old.text.slice(from, start);
    if (start < from || !now.text.startsWith(head, to) || !now.text.startsWith(line, to + head.length)) return false;
    [from, to] = [end, to + head.length + line.length];
  }
  return to <= now.end && now.text.slice(to, now.end) === old.text.slice(from, old.end);
}

/** Range of an edited pair in the text of the block before, and the line that replaces it. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly line: string;
}

/** Returns undefined if the block has no such pair, or if the line is not that pair with the value. */
function editPlace(block: LiteralBlock, { path, value, line }: NestedEdit): Place | undefined {
  const pair = block.pair(path);
  if (pair === undefined) return undefined;
  const { key, start, end, indicatorEnd } = pair;
  const isPair = line.startsWith(block.text.slice(start, indicatorEnd)) && isPlainPair(line, 0) && isOneLine(line);
  return isPair && equalValues(lineValue(line), { [key]: value }) ? { start, end, line } : undefined;
}

/** Reports whether a text ends in its only line break. */
export function isOneLine(text: string): boolean {
  return text !== '' && text.indexOf('\n') === text.length - 1;
}

/**
 * Reports whether a text has the data that it had before, with edits, and the same lines except the edited ones; false
 * if it is not YAML.
 */
export function hasMeantText(after: string, before: string, edits: readonly NestedEdit[]): boolean {
  const old = before.split('\n');
  const now = after.split('\n');
  const edited = now.filter((line, index) => line !== old[index]);
  const isAsMeant = (line: string): boolean => edits.some((edit) => `${line}\n`.endsWith(edit.line));
  if (now.length !== old.length || edited.length > edits.length || !edited.every(isAsMeant)) return false;
  try {
    return equalValues(dataOf(after), applyEdits(dataOf(before), edits.map(inFirst)) ?? null);
  } catch (error) {
    if (error instanceof YamlError) return false;
    throw error;
  }
}

/** Returns an edit of the first of several documents. */
function inFirst({ kind, path, value }: NestedEdit): SetEdit {
  return { kind, path: [0, ...path], value };
}

/** Returns the data of each document. */
function dataOf(text: string): Value {
  return readDocuments(text).map(({ top }) => plainValue(top.value));
}
