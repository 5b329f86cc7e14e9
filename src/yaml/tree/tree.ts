import { Chunks, MAX_CHUNK } from './chunks.ts';
import { YamlError } from './error.ts';
import { NameIndex } from './name-index.ts';
import { keyName, resolvePlain, resolveTagged, type Dialect, type ScalarValue } from './scalar-type.ts';
import type { Scan } from './scan.ts';
import { position } from './positions.ts';

/*
 * States of a tree. Reading goes down as far as it must; edits mark the way up.
 *
 *   an entry is read in three steps
 *     not created   only the offsets of its line are known (`Collection.created` holds those that exist)
 *     unparsed      `uneditedScan` is the scan of its value, which answers simple questions until the value is edited
 *     parsed        `parsed` is its value, from the first use of `key` or `value`
 *
 *   and its text is
 *     original      a range of the text of its collection (`isOriginal`)
 *     separate      a text of its own, once it was set (`replace`) or added (`append`, `add`); rendering writes it in
 *                   place of the range from `rangeStart` to `rangeEnd`, which is empty if it was appended
 *
 *   a collection is
 *     whole         its text surrounds the entries
 *     separated     every entry carries the text around it as `Trivia`, once an entry came between others or was
 *                   removed (`edges`, set by separateBlock and separateFlow)
 *
 *   An entry or a collection `isEdited` if anything within it was edited since its text was made: rendering visits
 *   nothing else. markEdited sets it on every collection that holds an edited entry.
 */

/** A node of the tree that the readers build. Offsets are into `text` and exclude comments, anchor and tag. */
export type TreeNode = Scalar | Collection | Alias;

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** Properties that a reader sets on each node. */
export interface NodeInit {
  readonly text: string;
  readonly start: number;
  readonly anchor?: string | undefined;
  /** Full tag, such as `tag:yaml.org,2002:str`; `!` if the text has only that. */
  readonly tag?: string | undefined;
}

abstract class Node {
  readonly text: string;
  readonly start: number;
  abstract readonly end: number;
  readonly anchor: string | undefined;
  readonly tag: string | undefined;
  #entry: Entry | undefined;

  constructor(init: NodeInit) {
    this.text = init.text;
    this.start = init.start;
    this.anchor = init.anchor;
    this.tag = init.tag;
  }

  /** The entry that holds this node. */
  get entry(): Entry {
    if (this.#entry === undefined) throw new Error('a node without a place');
    return this.#entry;
  }
  set entry(entry: Entry) {
    this.#entry = entry;
  }
}

export class Scalar extends Node {
  readonly kind = 'scalar';
  readonly flow = false;
  readonly end: number;
  readonly style: ScalarStyle;
  #content: string | (() => string);

  /** `content`: the decoded text, or a function that decodes it. */
  constructor(init: NodeInit & { readonly end: number }, style: ScalarStyle, content: string | (() => string)) {
    super(init);
    this.end = init.end;
    this.style = style;
    this.#content = content;
  }

  /** The decoded text. */
  get content(): string {
    if (typeof this.#content === 'function') this.#content = this.#content();
    return this.#content;
  }

  get value(): ScalarValue {
    return this.valueTo('kubernetes');
  }

  valueTo(reader: Dialect): ScalarValue {
    if (this.tag !== undefined) {
      const value = resolveTagged(this.content, this.tag);
      if (value !== undefined) return value;
      const { line, column } = position(this.text, this.start);
      throw new YamlError('value', `the value does not fit its tag ${this.tag}`, line, column);
    }
    return this.style === 'plain' ? resolvePlain(this.content, reader) : this.content;
  }
}

export class Alias extends Node {
  readonly kind = 'alias';
  readonly flow = false;
  readonly end: number;
  readonly name: string;
  readonly target: Scalar | Collection;

  constructor(init: NodeInit & { readonly end: number }, name: string, target: Scalar | Collection) {
    super(init);
    this.end = init.end;
    this.name = name;
    this.target = target;
  }
}

export interface CollectionInit extends NodeInit {
  readonly kind: 'map' | 'seq';
  readonly flow: boolean;
  readonly implicit?: boolean;
  /** Block collections only: offset of its lines. */
  readonly linesStart?: number;
  /** Flow collections only. */
  readonly end?: number;
  readonly entries: readonly Entry[] | EntryList;
}

/** Entries that are created on first access, each once. */
export interface EntryList {
  /** The collection that has these entries; undefined until it is created. */
  parent: Collection | undefined;
  readonly length: number;
  at(index: number): Entry;
  /** Adds an entry at the end. */
  push(entry: Entry): void;
  /** Returns the entries of a map with this key, in order. None has been renamed. */
  named(name: string): readonly Entry[];
  /** Returns the number of these entries. Creates those alone whose key only their content shows. */
  count(name: string): number;
  /** Entries created so far, each at its index. */
  readonly created: readonly (Entry | undefined)[];
  /** Returns scans of the original lines of each value; undefined for an entry that was added. */
  scans(): (Scan | undefined)[];
  /**
   * Returns the key of an entry of a map; undefined if only its content shows it, and in a sequence. Does not create
   * the entry.
   */
  keyAt(index: number): string | undefined;
  /**
   * Returns the lines of an entry up to the next one, without the indentation of the first. Does not create the entry.
   */
  linesAt(index: number): string;
  /** Returns the scan of the value of an entry that has not been created; undefined for any other. */
  uncreatedScan(index: number): Scan | undefined;
}

/** Text of a separated collection before its first entry and after its last. */
export interface Edges {
  /** Flow style: the comment beside the opening bracket, with the blanks before it. */
  readonly head: string;
  /** Text after the last entry, or after the comma that follows it. */
  tail: string;
  /** Flow style: true if a comma follows the last entry. */
  readonly hasComma: boolean;
  /** Block style: true if lines between the entries may begin with tabs. */
  readonly hasTabs: boolean;
}

const NO_ENTRIES: readonly Entry[] = [];

/** Maximum number of entries of a map that are searched for a key; above it, an index is used. */
const MAX_UNINDEXED = 16;

/** A map or a sequence. Edits change its `entries`. */
export class Collection extends Node {
  readonly kind: 'map' | 'seq';
  readonly flow: boolean;
  /**
   * Offset of the lines of a block collection: of the comments above its first entry, if that begins a line. Otherwise
   * `start`.
   */
  readonly linesStart: number;
  /** True if anything in it was edited. */
  isEdited = false;
  /** Set once its text was split into its entries, their trivia and this. */
  edges: Edges | undefined;
  readonly #implicit: boolean;
  readonly #end: number | undefined;
  /** All entries, in chunks between edits of many; until all are requested, the list that creates them. */
  #entries: Entry[] | Chunks<Entry> | EntryList;
  /** The last entry that was read. */
  #last: Entry | undefined;
  #index: NameIndex<Entry> | undefined;
  /**
   * The last key that was searched for, and its entries, until entries come, go or are renamed: an edit follows its
   * path several times.
   */
  #lastName: string | undefined;
  #lastNamed: readonly Entry[] = NO_ENTRIES;

  constructor(init: CollectionInit) {
    super(init);
    this.kind = init.kind;
    this.flow = init.flow;
    this.#implicit = init.implicit ?? false;
    this.linesStart = init.linesStart ?? init.start;
    this.#end = init.end;
    if (isUnread(init.entries)) {
      this.#entries = init.entries;
      this.#entries.parent = this;
      return;
    }
    this.#entries = [...init.entries];
    this.#last = init.entries.at(-1);
    for (const entry of init.entries) entry.parent = this;
  }

  /**
   * True for a pair in a flow sequence without braces of its own, as in `[a: 1]`. It gets braces when it is separated,
   * so that pairs can be added.
   */
  get implicit(): boolean {
    return this.#implicit && this.edges === undefined;
  }

  get brackets(): readonly [string, string] {
    return this.kind === 'map' ? ['{', '}'] : ['[', ']'];
  }

  /** All entries in order, in an array that is valid until the next edit. */
  get entries(): readonly Entry[] {
    const entries = this.#entries;
    if (entries instanceof Chunks) return (this.#entries = entries.flat());
    if (!isUnread(entries)) return entries;
    // Reading the last entry caches it.
    void this.#lastEntry;
    // A loop costs a fraction of `Array.from`.
    const all: Entry[] = [];
    for (let index = 0; index < entries.length; index++) all.push(entries.at(index));
    // A copy has no room to grow, which would take more memory than most collections.
    return (this.#entries = all.slice());
  }

  /** The list that creates the entries, until all are requested. */
  get unreadEntries(): EntryList | undefined {
    return isUnread(this.#entries) ? this.#entries : undefined;
  }

  /** Number of entries. */
  get length(): number {
    return this.#entries.length;
  }

  at(index: number): Entry | undefined {
    return index >= 0 && index < this.length ? this.#entries.at(index) : undefined;
  }

  /** Returns the first entries, at most `count`. */
  first(count: number): readonly Entry[] {
    return Array.from({ length: Math.min(count, this.length) }, (_, index) => this.at(index) as Entry);
  }

  /** Returns the index of an entry; -1 if it is in another collection. */
  indexOf(entry: Entry | undefined): number {
    return entry?.parent === this ? this.#all.indexOf(entry) : -1;
  }

  /** All entries, as they are stored. */
  get #all(): Entry[] | Chunks<Entry> {
    if (isUnread(this.#entries)) void this.entries;
    return this.#entries as Entry[] | Chunks<Entry>;
  }

  /** Entries created so far, each at its index: no others can have been edited. */
  get created(): readonly (Entry | undefined)[] {
    return isUnread(this.#entries) ? this.#entries.created : this.entries;
  }

  /**
   * Returns scans of the original lines of each value; undefined for an entry that was added, or is not in block style.
   */
  scans(): (Scan | undefined)[] {
    return isUnread(this.#entries) ? this.#entries.scans() : this.entries.map(({ scan }) => scan);
  }

  /** The last entry that was read, not counting additions. */
  get #lastEntry(): Entry | undefined {
    return (this.#last ??= isUnread(this.#entries) ? this.at(this.length - 1) : undefined);
  }

  get end(): number {
    return this.#end ?? this.#lastEntry?.contentEnd ?? this.start;
  }

  /** End of the lines of a block collection: after the last newline of its last entry. Otherwise `end`. */
  get linesEnd(): number {
    return this.#end ?? this.#lastEntry?.rangeEnd ?? this.start;
  }

  /** Returns the entries of a map with this key, in order: several if the key is a duplicate. */
  named(name: string): readonly Entry[] {
    if (this.#lastName === name) return this.#lastNamed;
    this.#lastNamed = this.#search(name);
    this.#lastName = name;
    return this.#lastNamed;
  }

  /** Returns the number of entries of a map with this key: several if it is a duplicate. */
  count(name: string): number {
    const entries = this.#entries;
    return isUnread(entries) ? entries.count(name) : this.named(name).length;
  }

  #search(name: string): readonly Entry[] {
    if (this.length <= MAX_UNINDEXED) return this.#find(name);
    this.#index ??= new NameIndex(this.entries);
    return this.#index.get(name);
  }

  #find(name: string): readonly Entry[] {
    const entries = this.#entries;
    return isUnread(entries) ? entries.named(name) : this.entries.filter((entry) => entry.name === name);
  }

  /**
   * Adds an entry after the last of a block collection without changing the collection's text: the entry is placed at
   * its end.
   */
  append(entry: Entry): void {
    entry.placeAt(this.linesEnd);
    this.#adopt(entry);
    this.#entries.push(entry);
  }

  add(entry: Entry, index: number): void {
    this.#adopt(entry);
    // At the end, a splice would still copy the array now and then.
    if (index === this.length) this.#all.push(entry);
    else this.#spliceable.splice(index, 0, entry);
  }

  /** Makes a new entry known: every addition calls this. */
  #adopt(entry: Entry): void {
    entry.parent = this;
    this.#lastName = undefined;
    this.#index?.add(entry);
  }

  /** Removes the entry at an index. */
  take(index: number): void {
    const [entry] = this.#spliceable.splice(index, 1);
    if (entry === undefined) return;
    entry.isRemoved = true;
    this.#lastName = undefined;
    this.#index?.remove(entry);
  }

  /** All entries, in chunks if an edit would move too many. */
  get #spliceable(): Entry[] | Chunks<Entry> {
    const all = this.#all;
    return Array.isArray(all) && all.length > MAX_CHUNK ? (this.#entries = new Chunks(all)) : all;
  }

  rename(entry: Entry, key: NewKey): void {
    // The list does not know the new name: reading all entries caches them.
    void this.entries;
    this.#lastName = undefined;
    this.#index?.remove(entry);
    entry.newKey = key;
    this.#index?.add(entry);
  }
}

function isUnread(entries: readonly Entry[] | Chunks<Entry> | EntryList): entries is EntryList {
  return 'created' in entries;
}

/** Content of the text of an entry: known, or parsed on first access. */
export interface EntrySource {
  readonly key: TreeNode | undefined;
  readonly value: TreeNode;
  /**
   * Offset just past the `:` or `-`; undefined if there is none: a key without a value, an element of a flow sequence,
   * a document.
   */
  readonly indicatorEnd: number | undefined;
  /** End of the entry: in block style after its own lines, in flow style before the separator from the next. */
  readonly end: number;
  /** The key to any reader, if it is known without parsing. */
  readonly name?: string | undefined;
  /** The value, if it has been parsed. */
  readonly parsed: TreeNode | undefined;
  /** The scan of the value, in block style. */
  readonly scan?: Scan;
  /** Of a whole document: as `Entry.isPlain`. Default: false. */
  readonly isPlain?: boolean;
}

/**
 * White space and comments around an entry of a separated collection: together with the entries and the `Edges` they
 * are its whole text. '' in other collections.
 */
interface Trivia {
  /** From the entry before it, or the start of the collection, up to the entry. */
  before: string;
  /** Flow style: from the entry to its comma. */
  after: string;
  /** Flow style: from the comma to the end of a comment beside it. */
  afterSeparator: string;
}

/** The key of a renamed entry. */
export interface NewKey {
  readonly name: string;
  /** Text of the entry up to the end of its key, and that end in the text that it replaces. */
  readonly text: string;
  readonly end: number;
}

/**
 * A pair of a map, an element of a sequence, or a whole document: a place for a value. Its text is a range of the text
 * of its collection as it was read or, once the entry was set, a separate text, which is parsed on first access.
 */
export class Entry implements Trivia {
  parent: Collection | undefined;
  /** True once it was removed from its collection. */
  isRemoved = false;
  text: string;
  /** Start of the entry: its key with its properties, its dash, or the element itself. */
  start: number;
  /** Start of the range that it takes in the text of its collection. */
  rangeStart: number;
  before = '';
  after = '';
  afterSeparator = '';
  /** The new key of a renamed entry. */
  newKey: NewKey | undefined;
  /** Replacement for its text after the value; undefined if that is unchanged. */
  rest: string | undefined;
  #knownName: string | undefined;
  /** Set for an appended entry, whose range is empty. */
  #rangeEnd: number | undefined;
  #source: EntrySource;
  /** Its content when it was created. */
  readonly #original: EntrySource;

  constructor(text: string, start: number, source: EntrySource) {
    this.text = text;
    this.start = start;
    this.rangeStart = start;
    this.#source = source;
    this.#original = source;
  }

  /** Replaces the text of the entry by a separate one. */
  replace(text: string, start: number, source: EntrySource): void {
    this.#knownName = this.newKey?.name ?? this.#knownName ?? this.#source.name;
    this.text = text;
    this.start = start;
    this.newKey = undefined;
    this.rest = undefined;
    this.#source = source;
  }

  /** End of the entry in its text. */
  get end(): number {
    return this.#source.end;
  }

  /** End of the range that it takes in the text of its collection. */
  get rangeEnd(): number {
    return this.#rangeEnd ?? this.#original.end;
  }

  /** Number of collections that hold it. */
  get depth(): number {
    let depth = 0;
    for (let { parent } = this; parent !== undefined; parent = parent.entry.parent) depth++;
    return depth;
  }

  /** Gives a new entry an empty range in the text of its collection. */
  placeAt(offset: number): void {
    this.rangeStart = offset;
    this.#rangeEnd = offset;
  }

  /** End of its original content when its collection was read, without the comment beside it. */
  get contentEnd(): number {
    const { key, value, indicatorEnd = 0 } = this.#original;
    return Math.max(value.end, key?.end ?? 0, indicatorEnd);
  }

  get key(): TreeNode | undefined {
    const { key } = this.#source;
    if (key !== undefined) key.entry = this;
    return key;
  }

  get value(): TreeNode {
    const { value } = this.#source;
    value.entry = this;
    return value;
  }

  /** The value, if it has been parsed. */
  get parsed(): TreeNode | undefined {
    return this.#source.parsed;
  }

  /** The value when the entry was created. */
  get originalValue(): TreeNode {
    return this.#original.value;
  }

  /** The scan of its original content; undefined if it is not in block style. */
  get scan(): Scan | undefined {
    return this.#original.scan;
  }

  /** The scan of the value, until that is edited. */
  get uneditedScan(): Scan | undefined {
    const { parsed, scan } = this.#source;
    return isCollection(parsed) && parsed.isEdited ? undefined : scan;
  }

  get indicatorEnd(): number | undefined {
    return this.#source.indicatorEnd;
  }

  /**
   * True for a whole document that was not edited and is in the most common forms alone, as `isPlainText` knows them.
   * It has no anchors, aliases, tags and merge keys, so equal lines at the same column are equal data.
   */
  get isPlain(): boolean {
    return this.#source.isPlain === true && !this.isEdited;
  }

  /** The key as the API server sees it; undefined in sequences, and if the key is not a scalar. */
  get name(): string | undefined {
    return this.nameTo('kubernetes');
  }

  nameTo(reader: Dialect): string | undefined {
    const known = this.newKey?.name ?? this.#knownName ?? this.#source.name;
    if (known !== undefined) return known;
    const key = this.key?.kind === 'alias' ? this.key.target : this.key;
    return key?.kind === 'scalar' ? keyName(key.valueTo(reader), key.content) : undefined;
  }

  /** True if its text is a range of the text of its collection: it was neither set nor appended. */
  get isOriginal(): boolean {
    return this.#source === this.#original && this.#rangeEnd === undefined;
  }

  /** True if its key was renamed or its value was edited since its text was made. */
  get isEdited(): boolean {
    const { parsed } = this.#source;
    return this.newKey !== undefined || (isCollection(parsed) && parsed.isEdited);
  }
}

/** Returns an entry whose parts have been read. */
export function readyEntry(text: string, start: number, parts: Omit<EntrySource, 'parsed'>): Entry {
  const entry = new Entry(text, start, { ...parts, parsed: parts.value });
  parts.value.entry = entry;
  if (parts.key !== undefined) parts.key.entry = entry;
  return entry;
}

/** Marks every collection that holds the entry as edited. */
export function markEdited(entry: Entry): void {
  for (let parent = entry.parent; parent !== undefined && !parent.isEdited; parent = parent.entry.parent) {
    parent.isEdited = true;
  }
}

/** Returns the node itself, or the target of an alias. */
export function resolveAlias(node: TreeNode): Scalar | Collection {
  return node.kind === 'alias' ? node.target : node;
}

/** Reports whether a value is a node rather than plain data. */
export function isTreeNode(value: unknown): value is TreeNode {
  return value instanceof Node;
}

export function isCollection(node: TreeNode | undefined): node is Collection {
  return node?.kind === 'map' || node?.kind === 'seq';
}

/** Reports whether a node is written on lines of its own: a block collection, a literal or folded scalar. */
export function isBlock(node: TreeNode): boolean {
  return isCollection(node)
    ? !node.flow
    : node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded');
}
