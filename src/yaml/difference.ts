import type { SourceDocument } from './document.ts';
import { applyEdits, type DataEdit } from './data-edit.ts';
import { UNKNOWN, type Scan } from './scan.ts';
import { equalValues, type Path, type Value } from './value.ts';

/** One version of a document, or of a part of it: its data, and what its lines show. */
interface Version {
  /** The plain data at a path; undefined where there is nothing. */
  value(path: Path): Value | undefined;
  /** Lines of the whole of it; undefined where it is not in block style. */
  readonly scan: Scan | undefined;
}

/** Two versions, and what the edits between them were meant to do. */
interface Comparison {
  readonly written: Version;
  readonly original: Version;
  /** Paths are from the top of both. */
  readonly edits: readonly DataEdit[];
  /** Whether equal lines may differ in what they mean, since aliases in them mean what is elsewhere. */
  readonly hasAliases: boolean;
}

/**
 * Finds where a version that was written does not hold the data of the original with the edits applied; undefined if
 * nowhere. Equal lines are equal data; only what differs in its lines or was edited is read.
 */
export function findDifference({ written, original, edits, hasAliases }: Comparison): Path | undefined {
  const isSame = (part: Part): boolean =>
    part.edits.length === 0 &&
    isScan(part.after) &&
    isScan(part.before) &&
    part.after.lines === part.before.lines &&
    !(hasAliases && part.after.lines.includes('*'));
  const isMeant = ({ path, edits: here }: Part): boolean => {
    const meant = applyEdits(startsAnew(here) ? undefined : original.value(path), here);
    const is = written.value(path);
    return is === undefined || meant === undefined ? is === meant : equalValues(is, meant);
  };
  const find = (part: Part): Path | undefined => {
    if (isSame(part)) return undefined;
    const parts = partsOf(part);
    if (parts === undefined) return isMeant(part) ? undefined : part.path;
    for (const inner of parts) {
      const found = find(inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find({ path: [], after: written.scan ?? UNKNOWN, before: original.scan ?? UNKNOWN, edits });
}

/**
 * Compares documents that were read from a written text with those of which it was made, and what these were when they
 * were read. Throws an `Error` where one does not hold what its edits meant.
 */
export function verifyDocuments(
  written: readonly SourceDocument[],
  meant: readonly SourceDocument[],
  read: readonly (SourceDocument | undefined)[],
): void {
  if (written.length !== meant.length)
    throw new Error(`${meant.length} documents were meant, and ${written.length} written`);
  for (const [index, { edits, hasAliases }] of meant.entries()) {
    const [after, before] = [written[index], read[index]];
    const difference = findDifference({
      written: { scan: undefined, value: (path) => after?.value(path) },
      original: { scan: undefined, value: (path) => before?.value(path) },
      edits,
      hasAliases,
    });
    if (difference !== undefined) throw new Error(`document ${index} does not read as it was edited`);
  }
}

type Seen = Scan | typeof UNKNOWN | undefined;

/** What is at a path of both versions. */
interface Part {
  readonly path: Path;
  readonly after: Seen;
  readonly before: Seen;
  /** Paths are from the part. */
  readonly edits: readonly DataEdit[];
}

/** The values of a map in both versions; undefined where it is none, or edited as a whole. */
function partsOf({ path, after, before, edits }: Part): Part[] | undefined {
  const [now, old] = [keysOf(after), before === undefined ? [] : keysOf(before)];
  if (now === undefined || old === undefined || now.length === 0 || (before !== undefined && old.length === 0))
    return undefined;
  const byKey = groupByKey(edits);
  if (byKey === undefined) return undefined;
  return [...new Set([...now, ...old, ...byKey.keys()])].map((key) => ({
    path: [...path, key],
    after: at(after, key),
    before: at(before, key),
    edits: byKey.get(key) ?? [],
  }));
}

function keysOf(seen: Seen): readonly string[] | undefined {
  const keys = isScan(seen) ? seen.keys() : UNKNOWN;
  return keys === UNKNOWN ? undefined : keys;
}

function at(seen: Seen, key: string): Seen {
  return isScan(seen) ? seen.get(key) : seen;
}

function isScan(seen: Seen): seen is Scan {
  return seen !== undefined && seen !== UNKNOWN;
}

/** The edits of each value of a map, their paths from there; undefined where one is of the map as a whole, or renames a key of it. */
function groupByKey(edits: readonly DataEdit[]): Map<string, DataEdit[]> | undefined {
  const groups = new Map<string, DataEdit[]>();
  for (const edit of edits) {
    const [step, ...rest] = edit.path;
    if (typeof step !== 'string' || (edit.kind === 'rename' && rest.length === 0)) return undefined;
    const group = groups.get(step);
    const inner = { ...edit, path: rest };
    if (group === undefined) groups.set(step, [inner]);
    else group.push(inner);
  }
  return groups;
}

/** Whether what was there before makes no difference to the edits. */
function startsAnew(edits: readonly DataEdit[]): boolean {
  const [first] = edits;
  return first?.path.length === 0 && first.kind !== 'insert';
}
