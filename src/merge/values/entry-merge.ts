import type { Sides } from '../sides.ts';
import type { EntryVersion } from './input.ts';
import type { Both, Column, Merged } from './merged-value.ts';
import type { Place } from './place.ts';

/** Merges an entry of a map or list. Returns undefined if the result is its deletion. */
export type EntryMerge = (sides: Sides<EntryVersion>, place: Place, column: Column) => Merged | undefined;

/** Merges the inside of an entry that both sides have. */
export type MergeBoth = (sides: Both, place: Place, column: Column) => Merged | undefined;

/** Merges of the entries of a collection. */
export interface EntryMerges {
  /** For an entry whose versions have the same key. */
  readonly certain: EntryMerge;
  /** For an entry whose versions are paired only by likeness. */
  readonly guessed: EntryMerge;
}
