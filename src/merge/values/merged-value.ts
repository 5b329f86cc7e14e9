import { equalValues, type Piece, type Value } from '../../yaml/index.ts';
import { mapVersionsOf, type EntryVersion } from './input.ts';
import type { EntryLines } from '../text/lines.ts';
import type { Sides } from '../sides.ts';

/** A merged value: a version of one side, entries of a map or elements of a list, or else new data. */
export interface Merged {
  readonly value: Value;
  /** Its text; undefined if it was merged as data. */
  readonly lines?: EntryLines | undefined;
  /** The side's version that it is, with its lines. */
  readonly kept?: EntryVersion;
  /** The entries that it consists of, by key. */
  readonly entries?: ReadonlyMap<string, Merged>;
  /** The elements that it consists of. */
  readonly elements?: readonly Merged[];
}

/** A version of one side as a merged value. Its data are read when they are first needed. */
export class KeptVersion implements Merged {
  readonly kept: EntryVersion;
  readonly lines: EntryLines | undefined;

  constructor(kept: EntryVersion, lines: EntryLines | undefined) {
    this.kept = kept;
    this.lines = lines;
  }

  get value(): Value {
    return this.kept.value;
  }
}

/** A merged map. Its data are put together when they are first needed. */
export class MergedMap implements Merged {
  readonly entries: ReadonlyMap<string, Merged>;
  readonly lines: EntryLines | undefined;
  #value: Value | undefined;

  constructor(entries: ReadonlyMap<string, Merged>, lines: EntryLines | undefined) {
    this.entries = entries;
    this.lines = lines;
  }

  get value(): Value {
    return (this.#value ??= mapVersionsOf(new Map(Array.from(this.entries, ([key, { value }]) => [key, value]))));
  }
}

/**
 * Reports whether a piece has the data of a merged value. A part with the lines of the version that it was taken from
 * is not parsed: its data are those of that version.
 */
export function hasMergedData(piece: Piece, merged: Merged): boolean {
  if (merged.kept?.piece !== undefined && piece.hasSameLines(merged.kept.piece)) return true;
  const parts = partsOf(piece, merged);
  if (parts?.length !== piece.children.length) return equalValues(piece.value, merged.value);
  return piece.children.every((child, index) => {
    const part = parts[index];
    return part !== undefined && hasMergedData(child, part);
  });
}

/**
 * Returns the parts of a merged value that have the children of a piece, in their order; undefined or fewer if it has
 * others.
 */
function partsOf({ kind, isPlain, children }: Piece, { entries, elements }: Merged): readonly Merged[] | undefined {
  if (kind === 'seq') return elements;
  // A merge key stands for other entries.
  if (kind !== 'map' || !isPlain || entries?.size !== children.length) return undefined;
  return children.flatMap((child) => entries.get(child.key ?? '') ?? []);
}

/** Column of the entry in the output; undefined if only data are merged. */
export type Column = number | undefined;

/** A value that both sides have. */
export type Both = Sides<EntryVersion> & { readonly theirs: EntryVersion; readonly local: EntryVersion };

/** Reports whether two versions have the same data, or are both absent. */
export function isSame(a: EntryVersion | undefined, b: EntryVersion | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const [one, other] = [a.piece, b.piece];
  return one?.isPlain === true && other?.isPlain === true ? one.hasSameData(other) : equalValues(a.value, b.value);
}
