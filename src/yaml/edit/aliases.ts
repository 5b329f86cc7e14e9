import { keyText } from '../print/render.ts';
import { setValue } from './edit.ts';
import type { Style } from '../print/style.ts';
import { markEdited, type Alias, type Entry, type TreeNode } from '../tree/tree.ts';

/** The aliases of a document that still refer to their anchors. */
export class Aliases {
  readonly #byTarget = new Map<TreeNode, Alias[]>();

  constructor(aliases: readonly Alias[]) {
    for (const alias of aliases) this.#byTarget.set(alias.target, [...(this.#byTarget.get(alias.target) ?? []), alias]);
  }

  /** Replaces the aliases of a node by copies of its text, so that it can be edited alone. Returns their number. */
  detach(target: TreeNode, style: Style): number {
    const aliases = (this.#byTarget.get(target) ?? []).filter(isInUse);
    this.#byTarget.delete(target);
    for (const alias of aliases) replaceByCopy(alias, style);
    return aliases.length;
  }

  /** Returns the anchored nodes at or below an entry that have aliases. */
  below(entry: Entry): TreeNode[] {
    return [...this.#byTarget.keys()].filter((target) => isWithin(target.entry, entry));
  }
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

function isWithin(entry: Entry, holder: Entry): boolean {
  for (let at: Entry | undefined = entry; at !== undefined; at = at.parent?.entry) if (at === holder) return true;
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
  return parent.entries.includes(entry) && parent.entry.value === parent && isAttached(parent.entry);
}
