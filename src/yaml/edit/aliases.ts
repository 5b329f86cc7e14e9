import { keyText } from '../print/render.ts';
import { own, where } from './check-step.ts';
import { insertEntry, removeEntry, setValue } from './edit.ts';
import { YamlError } from '../tree/error.ts';
import { isMerge, lookUp, mapEntries, mergedEntry } from '../tree/plain.ts';
import type { Path } from '../tree/value.ts';
import type { Style } from '../print/style.ts';
import { isCollection, markEdited, type Alias, type Collection, type Entry, type TreeNode } from '../tree/tree.ts';

/** The aliases of a document that still refer to their anchors. */
export class Aliases {
  readonly #byTarget = new Map<TreeNode, Alias[]>();
  /** The nodes at or below each entry that had aliases when it was asked for last. */
  #byEntry: Map<Entry, readonly TreeNode[]> | undefined;

  readonly #all: readonly Alias[];
  #inKey: { readonly first: Alias | undefined } | undefined;

  constructor(aliases: readonly Alias[]) {
    this.#all = aliases;
    for (const alias of aliases) addTo(this.#byTarget, alias.target, alias);
  }

  /** True if no alias is left that refers to its anchor. */
  get isEmpty(): boolean {
    return this.#byTarget.size === 0;
  }

  /** The first alias within or for a key that is a map or a sequence, whose text cannot be edited. */
  get inKey(): Alias | undefined {
    this.#inKey ??= { first: this.#all.find(isInKey) };
    return this.#inKey.first;
  }

  /** Replaces the aliases of a node by copies of its text, so that it can be edited alone. Returns their number. */
  detach(target: TreeNode, style: Style): number {
    const aliases = (this.#byTarget.get(target) ?? []).filter(isInUse);
    this.#byTarget.delete(target);
    for (const alias of aliases) replaceByCopy(alias, style);
    return aliases.length;
  }

  /** Returns the anchored nodes at or below an entry that have aliases. */
  below(entry: Entry): readonly TreeNode[] {
    if (this.isEmpty) return NONE;
    this.#byEntry ??= targetsByEntry(this.#byTarget.keys());
    const found = this.#byEntry.get(entry);
    if (found === undefined) return NONE;
    const left = found.filter((target) => this.#byTarget.has(target));
    this.#byEntry.set(entry, left);
    return left;
  }
}

/** State of a document that edits of its places need. */
interface PlaceSetting {
  readonly aliases: Aliases;
  /** Returns the style of new lines, as the document has it. */
  readonly style: () => Style;
  /** Makes an edit, after which the document has another version. */
  readonly edited: (edit: () => void) => void;
  /** Tells people what an edit did besides. */
  readonly notice: (text: string) => void;
}

/**
 * Places below an entry that are to be edited: each is first made one that no alias leads to, and that none refers to.
 */
export class EditedPlaces {
  readonly #root: Entry;
  readonly #setting: PlaceSetting;

  constructor(root: Entry, setting: PlaceSetting) {
    this.#root = root;
    this.#setting = setting;
  }

  /** Returns the collection at a path after detaching it. Throws a `YamlError` if there is none. */
  collection(path: Path): Collection {
    const node = this.entry(path).value;
    if (!isCollection(node)) throw new YamlError('edit', `no map or sequence at ${where(path)}`);
    this.detach(node);
    return node;
  }

  /**
   * Returns the entry at a path after replacing every alias and merged key that leads to it by a copy. Throws a
   * `YamlError` if there is none.
   */
  entry(path: Path): Entry {
    this.#detachAbove();
    let entry = this.#root;
    let depth = 0;
    for (const step of path) {
      depth++;
      const node = this.#ownNode(entry);
      const next = isCollection(node) ? (own(node, step) ?? this.#localCopy(node, step)) : undefined;
      if (next === undefined) throw new YamlError('edit', `no value at ${where(path.slice(0, depth))}`);
      entry = next;
    }
    this.#ownNode(entry);
    return entry;
  }

  /**
   * Replaces the merge keys of a map by the keys that they supply, except `without`, if they supply `name`, which could
   * not be removed otherwise.
   */
  expandMerges(map: Collection, without: string | undefined, name = without): void {
    if (name === undefined || mergedEntry(map, name) === undefined) return;
    const { edited, style } = this.#setting;
    const merges = map.named('<<').filter(isMerge);
    for (const merge of merges) this.detachBelow(merge);
    edited(() => {
      let index = map.indexOf(merges.at(-1)) + 1;
      for (const [key, { entry, merged }] of mapEntries(map)) {
        if (merged && key !== without) insertEntry(map, { index: index++, key, value: entry.value, style: style() });
      }
      for (const merge of merges) removeEntry(map, map.indexOf(merge), style());
    });
  }

  /** Detaches the collections that hold an entry, and what is below it. */
  detachAround(entry: Entry): void {
    this.#detachAbove();
    this.detachBelow(entry);
  }

  detachBelow(entry: Entry): void {
    for (const target of this.#setting.aliases.below(entry)) this.detach(target);
  }

  /** Replaces the aliases of a node by copies. */
  detach(target: TreeNode): void {
    if (target.kind === 'alias' || target.anchor === undefined) return;
    const { aliases, edited, style, notice } = this.#setting;
    edited(() => {
      const count = aliases.detach(target, style());
      if (count > 0)
        notice(
          `the value of anchor "${target.anchor}" was edited: ${count} alias${count === 1 ? '' : 'es'} of it replaced by copies of the old value`,
        );
    });
  }

  /** Returns the node of an entry after detaching it: it is neither an alias nor the target of one. */
  #ownNode(entry: Entry): TreeNode {
    const { edited, style } = this.#setting;
    const { value } = entry;
    if (value.kind === 'alias') edited(() => setValue(entry, value.target, style()));
    this.detach(entry.value);
    return entry.value;
  }

  /** Copies a key that a merge supplies into the map itself. */
  #localCopy(map: Collection, step: string | number): Entry | undefined {
    const merged = typeof step === 'string' && map.kind === 'map' ? lookUp(map, step) : undefined;
    if (merged === undefined || typeof step !== 'string') return undefined;
    const { edited, style } = this.#setting;
    edited(() => insertEntry(map, { index: map.length, key: step, value: merged.value, style: style() }));
    return own(map, step);
  }

  #detachAbove(): void {
    if (this.#setting.aliases.isEmpty) return;
    for (let { parent } = this.#root; parent !== undefined; { parent } = parent.entry) this.detach(parent);
  }
}

const NONE: readonly TreeNode[] = [];

/** Returns the targets at or below each entry: a search among all of them for each edit would take quadratic time. */
function targetsByEntry(targets: Iterable<TreeNode>): Map<Entry, readonly TreeNode[]> {
  const found = new Map<Entry, TreeNode[]>();
  for (const target of targets) {
    for (let entry: Entry | undefined = target.entry; entry !== undefined; entry = entry.parent?.entry)
      addTo(found, entry, target);
  }
  return found;
}

function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

function replaceByCopy(alias: Alias, style: Style): void {
  const { entry, target } = alias;
  if (entry.key !== alias) {
    setValue(entry, target, style);
    return;
  }
  entry.newKey = { name: entry.name ?? '', text: keyText(entry, alias), end: alias.end };
  markEdited(entry);
}

/** Reports whether an alias was read within or for a key that is a map or a sequence. */
function isInKey(alias: Alias): boolean {
  const { entry, target } = alias;
  if (entry.key === alias && isCollection(target)) return true;
  for (let { parent } = entry; parent !== undefined; { parent } = parent.entry)
    if (parent.entry.key === parent) return true;
  return false;
}

/** Reports whether an alias is still part of its document. */
function isInUse(alias: Alias): boolean {
  const { key, value } = alias.entry;
  return (key === alias || value === alias) && isAttached(alias.entry);
}

function isAttached(entry: Entry): boolean {
  const { parent } = entry;
  if (parent === undefined) return true;
  return !entry.isRemoved && parent.entry.value === parent && isAttached(parent.entry);
}
