import { YamlError } from './error.ts';
import { keyName, resolvePlain, resolveTagged, type Dialect, type ScalarValue } from './scalar-type.ts';
import type { Scan } from './scan.ts';
import { lineEnd, position } from './positions.ts';

/** A node of the tree that the readers build. Offsets are into `text`, without comments, anchor and tag. */
export type TreeNode = Scalar | Collection | Alias;

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** What a reader gives each node. */
export interface NodeInit {
  readonly text: string;
  readonly start: number;
  readonly anchor?: string | undefined;
  /** The tag in full, as `tag:yaml.org,2002:str`; `!` where the text says no more. */
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

  /** The place that holds this node. */
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

  /** `content`: the decoded text, or what decodes it. */
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
      throw new YamlError('value', `a value that does not fit its tag ${this.tag}`, line, column);
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
  /** Of a block collection: where its lines begin. */
  readonly linesStart?: number;
  /** Of a flow collection. */
  readonly end?: number;
  readonly entries: readonly Entry[] | EntryList;
}

/** Entries that are made when they are asked for, each once. */
export interface EntryList {
  /** The collection that has them, from when it is made on. */
  parent: Collection | undefined;
  readonly length: number;
  at(index: number): Entry;
  /** Adds an entry after the last. */
  push(entry: Entry): void;
  /** The entries of a map that have this key, in their order. None has been renamed. */
  named(name: string): readonly Entry[];
  /** Those that have been made, in their order, each at its index. */
  readonly made: readonly (Entry | undefined)[];
  /** The values as their lines showed them when they were read; undefined for an entry that was added. */
  scans(): (Scan | undefined)[];
}

/** Up to so many entries of a map are looked through for a key; more are entered in an index. */
const MAX_UNINDEXED = 16;

/** A map or a sequence. Edits change its `entries`. */
export class Collection extends Node {
  readonly kind: 'map' | 'seq';
  readonly flow: boolean;
  /** Whether it is a pair in a flow sequence that has no braces of its own, as in `[a: 1]`. Adding a pair gives it some. */
  implicit: boolean;
  /** The brackets of a flow collection. */
  readonly brackets: readonly [string, string];
  /**
   * Where the lines of a block collection begin: at the comments above its first entry, where that begins a line.
   * Elsewhere `start`.
   */
  readonly linesStart: number;
  /** Whether anything in it was edited. */
  changed = false;
  /** Where entries came or went: what follows the last one. Then each entry has what is before it in its `lead`. */
  tail: string | undefined;
  /** Of a flow collection with a `tail`: the comment beside its opening bracket, with the blanks before it. */
  head = '';
  /** Whether a comma follows the last entry of a flow collection with a `tail`. */
  trailingComma = false;
  readonly #end: number | undefined;
  /** All of them or, until somebody asks for all, what makes them. */
  #entries: Entry[] | EntryList;
  /** The last entry that was read. */
  #last: Entry | undefined;
  #index: Map<string, Entry[]> | undefined;

  constructor(init: CollectionInit) {
    super(init);
    this.kind = init.kind;
    this.flow = init.flow;
    this.implicit = init.implicit ?? false;
    this.brackets = init.kind === 'map' ? ['{', '}'] : ['[', ']'];
    this.linesStart = init.linesStart ?? init.start;
    this.#end = init.end;
    if (!isList(init.entries)) {
      this.#entries = init.entries;
      this.#entries.parent = this;
      return;
    }
    this.#entries = [...init.entries];
    this.#last = init.entries.at(-1);
    for (const entry of init.entries) entry.parent = this;
  }

  get entries(): Entry[] {
    const entries = this.#entries;
    if (isList(entries)) return entries;
    // To ask for it keeps it.
    void this.#lastEntry;
    return (this.#entries = Array.from({ length: entries.length }, (_, index) => entries.at(index)));
  }

  /** Number of entries. */
  get length(): number {
    return this.#entries.length;
  }

  /** The entry at an index. */
  at(index: number): Entry | undefined {
    return index >= 0 && index < this.length ? this.#entries.at(index) : undefined;
  }

  /** The entries that anybody has asked for, each at its index: no others can have been edited. */
  get made(): readonly (Entry | undefined)[] {
    return isList(this.#entries) ? this.#entries : this.#entries.made;
  }

  /** The values as their lines showed them when they were read; undefined for an entry that was added, or is not in block style. */
  scans(): (Scan | undefined)[] {
    return isList(this.#entries) ? this.#entries.map(({ scan }) => scan) : this.#entries.scans();
  }

  /** The last entry that was read: what was added does not count. */
  get #lastEntry(): Entry | undefined {
    return (this.#last ??= isList(this.#entries) ? undefined : this.at(this.length - 1));
  }

  get end(): number {
    return this.#end ?? this.#lastEntry?.contentEnd ?? this.start;
  }

  /** Where the lines of a block collection end: after the last newline of its last entry. Elsewhere `end`. */
  get linesEnd(): number {
    return this.#end ?? this.#lastEntry?.resume ?? this.start;
  }

  /** The entries of a map that have this key, in their order: more than one where the key is given twice. */
  named(name: string): readonly Entry[] {
    if (this.length <= MAX_UNINDEXED) return this.#find(name);
    if (this.#index === undefined) {
      this.#index = new Map();
      for (const entry of this.entries) enter(this.#index, entry);
    }
    return this.#index.get(name) ?? [];
  }

  #find(name: string): readonly Entry[] {
    const entries = this.#entries;
    return isList(entries) ? entries.filter((entry) => entry.name === name) : entries.named(name);
  }

  /** Adds an entry after the last of a block collection, whose text it does not change: it stands where that ends. */
  append(entry: Entry): void {
    entry.standAt(this.linesEnd);
    entry.parent = this;
    this.#entries.push(entry);
  }

  /** Adds an entry at an index. */
  add(entry: Entry, index: number): void {
    entry.parent = this;
    this.entries.splice(index, 0, entry);
    if (this.#index !== undefined) enter(this.#index, entry);
  }

  /** Takes the entry at an index out. */
  take(index: number): void {
    const [entry] = this.entries.splice(index, 1);
    if (this.#index !== undefined && entry !== undefined) leave(this.#index, entry);
  }

  /** Gives an entry of a map another key. */
  rename(entry: Entry, key: NonNullable<Entry['newKey']>): void {
    // From then on its list would not know its name: to ask for all keeps them.
    void this.entries;
    if (this.#index !== undefined) leave(this.#index, entry);
    entry.newKey = key;
    if (this.#index !== undefined) enter(this.#index, entry);
  }
}

function isList<T extends readonly Entry[]>(entries: T | EntryList): entries is T {
  return Array.isArray(entries);
}

function enter(index: Map<string, Entry[]>, entry: Entry): void {
  const { name } = entry;
  if (name === undefined) return;
  const same = index.get(name);
  if (same === undefined) index.set(name, [entry]);
  else same.push(entry);
}

function leave(index: Map<string, Entry[]>, entry: Entry): void {
  const { name } = entry;
  const same = name === undefined ? undefined : index.get(name);
  if (name !== undefined && same !== undefined)
    index.set(
      name,
      same.filter((other) => other !== entry),
    );
}

/** What the text of an entry holds: known, or read when it is looked at. */
export interface EntrySource {
  readonly key: TreeNode | undefined;
  readonly value: TreeNode;
  /** After the `:` or `-`; `undefined` where there is none: a key without a value, an element of a flow sequence, a document. */
  readonly indicatorEnd: number | undefined;
  /** Where the entry ends: in block style after its own lines, in flow style before what separates it from the next. */
  readonly end: number;
  /** The key to any reader, where it is known without reading. */
  readonly name?: string | undefined;
  /** The value, if it has been read. */
  readonly seen: TreeNode | undefined;
  /** The value as its lines show it, in block style. */
  readonly scan?: Scan;
}

/**
 * A pair of a map, an element of a sequence, or the whole of a document: a place for a value. Its text is a range of
 * the text of its collection as it was read or, once it was set, a text of its own, which is read when it is looked at.
 */
export class Entry {
  parent: Collection | undefined;
  text: string;
  /** Where the entry begins: its key with its properties, its dash, or the element itself. */
  start: number;
  /** Where in the text of its collection it stands. */
  at: number;
  /** White space and comments before it, where the collection has a `tail`; in flow style also before and after the comma that follows. */
  lead = '';
  trail = '';
  post = '';
  /** Of a document: that it was in block style before its last entry went. */
  emptied = false;
  /** The new key, where it was renamed. */
  newKey: { readonly name: string; readonly text: string } | undefined;
  #knownName: string | undefined;
  /** Of a new entry in the text of its collection. */
  #resume: number | undefined;
  #source: EntrySource;
  /** What it held when its collection was read. */
  readonly #original: EntrySource;

  constructor(text: string, start: number, source: EntrySource) {
    this.text = text;
    this.start = start;
    this.at = start;
    this.#source = source;
    this.#original = source;
  }

  /** Gives the entry a text of its own in place of what it was. */
  replace(text: string, start: number, source: EntrySource): void {
    this.#knownName = this.newKey?.name ?? this.#knownName ?? this.#source.name;
    this.text = text;
    this.start = start;
    this.newKey = undefined;
    this.#source = source;
  }

  /** Where the entry ends in its text. */
  get end(): number {
    return this.#source.end;
  }

  /** Where the text of its collection goes on after it. */
  get resume(): number {
    return this.#resume ?? this.#original.end;
  }

  /** Puts an entry that is new where another ends. */
  standAt(offset: number): void {
    this.at = offset;
    this.#resume = offset;
  }

  /** Where what it held when its collection was read ended, without the comment beside it. */
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

  /** The value, if it has been read. */
  get seen(): TreeNode | undefined {
    return this.#source.seen;
  }

  /** What it held when its collection was read, as its lines show it; undefined where it is not in block style. */
  get scan(): Scan | undefined {
    return this.#original.scan;
  }

  /** The value as its lines show it, while nobody has read it. */
  get unread(): Scan | undefined {
    return this.#source.seen === undefined ? this.#source.scan : undefined;
  }

  get indicatorEnd(): number | undefined {
    return this.#source.indicatorEnd;
  }

  /** The key as the API server sees it; `undefined` in sequences, and where the key is no scalar. */
  get name(): string | undefined {
    return this.nameTo('kubernetes');
  }

  nameTo(reader: Dialect): string | undefined {
    const known = this.newKey?.name ?? this.#knownName ?? this.#source.name;
    if (known !== undefined) return known;
    const key = this.key?.kind === 'alias' ? this.key.target : this.key;
    return key?.kind === 'scalar' ? keyName(key.valueTo(reader), key.content) : undefined;
  }

  /** Whether the entry is where it was read, and was not set: only in it anything can have been edited. */
  get isInPlace(): boolean {
    return this.#source === this.#original && this.#resume === undefined;
  }

  /** Whether the entry is written as its range of `text` says. */
  get pristine(): boolean {
    if (this.newKey !== undefined) return false;
    const { seen } = this.#source;
    return !isCollection(seen) || !seen.changed;
  }
}

/** An entry whose parts have been read. */
export function readyEntry(text: string, start: number, parts: Omit<EntrySource, 'seen'>): Entry {
  const entry = new Entry(text, start, { ...parts, seen: parts.value });
  parts.value.entry = entry;
  if (parts.key !== undefined) parts.key.entry = entry;
  return entry;
}

/** A document as a reader gives it. */
export interface ReadDocument {
  /** The whole of it: an entry without a collection. */
  readonly top: Entry;
  /** In the order of the text. */
  readonly aliases: readonly Alias[];
}

/** Marks every collection that holds the entry as edited. */
export function markChanged(entry: Entry): void {
  for (let parent = entry.parent; parent !== undefined && !parent.changed; parent = parent.entry.parent) {
    parent.changed = true;
  }
}

/** The node itself, or what an alias stands for. */
export function resolveAlias(node: TreeNode): Scalar | Collection {
  return node.kind === 'alias' ? node.target : node;
}

/** Where the lines of a node begin and end: more than its own text only in block collections. */
export function outerRange(node: TreeNode): readonly [number, number] {
  return isCollection(node) ? [node.linesStart, node.linesEnd] : [node.start, node.end];
}

/** Where the lines of a block entry end: those of its value, which begins at `at` or later. */
export function entryLinesEnd(value: TreeNode, at: number): number {
  return isBlock(value) ? outerRange(value)[1] : lineEnd(value.text, Math.max(value.end, at));
}

/** Whether a value is a node, and no plain data. */
export function isTreeNode(value: unknown): value is TreeNode {
  return value instanceof Node;
}

export function isCollection(node: TreeNode | undefined): node is Collection {
  return node?.kind === 'map' || node?.kind === 'seq';
}

/** Whether a node is written on lines of its own: a block collection, a literal or folded scalar. */
export function isBlock(node: TreeNode): boolean {
  return isCollection(node)
    ? !node.flow
    : node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded');
}

/** The innermost entry that ends where an entry ends. */
export function lastEntry(entry: Entry): Entry {
  const { value } = entry;
  const last = isCollection(value) && !value.flow ? value.entries.at(-1) : undefined;
  return last === undefined ? entry : lastEntry(last);
}

/** The innermost node that ends where a node ends. */
export function lastNode(node: TreeNode): TreeNode {
  const last = isCollection(node) && !node.flow ? node.entries.at(-1) : undefined;
  return last === undefined ? node : lastEntry(last).value;
}

/** Whether a node is a block scalar that takes all blank lines after it for its own: `|+`, `>+`. */
export function keepsBlankLines(node: TreeNode): boolean {
  return isBlock(node) && /^[|>][0-9]?\+/.test(node.text.slice(node.start, node.start + 3));
}
