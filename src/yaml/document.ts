import type { DataEdit } from './edit/data-edit.ts';
import type { DuplicateKey, UnsafeKey } from './tree/key-faults.ts';
import type { FoundString } from './find-strings.ts';
import type { LineComment } from './line-comments.ts';
import type { LiteralText } from './literal-text.ts';
import type { SourceNode } from './tree/node.ts';
import type { Dialect } from './tree/scalar-type.ts';
import type { Scan } from './tree/scan.ts';
import type { Path, Value } from './tree/value.ts';

/** A new value: plain data, a node of any document, which is copied as source text, or data that hold such nodes. */
export type NewValue = Value | SourceNode | readonly NewValue[] | { readonly [key: string]: NewValue };

/**
 * A YAML or JSON document that keeps its text: everything that no edit touches stays the same, byte for byte. Each path
 * has its own value, as if aliases and merge keys were expanded, and reads see the edits made before.
 *
 * An edit throws a YamlError if the path leads into a scalar, a key on the way is a duplicate, a new key is already
 * present as a word that only some readers take for a boolean, an index is out of range, a string is not Unicode text,
 * or a node is of an earlier version of its document. The document stays as it was before.
 */
export interface SourceDocument {
  /** Returns the node at a path as a reader sees its keys (default: `kubernetes`), or undefined if there is none. */
  get(path: Path, reader?: Dialect): SourceNode | undefined;
  /** Reports whether a path exists. */
  has(path: Path): boolean;
  /**
   * Returns the string values that contain a text, with aliases and merge keys expanded; keys are not searched. Values
   * whose lines cannot contain the text are not parsed.
   */
  find(text: string): FoundString[];
  /**
   * Returns the values that begin with `{{` without quotes, as written: YAML takes such a template for a map whose key
   * is a map, which plain data do not have.
   */
  findBareTemplates(): FoundString[];
  /**
   * Returns the comments on the lines of values and keys that begin with a text, such as `# kpt-set: `, as go-yaml v3
   * attaches them. Aliases are not followed. Values whose lines do not contain the text are not parsed.
   */
  findLineComments(start: string): LineComment[];
  /** Returns the duplicate keys of all maps, whose last entry counts. */
  findDuplicateKeys(): DuplicateKey[];
  /** Returns the first of these keys that is a duplicate in the map at a path. */
  duplicateIn(path: Path, keys: readonly string[]): DuplicateKey | undefined;
  /**
   * Returns the keys of all maps whose values the plain data lack, or have under another name: duplicates, maps and
   * lists, and plain keys that a reader (default: `kubernetes`) takes for a boolean, null or another number. Takes
   * little time if there are none.
   */
  findUnsafeKeys(reader?: Dialect): UnsafeKey[];
  /**
   * Returns the plain data at a path as a reader sees both (default: `kubernetes`), or undefined if there is none.
   * @throws YamlError for a scalar that does not fit its tag.
   */
  value(path: Path, reader?: Dialect): Value | undefined;
  /** Returns the keys of the map at a path in order, those from merge keys last, or undefined if there is no map. */
  keys(path: Path): string[] | undefined;
  /** Returns the number of elements of the sequence at a path, or undefined if there is none. */
  length(path: Path): number | undefined;
  /**
   * Returns the indexes of the elements of the sequence at a path whose field is a scalar with a text in its shortest
   * form; none if there is no sequence. Takes the time of one search for many calls between edits of other fields.
   */
  indexesOf(path: Path, field: string, text: string): readonly number[];
  /**
   * Returns scans of the original lines of each element of the sequence at a path; undefined for an element that was
   * added or is not in block style.
   */
  elements(path: Path): (Scan | undefined)[];
  /**
   * Returns the comments of each element of the sequence at a path, with a line break between any two: those above it,
   * beside it and within it. Empty if there is no sequence.
   */
  comments(path: Path): string[];
  /**
   * Returns the one-based position of the value at a path in the text that was read or last rewritten (in a view,
   * counted from its first line), or undefined if the value has been set since.
   */
  position(path: Path): { readonly line: number; readonly column: number } | undefined;
  /**
   * Sets the value at a path and creates missing maps on the way. In an existing map or sequence only the differences
   * change; equal values change nothing. `before`: key of the same map that a new key precedes. Default: none, so that
   * the new key is the last.
   */
  set(path: Path, value: NewValue, before?: string): void;
  /**
   * Replaces the text of the scalar at a path, also by one with the same value, such as `1.10` for `1.1`. Quotes stay,
   * and so does block style if the text allows it; a plain scalar means what its new text means, and gets quotes only
   * if the syntax needs them. It loses its tag. Throws a YamlError if there is no scalar.
   */
  setContent(path: Path, content: string): void;
  /**
   * Returns the YAML text in the literal block at a path, whose scalars can be replaced in the lines of this document;
   * undefined unless the block is unedited and the text is one document in the most common forms.
   */
  literal(path: Path): LiteralText | undefined;
  /**
   * Inserts an element into the sequence at a path, before the one at an index or at the end. Creates a missing
   * sequence.
   */
  insert(path: Path, index: number, value: NewValue): void;
  /** Appends an element to the sequence at a path. Creates a missing sequence. */
  append(path: Path, value: NewValue): void;
  /**
   * Removes the value at a path with its comments; the last entry of a collection leaves `{}` or `[]`. Reports whether
   * there was a value.
   */
  remove(path: Path): boolean;
  /** Renames the key at the end of a path, which loses its tag. */
  rename(path: Path, key: string): void;
  /**
   * Replaces the text of the document by one with the same data in the same order, whose comments may differ. Records
   * which entries have other comments. Views stay valid. @throws YamlError, and leaves the document unchanged, if the
   * text does not hold one document with the same data, has other document markers, or lacks the line break at the end,
   * and in a view of a part.
   */
  rewrite(text: string): void;
  /**
   * Returns the same document seen from the value at a path: both share their edits. A view of a value that is in an
   * alias can only be read.
   */
  view(path: Path): SourceDocument;
  /** Returns the current text: all of a document, or the value of a view. */
  text(): string;
  /**
   * Reads the text of the whole document again and compares its data with those that were read, edited without any
   * text. Unchanged lines are not parsed. Call it before the text is written: `krm-variants run` makes the same
   * comparison. @throws Error if they differ, or if the text cannot be read; YamlError if the document had no data
   * before, such as a key that does not fit its tag.
   */
  verify(): void;
  /**
   * Returns the current text of a view as a document of its own, at the first column: with the comments beside and
   * below its dash and, if asked for, those above it. Anchors and aliases are expanded if the document has aliases. The
   * same as `text` for a whole document.
   */
  ownText(withAbove?: boolean): string;
  /** Whole document that this is a view of, and the current path of its value there. */
  readonly whole: { readonly document: SourceDocument; readonly path: Path };
  /** True if aliases were read in the document, so that equal lines may differ in meaning. */
  readonly hasAliases: boolean;
  /**
   * Scan of the lines of the whole document as they were read; undefined if they are not certain to be in block style.
   */
  readonly scan: Scan | undefined;
  /** Edits made so far, including those through other views. Paths start at the top of the whole document. */
  readonly edits: readonly DataEdit[];
  /** Changes that edits had to make elsewhere, one sentence each. */
  readonly notices: readonly string[];
}
