import { applyEdits, type DataEdit } from './data-edit.ts';
import { hasMeantLines } from './literal-difference.ts';
import { UNKNOWN, type Scan, type ScannedPairs } from '../tree/scan.ts';
import { equalValues, type Path, type Value } from '../tree/value.ts';

/** One version of a document, or of a part of it: its data and the scan of its lines. */
interface Version {
  /** Returns the plain data at a path, or undefined if there is none. */
  value(path: Path): Value | undefined;
  /** Scan of all its lines; undefined if it is not in block style. */
  readonly scan: Scan | undefined;
}

/** The part of a document that is compared. */
type Readable = Pick<Version, 'value' | 'scan'>;

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
  const ofData = edits.filter(({ kind }) => kind !== 'comment');
  return new Difference(versions, depth).find([], written.scan ?? UNKNOWN, original.scan ?? UNKNOWN, ofData);
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
    const inElements = this.#findInElements(path, after, before, edits);
    if (inElements !== UNKNOWN) return inElements;
    const isWhole = this.#hasAliases || edits.some((edit) => isOfWhole(edit, depth));
    const maps = isWhole || !isScan(after) || !isScan(before) ? undefined : ([after, before] as const);
    const only = onlyKeyOf(edits, depth);
    const values = only === undefined ? undefined : maps?.[0].onlyDifference(only, maps[1]);
    if (only !== undefined && values !== undefined) return this.find([...path, only], ...values, edits);
    const parts = maps && differingPairs(...maps);
    if (parts === undefined) return this.#isMeant(path, after, before, edits) ? undefined : path;
    const { now, old } = parts;
    const key = onlyKey(now);
    const isOnly = (old.length === 0 || onlyKey(old) === key) && edits.every((edit) => edit.path[depth] === key);
    if (key !== undefined && isOnly) return this.find([...path, key], now.value(0), old.value(0), edits);
    return this.#findInMap(path, parts, groupByKey(edits, depth));
  }

  /**
   * Returns UNKNOWN unless the versions are certain to be sequences of one length, with edits only inside of elements.
   */
  #findInElements(
    path: Path,
    after: Seen,
    before: Seen,
    edits: readonly DataEdit[],
  ): Path | typeof UNKNOWN | undefined {
    const depth = this.#depth + path.length;
    if (this.#hasAliases || typeof edits[0]?.path[depth] !== 'number') return UNKNOWN;
    if (!edits.every((edit) => isInElement(edit, depth))) return UNKNOWN;
    if (!isScan(after) || !isScan(before)) return UNKNOWN;
    const now = after.elements();
    const old = before.elements();
    if (now === UNKNOWN || old === UNKNOWN) return UNKNOWN;
    if (now.scans.length !== old.scans.length || now.column !== old.column) return UNKNOWN;
    const groups = groupByKey(edits, depth);
    for (const [index, scan] of now.scans.entries()) {
      const found = this.find([...path, index], scan, old.scans[index], groups.get(String(index)) ?? NONE);
      if (found !== undefined) return found;
      groups.delete(String(index));
    }
    return groups.size > 0 ? UNKNOWN : undefined;
  }

  #findInMap(path: Path, { now, old }: DifferingPairs, edits: ReadonlyMap<string, DataEdit[]>): Path | undefined {
    const others = new Set([...old.indexes.keys(), ...edits.keys()]);
    for (const [key, index] of now.indexes) {
      const below = [...path, key];
      const found = this.find(below, now.value(index), old.value(old.indexes.get(key)), edits.get(key) ?? NONE);
      if (found !== undefined) return found;
      others.delete(key);
    }
    // Keys that existed or were edited, and now are absent or did not change.
    for (const key of others) {
      const other = [...path, key];
      const after = now.isAbsent(key) ? undefined : UNKNOWN;
      if (!this.#isMeant(other, after, UNKNOWN, edits.get(key) ?? NONE)) return other;
    }
    return undefined;
  }

  #hasSameLines(after: Seen, before: Seen): boolean {
    if (!isScan(after) || !isScan(before) || after.lines !== before.lines) return false;
    return !this.#hasAliases || !after.lines.includes('*');
  }

  #isMeant(path: Path, after: Seen, before: Seen, edits: readonly DataEdit[]): boolean {
    const depth = this.#depth + path.length;
    if (hasIntendedLines(after, before, edits, depth)) return true;
    const last = edits.findLastIndex((edit) => edit.path.length === depth && edit.kind !== 'insert');
    const old = last === -1 && before !== undefined ? this.#original.value(path) : undefined;
    const meant = applyEdits(old, last === -1 ? edits : edits.slice(last), depth);
    const is = this.#writtenValue(path, after);
    return is === undefined || meant === undefined ? is === meant : equalValues(is, meant);
  }

  #writtenValue(path: Path, after: Seen): Value | undefined {
    if (after === undefined) return undefined;
    const scanned = after === UNKNOWN ? UNKNOWN : after.value;
    return scanned === UNKNOWN ? this.#written.value(path) : scanned;
  }
}

/**
 * Reports whether the only edit is one of a literal block, and both versions of the block have the lines that it
 * intends.
 */
function hasIntendedLines(after: Seen, before: Seen, edits: readonly DataEdit[], depth: number): boolean {
  const [edit] = edits;
  if (edits.length !== 1 || edit?.kind !== 'set' || edit.within === undefined || edit.path.length !== depth)
    return false;
  return isScan(after) && isScan(before) && hasMeantLines(after, before, edit.within);
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

/** Reports whether an edit is of something inside an element, so that the list keeps its elements. */
function isInElement({ path }: DataEdit, depth: number): boolean {
  return typeof path[depth] === 'number' && path.length > depth + 1;
}

/** Some successive pairs of a map. */
class PairRange {
  readonly #pairs: ScannedPairs;
  readonly #from: number;
  readonly length: number;
  #indexes: Map<string, number> | undefined;

  constructor(pairs: ScannedPairs, from: number, to: number) {
    this.#pairs = pairs;
    this.#from = from;
    this.length = to - from;
  }

  key(index: number): string {
    return this.#pairs.key(this.#from + index);
  }

  /** Returns the value of the pair at an index, or undefined if there is none. */
  value(index: number | undefined): Scan | undefined {
    return index !== undefined && index < this.length ? this.#pairs.value(this.#from + index) : undefined;
  }

  /** Indexes of the keys; of duplicates, that of the last. */
  get indexes(): ReadonlyMap<string, number> {
    if (this.#indexes === undefined) {
      this.#indexes = new Map();
      for (let index = 0; index < this.length; index++) this.#indexes.set(this.key(index), index);
    }
    return this.#indexes;
  }

  /** Reports whether no key is a duplicate. */
  get isUnique(): boolean {
    return this.length < 2 || this.indexes.size === this.length;
  }

  /** Reports whether no pair of the whole map has a key. */
  isAbsent(key: string): boolean {
    return this.#pairs.get(key) === undefined;
  }
}

/** Returns the key that all edits are below; undefined if there are several, or none. */
function onlyKeyOf(edits: readonly DataEdit[], depth: number): string | undefined {
  const key = edits[0]?.path[depth];
  return typeof key === 'string' && edits.every(({ path }) => path[depth] === key) ? key : undefined;
}

function onlyKey(range: PairRange): string | undefined {
  return range.length === 1 ? range.key(0) : undefined;
}

/** Pairs of both versions of a map that may differ. */
interface DifferingPairs {
  readonly now: PairRange;
  readonly old: PairRange;
}

/**
 * Returns the pairs of both versions between those that are first and last in both, or undefined if either is not
 * certain to be a nonempty map.
 */
function differingPairs(after: Scan, before: Scan): DifferingPairs | undefined {
  const now = after.pairs();
  const old = before.pairs();
  if (now === UNKNOWN || old === UNKNOWN || now.length === 0 || old.length === 0) return undefined;
  const least = Math.min(now.length, old.length);
  let head = 0;
  while (head < least && now.text(head) === old.text(head)) head++;
  let tail = 0;
  while (tail < least - head && now.text(now.length - 1 - tail) === old.text(old.length - 1 - tail)) tail++;
  const ranges = { now: new PairRange(now, head, now.length - tail), old: new PairRange(old, head, old.length - tail) };
  return ranges.now.isUnique && ranges.old.isUnique ? ranges : undefined;
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
      written: { scan: after?.scan, value: (path) => after?.value(path) },
      original: { scan: before?.scan, value: (path) => before?.value(path) },
      edits,
      hasAliases,
    });
    if (difference !== undefined) throw new Error(`document ${index} does not read back as edited`);
  }
}
