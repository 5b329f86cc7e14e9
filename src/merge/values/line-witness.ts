import { equalValues, hasPlainKeys, readDocument, YamlError, type Piece, type Value } from '../../yaml/index.ts';
import type { Answer } from '../policy/conflict.ts';
import { hasConflict, mergeLines, splitLines } from '../text/merge-lines.ts';
import { plainText, shiftLines } from '../text/merged-text.ts';
import type { EntryLines } from '../text/lines.ts';
import type { Both, Column, Merged } from './merged-value.ts';
import type { MergeSchema } from './place.ts';
import { mapSides, presentSides, type Sides } from '../sides.ts';

/** An entry of a merge by lines. */
export interface LineMerge {
  readonly value: Value;
  /** Comments above it, at column 0. */
  readonly lead: string;
  readonly text: string;
}

/**
 * Merges an entry by its lines, forward and in reverse. Returns the result if both merges are clean and have the same
 * data; if they differ, equal lines elsewhere may have misplaced an edit. Returns undefined also if a version has no
 * lines of its own.
 */
export function lineWitness(sides: Both, schema: MergeSchema): LineMerge | undefined {
  return mergeEntryBothWays(sides, schema, ({ value }) => value);
}

/** As `lineWitness`, for an entry whose keys must be in the same order in both merges, too. */
export function orderWitness(sides: Both, schema: MergeSchema): LineMerge | undefined {
  return mergeEntryBothWays(sides, schema, ({ value }) => inOrder(value));
}

/** Returns a value that is equal only for values whose keys are in the same order, too. */
export function inOrder(value: Value): Value {
  return [value, keysIn(value)];
}

/** Returns the keys of a map, and of the maps inside it, in their order. */
function keysIn(value: Value): readonly Value[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...keysIn(each)]);
}

function mergeEntryBothWays(
  sides: Both,
  schema: MergeSchema,
  dataOf: (read: LineMerge) => Value,
): LineMerge | undefined {
  const texts = textsOf(sides);
  return texts && mergeBothWays(texts, { read: (merged) => entryIn(merged, sides, schema), dataOf });
}

/** Reads a merged text, and returns its data for comparison. */
interface Reading<T> {
  readonly read: (merged: string) => T | undefined;
  readonly dataOf: (read: T) => Value;
}

/**
 * Merges texts by lines, forward and in reverse. Returns what is read if both merges are clean and have the same data.
 */
export function mergeBothWays<T>(texts: Sides<string>, { read, dataOf }: Reading<T>): T | undefined {
  const readIn = (merged: string | undefined): T | undefined => (merged === undefined ? undefined : read(merged));
  const forward = readIn(forwardMerge(texts));
  const backward = forward && readIn(backwardMerge(texts));
  if (forward === undefined || backward === undefined) return undefined;
  return equalValues(dataOf(forward), dataOf(backward)) ? forward : undefined;
}

/**
 * Merges texts by lines. `taken`: the version of lines in conflict. Default: undefined is returned if there are any.
 */
export function forwardMerge(texts: Sides<string>, taken?: Answer): string | undefined {
  const merged = mergeLines(texts, taken);
  return taken === undefined && hasConflict(merged) ? undefined : plainText(merged);
}

/** As `forwardMerge`, from the last line to the first. */
export function backwardMerge(texts: Sides<string>, taken?: Answer): string | undefined {
  const merged = forwardMerge(mapSides(texts, reversedLines), taken);
  return merged === undefined ? undefined : reversedLines(merged);
}

/** Merges an entry by its lines; undefined if the merge is not clean, or not a single entry. */
export function mergeForward(sides: Both, schema: MergeSchema): LineMerge | undefined {
  const texts = textsOf(sides);
  const merged = texts && forwardMerge(texts);
  return merged === undefined ? undefined : entryIn(merged, sides, schema);
}

function linesOfMerge({ lead, text }: LineMerge, column: number): EntryLines {
  return { lead: [shiftLines(lead, column, { first: true })], text: [shiftLines(text, column)] };
}

/** Reports whether all versions of an entry have lines of their own. */
export function haveLines({ base, theirs, local }: Both): boolean {
  return [base, theirs, local].every((input) => input?.piece !== undefined);
}

/**
 * Maximum number of lines of a version: the time grows with the square of equal lines, and is about a third of a second
 * at this number. Above it, a guess is a conflict.
 */
const MAX_LINES = 1000;

/** Returns the lines of all versions of an entry; undefined if one has none or too many. */
function textsOf({ base, theirs, local }: Both): Sides<string> | undefined {
  const texts = mapSides({ base, theirs, local }, ({ piece }) => piece && pieceText(piece));
  if (presentSides(texts).length < 3) return undefined;
  return presentSides(texts).some((text) => text.split('\n').length > MAX_LINES) ? undefined : texts;
}

function pieceText({ column, lead, text }: Piece): string {
  const all = `${shiftLines(lead, -column, { first: true })}${shiftLines(text, -column)}`;
  return all.endsWith('\n') ? all : `${all}\n`;
}

function reversedLines(text: string): string {
  return splitLines(text.endsWith('\n') ? text : `${text}\n`)
    .filter((line) => line !== '')
    .toReversed()
    .join('');
}

/** Reads a merged text, which must be a single entry with the same key and readable data. */
function entryIn(merged: string, { local }: Both, schema: MergeSchema): LineMerge | undefined {
  const { key, isElement } = local.piece ?? {};
  try {
    const document = readDocument(merged);
    const path = isElement === true ? [0] : key === undefined ? [] : [key];
    const count = document.length([]) ?? document.keys([])?.length;
    if (path.length > 0 && count !== 1) return undefined;
    const value = document.value(path, schema.reader);
    if (value === undefined || !hasPlainKeys(document)) return undefined;
    const lead = /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(merged)?.[0] ?? '';
    return path.length === 0 ? { value, lead: '', text: merged } : { value, lead, text: merged.slice(lead.length) };
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

/** Converts a merge by lines. */
export function inLines(lines: LineMerge, column: Column): Merged {
  return { value: lines.value, lines: column === undefined ? undefined : linesOfMerge(lines, column) };
}
