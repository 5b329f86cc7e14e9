import { Aliases, EditedPlaces } from './edit/aliases.ts';
import type { NewValue, SourceDocument } from './document.ts';
import { ElementIndexes } from './element-index.ts';
import { entryComments } from './entry-comments.ts';
import { setBlockLines } from './edit/block-edit.ts';
import type { DataEdit, NestedEdit } from './edit/data-edit.ts';
import { checkRename, checkStep, own, where, type Step } from './edit/check-step.ts';
import { insertEntry, removeEntry, setValue } from './edit/edit.ts';
import { pathAfter } from './edit/moved-path.ts';
import { renameEntry } from './edit/rename-entry.ts';
import { YamlError } from './tree/error.ts';
import { findDuplicateKeys } from './duplicate-keys.ts';
import { duplicateKey, type DuplicateKey, type UnsafeKey } from './tree/key-faults.ts';
import { findBareTemplates, findStrings, type FoundString } from './find-strings.ts';
import { findLineComments, type LineComment } from './line-comments.ts';
import { styledScalar } from './styled-scalar.ts';
import { handOut, type SourceNode, type Version } from './tree/node.ts';
import { lookUp, mapEntries, ownEntries, plainValue } from './tree/plain.ts';
import { LiteralLines } from './literal-lines.ts';
import type { LiteralText } from './literal-text.ts';
import { openValue } from './new-value.ts';
import { linesAbove, ownText } from './own-text.ts';
import type { Printable } from './print/print.ts';
import { renderEntry, renderNode } from './print/render.ts';
import { literalBlock, type LiteralBlock } from './read/literal-block.ts';
import { readSingle } from './read/reader.ts';
import { BARE, withLineBreaks, type TextLayout } from './read/text-layout.ts';
import { readRewritten } from './rewritten.ts';
import type { Dialect } from './tree/scalar-type.ts';
import { scanAt, UNKNOWN, type Scan } from './tree/scan.ts';
import { detectStyle, type Style } from './print/style.ts';
import { lineStart, position } from './tree/positions.ts';
import type { ReadDocument } from './tree/read-document.ts';
import { isCollection, resolveAlias, type Collection, Entry, type EntryList, type Scalar } from './tree/tree.ts';
import { equalValues, isList, isMap, type Path, type Value } from './tree/value.ts';
import { findUnsafeKeys } from './unsafe-keys.ts';
import { verifyText } from './verify-text.ts';

/** State shared by the views of a document, and its version. */
interface Shared extends Version {
  /** The whole document: replaced when it is rewritten, as are the layout and the aliases. */
  read: ReadDocument;
  layout: TextLayout;
  aliases: Aliases;
  hasAliases: boolean;
  /** Range of the whole document in the text that was read; set before the first edit. */
  original: Pick<Entry, 'text' | 'start' | 'end'> | undefined;
  /** Number of edits before each time that the document was rewritten. */
  rewrites: readonly number[];
  /** Made for the first edit: a text can hold a million documents, of which few are edited. */
  edits: DataEdit[] | undefined;
  /** Made when elements are first found by a field. */
  indexes: ElementIndexes | undefined;
  /** The document as it was read first. */
  readonly first: ReadDocument;
  /** View of the whole document, once one was asked for. */
  whole?: SourceDocument;
}

/** Lines that replace those of a literal block, the edits of the text in it, and the text. */
interface LiteralEdit {
  readonly block: LiteralBlock;
  readonly lines: string;
  readonly within: readonly NestedEdit[];
  readonly content: () => string;
}

/** Returns a document over the result of a reader. */
export function sourceDocument(read: ReadDocument, layout: TextLayout): SourceDocument {
  return new EditableDocument({
    read,
    layout,
    aliases: aliasesOf(read),
    hasAliases: read.aliases.length > 0,
    original: undefined,
    rewrites: NO_REWRITES,
    edits: undefined,
    indexes: undefined,
    first: read,
    number: 0,
    hasCrlf: layout.eol === '\r\n',
  });
}

function aliasesOf({ aliases }: ReadDocument): Aliases {
  return aliases.length === 0 ? NO_ALIASES : new Aliases(aliases);
}

const NO_ALIASES = new Aliases([]);
const NO_NOTICES: readonly string[] = [];
const NO_ENTRIES: readonly Entry[] = [];
const NO_REWRITES: readonly number[] = [];

class EditableDocument implements SourceDocument {
  readonly #shared: Shared;
  /** The entry whose value this is a view of. A view of an element finds it when it is first needed. */
  #entry: Entry | undefined;
  /** The entries that hold it as they were read. */
  #list: EntryList | undefined;
  /** Number of times that the document had been rewritten when the entry was found. */
  #rewrites: number;
  #style: Style | undefined;
  #notices: string[] | undefined;
  /** Last index of the sequence element that this is a view of, or a view in. */
  #index: number;
  /** False for a view of a value that an alias or merge key leads to: an edit would change the original. */
  #isOwn = true;

  /** `place`: the value that this is a view of; the whole document by default. */
  constructor(shared: Shared, place?: Entry | EntryList, index = 0) {
    this.#shared = shared;
    this.#entry = place instanceof Entry ? place : undefined;
    this.#list = place instanceof Entry ? undefined : place;
    this.#index = index;
    this.#rewrites = shared.rewrites.length;
  }

  get #root(): Entry {
    if (this.#rewrites < this.#shared.rewrites.length) this.#findAgain();
    return (this.#entry ??= this.#list === undefined ? this.#shared.read.top : this.#list.at(this.#index));
  }

  get hasAliases(): boolean {
    return this.#shared.hasAliases;
  }

  get edits(): readonly DataEdit[] {
    return (this.#shared.edits ??= []);
  }

  get scan(): Scan | undefined {
    return this.#shared.first.scan;
  }

  get notices(): readonly string[] {
    return this.#notices ?? NO_NOTICES;
  }

  get(path: Path, reader?: Dialect): SourceNode | undefined {
    const node = this.#node(path, reader);
    return node && handOut(node, this.#shared);
  }

  value(path: Path, reader?: Dialect): Value | undefined {
    const scan = reader === undefined ? this.#scan(path) : UNKNOWN;
    if (scan === undefined) return undefined;
    const scanned = scan === UNKNOWN ? UNKNOWN : scan.value;
    return scanned === UNKNOWN ? this.#treeValue(path, reader) : scanned;
  }

  has(path: Path): boolean {
    const scan = this.#scan(path);
    return scan === UNKNOWN ? this.#find(path) !== undefined : scan !== undefined;
  }

  find(text: string): FoundString[] {
    return findStrings(this.#root, text);
  }

  findBareTemplates(): FoundString[] {
    return findBareTemplates(this.#root);
  }

  findLineComments(start: string): LineComment[] {
    const scan = this.#scan([]);
    if (scan !== undefined && scan !== UNKNOWN && !scan.lines.includes(start)) return [];
    // An edited document has its comments in several texts.
    return this.#root.isEdited
      ? sourceDocument(readSingle(this.ownText()), BARE).findLineComments(start)
      : findLineComments(this.#root, start, this.hasAliases);
  }

  findDuplicateKeys(): DuplicateKey[] {
    return findDuplicateKeys(this.#root);
  }

  duplicateIn(path: Path, keys: readonly string[]): DuplicateKey | undefined {
    const map = this.#node(path);
    if (map?.kind !== 'map') return undefined;
    for (const key of keys) {
      // Each resource that is edited is asked about its identity: creating entries would take longer.
      const entries = map.count(key) > 1 ? ownEntries(map, key) : NO_ENTRIES;
      if (entries.length > 1) return duplicateKey([...path, key], entries);
    }
    return undefined;
  }

  findUnsafeKeys(reader: Dialect = 'kubernetes'): UnsafeKey[] {
    return findUnsafeKeys(this.#root, reader);
  }

  /** Returns the scan of a path until the value there, or one around it that is not a map, is edited. */
  #scan(path: Path): Scan | typeof UNKNOWN | undefined {
    const isCurrent = this.#rewrites === this.#shared.rewrites.length;
    const scan = this.#entry === undefined && isCurrent ? this.#unreadScan : undefined;
    return scan === undefined ? scanBelow(this.#root, path) : scanAt(scan, path);
  }

  get #unreadScan(): Scan | undefined {
    return this.#list === undefined ? this.#shared.read.unreadScan : this.#list.uncreatedScan(this.#index);
  }

  keys(path: Path): string[] | undefined {
    const scan = this.#scan(path);
    const keys = scan === undefined || scan === UNKNOWN ? undefined : keysOf(scan);
    if (keys !== undefined) return keys;
    const node = this.#node(path);
    return node?.kind === 'map' ? [...mapEntries(node).keys()] : undefined;
  }

  length(path: Path): number | undefined {
    const node = this.#node(path);
    return node?.kind === 'seq' ? node.length : undefined;
  }

  indexesOf(path: Path, field: string, text: string): readonly number[] {
    const read = (index: number): Value | undefined => this.value([...path, index, field]);
    const list = { path: [...this.#path(), ...path], field, length: this.length(path) ?? 0, read };
    this.#shared.indexes ??= new ElementIndexes();
    return this.#shared.indexes.find(list, text);
  }

  elements(path: Path): (Scan | undefined)[] {
    const node = this.#node(path);
    return node?.kind === 'seq' ? node.scans() : [];
  }

  comments(path: Path): string[] {
    const node = this.#node(path);
    return node?.kind === 'seq' ? entryComments(node) : [];
  }

  position(path: Path): { readonly line: number; readonly column: number } | undefined {
    const value = this.#find(path)?.value;
    const { text, parent } = this.#root;
    if (value === undefined || value.text !== text) return undefined;
    return position(text, value.start, parent === undefined ? 0 : lineStart(text, this.#root.value.start));
  }

  set(path: Path, value: NewValue, before?: string): void {
    const { plain, printable } = openValue(value);
    this.#make({ kind: 'set', path, value: plain }, this.#steps(path, printable, plain, before));
  }

  setContent(path: Path, content: string): void {
    const old = this.#node(path);
    if (old?.kind !== 'scalar') throw new YamlError('edit', `no scalar at ${where(path)}`);
    if (old.content === content && old.tag === undefined) return;
    const styled = styledScalar(content, old.style);
    const value = styled === undefined ? content : styled.value;
    this.#make({ kind: 'set', path, value }, [{ kind: 'put', path, value: styled ?? content }]);
  }

  insert(path: Path, index: number, value: NewValue): void {
    const { plain, printable } = openValue(value);
    if (!Number.isInteger(index) || index < 0 || index > (this.length(path) ?? 0))
      throw new YamlError('edit', `index ${index} is out of range in ${where(path)}`);
    this.#make({ kind: 'insert', path, index, value: plain }, [
      { kind: 'insert', path, index, value: printable ?? plain },
    ]);
  }

  append(path: Path, value: NewValue): void {
    this.insert(path, this.length(path) ?? 0, value);
  }

  remove(path: Path): boolean {
    const last = path.at(-1);
    if (last === undefined) throw new YamlError('edit', 'a document cannot be removed from itself');
    if (this.#find(path) === undefined) return false;
    this.#make({ kind: 'remove', path }, [{ kind: 'remove', path }]);
    return true;
  }

  /** Makes an edit that consists of steps if each of them can be made. */
  #make(edit: DataEdit, steps: readonly Step[]): void {
    this.#checkEditable();
    for (const step of steps) checkStep(this.#root, step);
    this.#record(edit);
    for (const step of steps) {
      if (step.kind === 'put') this.#put(step.path, step.value, step.before);
      else if (step.kind === 'insert') this.#insert(step.path, step.index, step.value);
      else this.#remove(step.path);
    }
  }

  #insert(path: Path, index: number, added: Printable): void {
    const old = this.#node(path);
    if (old?.kind !== 'seq') {
      this.#put(path, [added]);
      return;
    }
    const seq = this.#places.entry(path).value as Collection;
    this.#places.detach(seq);
    this.#edited(() => insertEntry(seq, { index, key: undefined, value: added, style: this.#layout }));
  }

  #remove(path: Path): void {
    const last = path.at(-1) ?? '';
    const collection = this.#places.collection(path.slice(0, -1));
    if (typeof last === 'string') this.#places.expandMerges(collection, last);
    const entry = own(collection, last);
    if (entry === undefined) return;
    const index = typeof last === 'number' ? last : collection.indexOf(entry);
    this.#places.detachBelow(entry);
    this.#edited(() => removeEntry(collection, index, this.#layout));
  }

  literal(path: Path): LiteralText | undefined {
    if (this.hasAliases || !this.#isOwn || this.#shared.layout.eol !== '\n') return undefined;
    const scan = this.#scan(path);
    const block = scan === undefined || scan === UNKNOWN ? undefined : literalBlock(scan);
    // A value that was set has a text of its own.
    if (block?.isPlain !== true || block.text !== this.#shared.read.top.text) return undefined;
    return new LiteralLines(block, {
      readLine: (line) => sourceDocument(readSingle(line), BARE),
      write: (lines, within, content) => this.#setLines(path, { block, lines, within, content }),
    });
  }

  #setLines(path: Path, { block, lines, within, content }: LiteralEdit): void {
    const entry = this.#find(path);
    if (entry === undefined) throw new YamlError('edit', `no value at ${where(path)}`);
    this.#keepOriginal();
    this.#add({
      kind: 'set',
      path: [...this.#path(), ...path],
      within,
      // Few calls need the text.
      get value() {
        return content();
      },
    });
    this.#edited(() => setBlockLines(entry, block.from, lines));
  }

  rename(path: Path, key: string): void {
    const last = path.at(-1);
    const name = this.#find(path) === undefined ? undefined : last;
    if (typeof name !== 'string') throw new YamlError('edit', `no key at ${where(path)}`);
    if (name === key) return;
    this.#checkEditable();
    checkRename(this.#root, path, key);
    this.#record({ kind: 'rename', path, key });
    const map = this.#places.collection(path.slice(0, -1));
    this.#places.expandMerges(map, undefined, name);
    const entry = own(map, name);
    const old = entry?.key;
    if (entry === undefined || old === undefined) throw new YamlError('edit', `no key at ${where(path)}`);
    this.#places.detach(old);
    this.#edited(() => renameEntry(entry, old, key, this.#layout));
  }

  rewrite(text: string): void {
    if (this.#root.parent !== undefined)
      throw new YamlError('edit', 'only a whole document can be rewritten, not a part');
    const old = this.text();
    if (text === old) return;
    const shared = this.#shared;
    const { read, layout, changed } = readRewritten(text, old);
    this.#keepOriginal();
    shared.rewrites = [...shared.rewrites, this.edits.length];
    shared.read = read;
    shared.layout = layout;
    shared.aliases = aliasesOf(read);
    shared.hasAliases ||= read.aliases.length > 0;
    shared.hasCrlf = layout.eol === '\r\n';
    shared.number++;
    for (const path of changed) this.#record({ kind: 'comment', path });
  }

  view(path: Path): SourceDocument {
    const [first] = path;
    if (path.length === 1 && typeof first === 'number') {
      const { value } = this.#root;
      const list = value.kind === 'seq' ? value.unreadEntries : undefined;
      if (list !== undefined && first < list.length) return new EditableDocument(this.#shared, list, first);
    }
    const entry = this.#find(path);
    if (entry === undefined) throw new YamlError('edit', `no value at ${where(path)}`);
    const last = path.at(-1);
    const view = new EditableDocument(this.#shared, entry, typeof last === 'number' ? last : undefined);
    view.#isOwn = this.#isOwn && (!this.hasAliases || equalValues(view.#path(), [...this.#path(), ...path]));
    return view;
  }

  text(): string {
    const { layout, read } = this.#shared;
    const unread = this.#entry === undefined && this.#list === undefined ? read.unreadText : undefined;
    if (unread !== undefined) return withLineBreaks(`${layout.mark}${unread}`, layout);
    const { parent, value } = this.#root;
    const text = parent === undefined ? `${layout.mark}${renderEntry(this.#root)}` : renderNode(value);
    return withLineBreaks(text, layout);
  }

  verify(): void {
    const { original, read } = this.#shared;
    if (original === undefined) return;
    const { text, start, end } = original;
    const above = directivesBefore(text, start);
    const readOf = (part: string): SourceDocument => sourceDocument(readSingle(`${above}${part}`), BARE);
    verifyText('document', {
      written: () => ({ documents: [readOf(renderEntry(read.top))] }),
      edited: [this],
      original: [readOf(text.slice(start, end))],
    });
  }

  #keepOriginal(): void {
    if (this.#shared.original !== undefined) return;
    const { text, start, end } = this.#shared.read.top;
    this.#shared.original = { text, start, end };
  }

  ownText(withAbove = false): string {
    const { parent } = this.#root;
    if (parent === undefined) return this.text();
    const above = withAbove ? linesAbove(this.#root, Number(this.#step(this.#root, parent))) : '';
    return withLineBreaks(`${above}${this.hasAliases ? this.#copiedText() : ownText(this.#root)}`, this.#shared.layout);
  }

  /** Returns the text of a copy: an alias may refer to an anchor elsewhere. */
  #copiedText(): string {
    const copy = sourceDocument(readSingle('a: b\n'), BARE);
    copy.set([], this.get([]) ?? null);
    return copy.text();
  }

  get whole(): { readonly document: SourceDocument; readonly path: Path } {
    const shared = this.#shared;
    return { document: (shared.whole ??= new EditableDocument(shared)), path: this.#path() };
  }

  get #layout(): Style {
    return (this.#style ??= detectStyle(this.#root.value));
  }

  /** Places of this view, for an edit: `EditedPlaces` changes them through `#edited`. */
  get #places(): EditedPlaces {
    return new EditedPlaces(this.#root, {
      aliases: this.#shared.aliases,
      style: () => this.#layout,
      edited: (edit) => this.#edited(edit),
      notice: (text) => void (this.#notices ??= []).push(text),
    });
  }

  #checkEditable(): void {
    if (!this.#isOwn) throw new YamlError('edit', 'an alias leads here: replace it by a copy of its value first');
    const alias = this.#shared.aliases.inKey;
    if (alias === undefined) return;
    const { line } = position(alias.text, alias.start);
    throw new YamlError('edit', `the key in line ${line} must be a scalar: an alias there could lose its anchor`);
  }

  #record(edit: DataEdit): void {
    this.#keepOriginal();
    const top = this.#path();
    this.#add(top.length === 0 ? edit : { ...edit, path: [...top, ...edit.path] });
  }

  /** Adds an edit, whose path starts at the top of the document. */
  #add(edit: DataEdit): void {
    this.#shared.edits ??= [];
    this.#shared.edits.push(edit);
    this.#shared.indexes?.edited(edit);
  }

  /** Finds the value of this view in the tree of the text that replaced the document's. */
  #findAgain(): void {
    const { rewrites, read } = this.#shared;
    const since = this.edits.slice(rewrites[this.#rewrites]);
    this.#rewrites = rewrites.length;
    const old = this.#path();
    const path = pathAfter(old, since);
    this.#entry = read.top;
    this.#list = undefined;
    this.#style = undefined;
    this.#entry = path && this.#find(path);
    if (this.#entry === undefined) throw new YamlError('edit', `no value at ${where(old)}`);
  }

  /** Returns the path from the top of the document to the value of this view. */
  #path(): Path {
    const path: (string | number)[] = [];
    for (let entry = this.#root; entry.parent !== undefined; entry = entry.parent.entry)
      path.unshift(this.#step(entry, entry.parent));
    return path;
  }

  #step(entry: Entry, { kind, created }: Collection): string | number {
    if (kind === 'map') return entry.name ?? '';
    if (created[this.#index] !== entry) this.#index = created.indexOf(entry);
    return this.#index;
  }

  #edited(edit: () => void): void {
    edit();
    this.#shared.number++;
  }

  #find(path: Path, reader?: Dialect): Entry | undefined {
    let entry: Entry | undefined = this.#root;
    for (const step of path) {
      const node: Scalar | Collection = resolveAlias(entry.value);
      if (typeof step === 'number') entry = node.kind === 'seq' ? node.at(step) : undefined;
      else entry = node.kind === 'map' ? lookUp(node, step, reader) : undefined;
      if (entry === undefined) return undefined;
    }
    return entry;
  }

  #node(path: Path, reader?: Dialect): Scalar | Collection | undefined {
    const entry = this.#find(path, reader);
    return entry && resolveAlias(entry.value);
  }

  /**
   * Reports whether lines lack the last key of a path: the value there will change, for which the tree is read anyway.
   */
  #isAbsent(path: Path): boolean {
    const last = path.at(-1);
    const scan = this.#entry === undefined ? this.#unreadScan : this.#entry.uneditedScan;
    return typeof last === 'string' && scan?.lines.includes(last) === false;
  }

  #treeValue(path: Path, reader?: Dialect): Value | undefined {
    const node = this.#node(path, reader);
    return node && plainValue(node, reader);
  }

  /** Returns the steps that set a value: in a map or a sequence, the differences only. `before`: as in `set`. */
  #steps(path: Path, node: Printable | undefined, plain: Value, before?: string): readonly Step[] {
    const old = this.#isAbsent(path) ? this.#treeValue(path) : this.value(path);
    if (old !== undefined && equalValues(old, plain)) return [];
    const within = node === undefined && old !== undefined ? this.#stepsWithin(path, old, plain) : undefined;
    return within ?? [{ kind: 'put', path, value: node ?? plain, before }];
  }

  /** Returns undefined if the new value is of another kind. */
  #stepsWithin(path: Path, old: Value, value: Value): readonly Step[] | undefined {
    const set = (step: string | number, item: Value): readonly Step[] => this.#steps([...path, step], undefined, item);
    const remove = (step: string | number): Step => ({ kind: 'remove', path: [...path, step] });
    if (isMap(old) && isMap(value)) {
      const gone = Object.keys(old).filter((key) => !Object.hasOwn(value, key));
      return [...Object.entries(value).flatMap(([key, item]) => set(key, item)), ...gone.map(remove)];
    }
    if (!isList(old) || !isList(value) || old.length === 0 || value.length === 0) return undefined;
    const same = (a: number, b: number): boolean => equalValues(old[a] as Value, value[b] as Value);
    let head = 0;
    while (head < old.length && head < value.length && same(head, head)) head++;
    let tail = 0;
    while (
      tail < old.length - head &&
      tail < value.length - head &&
      same(old.length - 1 - tail, value.length - 1 - tail)
    )
      tail++;
    const [gone, come] = [old.length - head - tail, value.length - head - tail];
    const both = head + Math.min(gone, come);
    const items = value.slice(head, head + come);
    return [
      ...items.slice(0, both - head).flatMap((item, index) => set(head + index, item)),
      ...items.slice(both - head).map((item, i): Step => ({ kind: 'insert', path, index: both + i, value: item })),
      ...Array.from({ length: Math.max(0, gone - come) }, (_, i) => remove(head + gone - 1 - i)),
    ];
  }

  /** Sets a value that differs, creating the maps that lead to it. `before`: as in `set`. */
  #put(path: Path, value: Printable, before?: string): void {
    const last = path.at(-1);
    if (last === undefined) {
      this.#replace(this.#root, value);
      return;
    }
    const parentPath = path.slice(0, -1);
    const single = this.#ownCollection(parentPath);
    if (single === undefined && !isCollection(this.#node(parentPath))) {
      this.#put(parentPath, { [last]: value });
      return;
    }
    const collection = single ?? this.#places.collection(parentPath);
    const entry = own(collection, last);
    if (entry !== undefined) this.#replace(entry, value);
    else {
      const key = String(last);
      const next = before === undefined ? -1 : collection.indexOf(own(collection, before));
      const index = next === -1 ? collection.length : next;
      this.#edited(() => insertEntry(collection, { index, key, value, style: this.#layout }));
    }
  }

  #replace(entry: Entry, value: Printable): void {
    if (this.hasAliases) this.#places.detachAround(entry);
    this.#edited(() => setValue(entry, value, this.#layout));
  }

  /** Returns the collection at a path if it is certain that nothing must be detached, or copied from a merge key. */
  #ownCollection(path: Path): Collection | undefined {
    if (this.hasAliases) return undefined;
    let node = this.#root.value;
    for (const step of path) {
      const entry = isCollection(node) ? own(node, step) : undefined;
      if (entry === undefined) return undefined;
      node = entry.value;
    }
    return isCollection(node) ? node : undefined;
  }
}

/** Returns the scan of a path below an entry. In maps that were edited, an entry that was not still has its scan. */
function scanBelow(entry: Entry, path: Path): Scan | typeof UNKNOWN | undefined {
  // An element has no scan of its own.
  for (const step of path) if (typeof step === 'number') return UNKNOWN;
  let place = entry;
  for (let depth = 0; ; depth++) {
    const { uneditedScan, parsed } = place;
    if (uneditedScan !== undefined) return scanAt(uneditedScan, path.slice(depth));
    const next = depth < path.length && parsed?.kind === 'map' ? lookUp(parsed, String(path[depth])) : undefined;
    if (next === undefined) return UNKNOWN;
    place = next;
  }
}

/** Returns the keys of a map; undefined if it is not certain to be one. */
function keysOf(scan: Scan): string[] | undefined {
  const pairs = scan.pairs();
  if (pairs === UNKNOWN || pairs.length === 0) return undefined;
  const keys = new Set<string>();
  for (let index = 0; index < pairs.length; index++) keys.add(pairs.key(index));
  return [...keys];
}

/** Returns the directives of the document that begins at an offset: lines before it, among comments and blank lines. */
function directivesBefore(text: string, offset: number): string {
  const lines: string[] = [];
  for (let end = offset; end > 0;) {
    const start = lineStart(text, end - 1);
    const line = text.slice(start, end);
    if (!/^(?:%|\s*(?:#|$))/.test(line)) break;
    if (line.startsWith('%')) lines.unshift(line);
    end = start;
  }
  return lines.join('');
}
