import { annotationText } from '../krm/resource.ts';
import { isMap } from '../yaml/index.ts';
import { idOf, type ListItem } from './answer.ts';
import { KPT } from './kpt-annotations.ts';

/** Pairs of printed and sent items. */
export interface Matches {
  /** Index of the sent item for each printed item; undefined for a new item. */
  readonly pairs: readonly (number | undefined)[];
  /** Indexes of printed items that have the id of a different item, and were matched by other means. */
  readonly misnumbered: readonly number[];
}

/**
 * Pairs the items that a function printed with the sent ones: by kpt's id, else by path and index, else by group, kind,
 * namespace and name. An item with the place and name of one sent item but the id of another is matched by place and
 * name. If several match, the first is paired.
 */
export function matchItems(sent: readonly ListItem[], answered: readonly ListItem[]): Matches {
  const matcher = new Matcher(sent, answered);
  // The id is in the lines of an item, and most items are printed as they were sent.
  matcher.match(linesOf);
  const doubtful = matcher.doubtful();
  matcher.match(identityKey, (at) => doubtful.has(at));
  const misnumbered = [...doubtful].filter((at) => matcher.pairs[at] !== undefined);
  matcher.match(idOf);
  // Another item with this name may be a copy, which only its id shows.
  const isFree = (at: number): boolean => !matcher.hasSentId(at);
  matcher.match(placeKey, isFree, true);
  matcher.match(nameKey, isFree);
  return { pairs: matcher.pairs, misnumbered };
}

class Matcher {
  readonly pairs: (number | undefined)[];
  readonly #sent: readonly ListItem[];
  readonly #answered: readonly ListItem[];
  readonly #free: Set<number>;

  constructor(sent: readonly ListItem[], answered: readonly ListItem[]) {
    this.#sent = sent;
    this.#answered = answered;
    this.pairs = answered.map(() => undefined);
    this.#free = new Set(sent.keys());
  }

  /** Pairs unmatched items with the same key. `isUnique`: skips keys that several sent items have. */
  match(
    keyOf: (item: ListItem) => string | undefined,
    isOpen: (at: number) => boolean = () => true,
    isUnique = false,
  ): void {
    if (this.#free.size === 0 || !this.pairs.includes(undefined)) return;
    const open = new Map<string, number | undefined>();
    for (const index of this.#free) {
      const key = keyOf(this.#sent[index] as ListItem);
      if (key !== undefined && (isUnique || !open.has(key))) open.set(key, open.has(key) ? undefined : index);
    }
    for (const [at, item] of this.#answered.entries()) {
      if (this.pairs[at] !== undefined || open.size === 0 || !isOpen(at)) continue;
      const key = keyOf(item);
      const index = key === undefined ? undefined : open.get(key);
      if (key === undefined || index === undefined) continue;
      this.pairs[at] = index;
      open.delete(key);
      this.#free.delete(index);
    }
  }

  /** Returns the unmatched items whose place or name differs from that of the item with their id. */
  doubtful(): ReadonlySet<number> {
    const byId = new Map(this.#sent.map((item) => [idOf(item), item]));
    const open = [...this.#answered.entries()].filter(([at]) => this.pairs[at] === undefined);
    const doubted = open.filter(([, item]) => {
      const [id, key] = [idOf(item), identityKey(item)];
      const other = id === undefined || key === undefined ? undefined : byId.get(id);
      return other !== undefined && identityKey(other) !== key;
    });
    return new Set(doubted.map(([at]) => at));
  }

  /** Reports whether an item has the id of a sent item, so that it is this item or a copy of it. */
  hasSentId(at: number): boolean {
    const id = Number(idOf(this.#answered[at] as ListItem));
    return Number.isInteger(id) && id >= 1 && id <= this.#sent.length;
  }
}

/** Returns a key of place and name together; undefined without a place. */
function identityKey(item: ListItem): string | undefined {
  const place = placeKey(item);
  return place === undefined ? undefined : `${place}\n${nameKey(item)}`;
}

function linesOf({ lines }: ListItem): string | undefined {
  return lines;
}

function placeKey(item: ListItem): string | undefined {
  const path = item.annotation(KPT.internalPath) ?? item.annotation(KPT.path);
  const index = item.annotation(KPT.internalIndex) ?? item.annotation(KPT.index);
  if (path === undefined || index === undefined) return undefined;
  return JSON.stringify([item.annotation(KPT.packagePath), path, index]);
}

/** Returns a key of group, kind, namespace and name. Ignores the version, which may change. */
function nameKey({ head }: ListItem): string | undefined {
  if (!isMap(head) || !isMap(head['metadata'])) return undefined;
  const { apiVersion, kind, metadata } = head;
  const group = annotationText(apiVersion)?.split('/').slice(0, -1).join('/');
  const names = [kind, metadata['namespace'], metadata['name']].map((each) => annotationText(each) ?? '');
  return JSON.stringify([group, ...names]);
}
