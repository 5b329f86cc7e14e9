import { applyEdits, type DataEdit } from './data-edit.ts';
import { UNKNOWN, type Scan } from '../tree/scan.ts';
import { equalValues, type Path, type Value } from '../tree/value.ts';

/** One version of a document, or of a part of it: its data and the scan of its lines. */
interface Version {
  /** Returns the plain data at a path, or undefined if there is none. */
  value(path: Path): Value | undefined;
  /** Scan of all its lines; undefined if it is not in block style. */
  readonly scan: Scan | undefined;
}

/** The part of an original document that is compared. */
type Readable = Pick<Version, 'value'>;

/** The part of an edited document that is compared. */
type Edited = Pick<Comparison, 'edits' | 'hasAliases'>;

/** Two versions, and the edits intended between them. */
interface Comparison {
  readonly written: Version;
  readonly original: Version;
  readonly edits: readonly DataEdit[];
  /** Number of steps of each edit's path that lead to the top of the versions. Default: 0. */
  readonly depth?: number;
  /** True if equal lines may differ in meaning, since they contain aliases to values elsewhere. */
  readonly hasAliases: boolean;
}

/**
 * Returns the first path at which the written version differs from the original with the edits applied, or undefined if
 * there is none. Equal lines are equal data; only lines that differ or were edited are parsed.
 */
export function findDifference({ edits, depth = 0, ...versions }: Comparison): Path | undefined {
  const { written, original } = versions;
  return new Difference(versions, depth).find([], written.scan ?? UNKNOWN, original.scan ?? UNKNOWN, edits);
}

class Difference {
  readonly #written: Version;
  readonly #original: Version;
  readonly #hasAliases: boolean;
  readonly #depth: number;

  constructor({ written, original, hasAliases }: Omit<Comparison, 'edits' | 'depth'>, depth: number) {
    this.#written = written;
    this.#original = original;
    this.#hasAliases = hasAliases;
    this.#depth = depth;
  }

  /** `after`, `before`: scans of the path in both versions. */
  find(path: Path, after: Seen, before: Seen, edits: readonly DataEdit[]): Path | undefined {
    if (edits.length === 0 && this.#hasSameLines(after, before)) return undefined;
    const depth = this.#depth + path.length;
    const isWhole = this.#hasAliases || edits.some((edit) => isOfWhole(edit, depth));
    const parts = isWhole || !isScan(after) || !isScan(before) ? undefined : differingPairs(after, before);
    if (parts === undefined) return this.#isMeant(path, before, edits) ? undefined : path;
    return this.#findInMap(path, parts, groupByKey(edits, depth));
  }

  #findInMap(path: Path, { now, old }: Pairs, edits: Map<string, DataEdit[]>): Path | undefined {
    for (const [key, after] of now) {
      const found = this.find([...path, key], after, old.get(key), edits.get(key) ?? NONE);
      if (found !== undefined) return found;
      old.delete(key);
      edits.delete(key);
    }
    // Keys that existed or were edited, and now are absent or did not change.
    const others = [...old.keys(), ...edits.keys()].map((key) => [...path, key]);
    return others.find((other) => !this.#isMeant(other, UNKNOWN, edits.get(String(other.at(-1))) ?? NONE));
  }

  #hasSameLines(after: Seen, before: Seen): boolean {
    if (!isScan(after) || !isScan(before) || after.lines !== before.lines) return false;
    return !this.#hasAliases || !after.lines.includes('*');
  }

  #isMeant(path: Path, before: Seen, edits: readonly DataEdit[]): boolean {
    const depth = this.#depth + path.length;
    const last = edits.findLastIndex((edit) => edit.path.length === depth && edit.kind !== 'insert');
    const old = last === -1 && before !== undefined ? this.#original.value(path) : undefined;
    const meant = applyEdits(old, last === -1 ? edits : edits.slice(last), depth);
    const is = this.#written.value(path);
    return is === undefined || meant === undefined ? is === meant : equalValues(is, meant);
  }
}

/** Scan of a path in a version; undefined if the path does not exist. */
type Seen = Scan | typeof UNKNOWN | undefined;

const NONE: readonly DataEdit[] = [];

function isScan(seen: Seen): seen is Scan {
  return seen !== undefined && seen !== UNKNOWN;
}

/** Reports whether an edit is of a map or list as a whole, of an element, or renames a key of it. */
function isOfWhole({ path, kind }: DataEdit, depth: number): boolean {
  return typeof path[depth] !== 'string' || (kind === 'rename' && path.length === depth + 1);
}

/** Pairs of a map in two versions, by key. */
interface Pairs {
  readonly now: ReadonlyMap<string, Scan>;
  readonly old: Map<string, Scan>;
}

/**
 * Returns the pairs between the common first and last pairs of both versions, or undefined if either is not certain to
 * be a nonempty map.
 */
function differingPairs(after: Scan, before: Scan): Pairs | undefined {
  const [now, old] = [after.size(), before.size()];
  if (typeof now !== 'number' || typeof old !== 'number' || now === 0 || old === 0) return undefined;
  let head = 0;
  while (head < now && head < old && after.pair(head) === before.pair(head)) head++;
  let tail = 0;
  while (tail < now - head && tail < old - head && after.pair(now - 1 - tail) === before.pair(old - 1 - tail)) tail++;
  const pairs = { now: pairsOf(after, head, now - tail), old: pairsOf(before, head, old - tail) };
  return pairs.now.size === now - head - tail && pairs.old.size === old - head - tail ? pairs : undefined;
}

function pairsOf(scan: Scan, from: number, to: number): Map<string, Scan> {
  const pairs = new Map<string, Scan>();
  for (let index = from; index < to; index++) {
    const value = scan.at(index);
    if (value !== undefined) pairs.set(scan.key(index), value);
  }
  return pairs;
}

/** Groups the edits of the values of a map by key. */
function groupByKey(edits: readonly DataEdit[], depth: number): Map<string, DataEdit[]> {
  const groups = new Map<string, DataEdit[]>();
  for (const edit of edits) {
    const key = String(edit.path[depth]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [edit]);
    else group.push(edit);
  }
  return groups;
}

/**
 * Compares documents read from a written text with their originals before and after the edits. Throws an `Error` if one
 * does not hold the data that its edits intended.
 */
export function verifyDocuments(
  written: readonly Readable[],
  meant: readonly Edited[],
  read: readonly (Readable | undefined)[],
): void {
  if (written.length !== meant.length)
    throw new Error(`the text must have ${meant.length} documents, not ${written.length}`);
  for (const [index, { edits, hasAliases }] of meant.entries()) {
    const [after, before] = [written[index], read[index]];
    const difference = findDifference({
      written: { scan: undefined, value: (path) => after?.value(path) },
      original: { scan: undefined, value: (path) => before?.value(path) },
      edits,
      hasAliases,
    });
    if (difference !== undefined) throw new Error(`document ${index} does not read back as edited`);
  }
}
