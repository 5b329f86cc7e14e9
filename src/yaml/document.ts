import type { DataEdit } from './edit/data-edit.ts';
import type { FoundString } from './find-strings.ts';
import type { SourceNode } from './tree/node.ts';
import type { Dialect } from './tree/scalar-type.ts';
import type { Scan } from './tree/scan.ts';
import type { Path, Value } from './tree/value.ts';

/** What a place can be set to: plain data, or a node of some document, which is copied as source text. */
export type NewValue = Value | SourceNode;

/**
 * A YAML or JSON document that keeps its text: what no edit touches stays as it is, byte for byte. Each path has its
 * own value, as if aliases and merge keys were expanded, and reads see the edits made before.
 *
 * An edit throws a YamlError where the path leads into a scalar, a key on the way is given twice, a new key is there as
 * a word that only some readers take for a boolean, an index is out of range, a string is no Unicode text, or a node is of an earlier version of its document. What a document holds after
 * that is undefined.
 */
export interface SourceDocument {
  /** The node at a path; undefined where there is none. */
  get(path: Path): SourceNode | undefined;
  /** Whether there is anything at a path. */
  has(path: Path): boolean;
  /** The strings that hold a text, aliases and merge keys expanded; keys are none. Lines that show that it is not in them are not read. */
  find(text: string): FoundString[];
  /** The plain data at a path, as a reader takes it, `kubernetes` if not said; undefined where there is none. @throws YamlError for a scalar that its tag does not fit. */
  value(path: Path, reader?: Dialect): Value | undefined;
  /** The keys of the map at a path, in their order, those that merge keys supply last; undefined where there is no map. */
  keys(path: Path): string[] | undefined;
  /** The number of elements of the sequence at a path; undefined where there is none. */
  length(path: Path): number | undefined;
  /** The elements of the sequence at a path as their lines showed them when they were read; undefined for one that was added, or is not in block style. */
  elements(path: Path): (Scan | undefined)[];
  /** Where the value at a path stood in the text that was read, one-based, in a view counted from its first line; undefined where it was set since. */
  position(path: Path): { readonly line: number; readonly column: number } | undefined;
  /** Sets the value at a path. Missing maps on the way are made. Of a map or sequence that is there only what differs changes; equal values change nothing. */
  set(path: Path, value: NewValue): void;
  /** Adds an element to the sequence at a path, before the one at an index, or at its end. A missing sequence is made. */
  insert(path: Path, index: number, value: NewValue): void;
  /** Adds an element at the end of the sequence at a path. A missing sequence is made. */
  append(path: Path, value: NewValue): void;
  /** Removes what is at a path, with its comments; the last entry of a collection leaves `{}` or `[]`. Whether there was something. */
  remove(path: Path): boolean;
  /** Gives the key at the end of a path another name. */
  rename(path: Path, key: string): void;
  /** The same document seen from the value at a path: edits of one are edits of the other. */
  view(path: Path): SourceDocument;
  /** The text as it is now: of a document all of it, of a view its value. */
  text(): string;
  /** Whether aliases were read in the document, so that equal lines may differ in what they mean. */
  readonly hasAliases: boolean;
  /** The edits made so far, also through other views. Paths are from the top of the whole document. */
  readonly edits: readonly DataEdit[];
  /** What edits had to change elsewhere, a sentence each. */
  readonly notices: readonly string[];
}
