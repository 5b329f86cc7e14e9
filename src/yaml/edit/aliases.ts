import { keyText } from '../print/render.ts';
import { setValue } from './edit.ts';
import type { Style } from '../print/style.ts';
import { isCollection, markEdited, type Alias, type Entry, type TreeNode } from '../tree/tree.ts';

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
    if (this.#byTarget.size === 0) return NONE;
    this.#byEntry ??= targetsByEntry(this.#byTarget.keys());
    const found = this.#byEntry.get(entry);
    if (found === undefined) return NONE;
    const left = found.filter((target) => this.#byTarget.has(target));
    this.#byEntry.set(entry, left);
    return left;
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
