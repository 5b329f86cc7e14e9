import { longestRise } from '../longest-rise.ts';
import { listKeys } from '../pairing/list-keys.ts';
import { pairLists } from '../pairing/pair-lists.ts';
import {
  equalValues,
  isList,
  isMap,
  type NewValue,
  type Path,
  readDocument,
  type SourceDocument,
  type Value,
} from '../yaml/index.ts';
import type { Resource } from './resource.ts';

/** An edited document, with the original path of each of its values. */
export interface Splicing {
  /** Returns the original path of a value; undefined if the value is new. */
  oldPath(path: Path): Path | undefined;
  /** Paths of moved list elements before and after. A moved element is a copy of its text. */
  readonly moved: readonly { readonly from: Path; readonly to: Path }[];
  /** Comments of elements without keys that were changed or replaced. */
  readonly doubtful: readonly DoubtfulComments[];
}

/** Comments whose list element is uncertain. */
interface DoubtfulComments {
  /** Path of the element that has them now, or of the list that lost them. */
  readonly path: Path;
  /** Joined by line breaks. */
  readonly comments: string;
  readonly isKept: boolean;
}

/** Current and intended data of a document. */
export interface Change {
  readonly before: Value;
  readonly after: Value;
  /** Reports whether a scalar that differs at a path of the new data has the same meaning. Default: none does. */
  readonly isSame?: (path: Path) => boolean;
  /** Returns how to write a new value at a path of the new data. Default: as plain data. */
  readonly written?: (path: Path, value: Value) => NewValue;
  /** True to insert new keys of maps in the order of the new data. Default: false, so that they come last. */
  readonly inOrder?: boolean;
}

/**
 * Edits a document to have other data, in as few places as possible: maps by key, lists by alignment of their elements.
 * `document`: document of a resource of this kind. `before`: its current data.
 */
export function splice(
  document: SourceDocument,
  kind: Pick<Resource, 'group' | 'kind'>,
  { before, after, isSame = () => false, written = (_, value) => value, inOrder = false }: Change,
): Splicing {
  const splicer = new Splicer(document, kind, { isSame, written, inOrder });
  splicer.apply({ from: [], to: [] }, before, after);
  return splicer;
}

/** Path of a value before and after. */
interface Place {
  readonly from: Path;
  readonly to: Path;
}

type Printed = Required<Pick<Change, 'isSame' | 'written' | 'inOrder'>>;

class Splicer implements Splicing {
  readonly moved: Place[] = [];
  readonly doubtful: DoubtfulComments[] = [];
  readonly #document: SourceDocument;
  readonly #kind: Pick<Resource, 'group' | 'kind'>;
  readonly #isSame: Printed['isSame'];
  readonly #written: Printed['written'];
  readonly #inOrder: boolean;
  /** Original index of each element, for each aligned list by its new path. */
  readonly #lists = new Map<string, readonly (number | undefined)[]>();
  /** New paths of values that were replaced as a whole. */
  readonly #replaced = new Set<string>();
  #original: SourceDocument | undefined;

  constructor(document: SourceDocument, kind: Pick<Resource, 'group' | 'kind'>, { isSame, written, inOrder }: Printed) {
    this.#isSame = isSame;
    this.#written = written;
    this.#inOrder = inOrder;
    this.#document = document;
    this.#kind = kind;
    this.#originalText = document.ownText();
  }

  /** Text before the first edit, as the source of moved elements. */
  readonly #originalText: string;

  oldPath(path: Path): Path | undefined {
    const old: (string | number)[] = [];
    for (const [depth, step] of path.entries()) {
      const above = JSON.stringify(path.slice(0, depth));
      if (this.#replaced.has(above)) return undefined;
      const list = typeof step === 'number' ? this.#lists.get(above) : undefined;
      const index = list === undefined ? step : list[Number(step)];
      if (index === undefined) return undefined;
      old.push(index);
    }
    return this.#replaced.has(JSON.stringify(path)) ? undefined : old;
  }

  apply(place: Place, before: Value, after: Value): void {
    if (equalValues(before, after)) return;
    this.#checkKey(place.to);
    if (isMap(before) && isMap(after)) this.#map(place, before, after);
    else if (isList(before) && isList(after)) this.#list(place, before, after);
    // A string inherits quotes from the previous one, but a number may have more digits than its value.
    else if (!this.#isSame(place.to))
      this.#document.set(place.to, typeof after === 'string' ? after : this.#written(place.to, after));
  }

  #map({ from, to }: Place, before: Readonly<Record<string, Value>>, after: Readonly<Record<string, Value>>): void {
    // Additions precede removals, so that a map is not empty in between.
    const next = this.#inOrder ? nextKnown(before, after) : undefined;
    for (const [key, value] of Object.entries(after)) {
      const old = Object.hasOwn(before, key) ? before[key] : undefined;
      if (old !== undefined) this.apply({ from: [...from, key], to: [...to, key] }, old, value);
      else this.#add([...to, key], value, next?.get(key));
    }
    for (const key of Object.keys(before)) {
      if (Object.hasOwn(after, key)) continue;
      this.#checkKey([...to, key]);
      this.#document.remove([...to, key]);
    }
  }

  /**
   * Throws for a path whose key is a word such as `on`, which only some readers read as a boolean: the document has a
   * different key.
   */
  #checkKey(path: Path): void {
    if (!this.#document.has(path)) this.#document.set(path, null);
  }

  #add(path: Path, value: Value, before: string | undefined): void {
    this.#replaced.add(JSON.stringify(path));
    this.#document.set(path, this.#written(path, value), before);
  }

  #list({ from, to }: Place, before: readonly Value[], after: readonly Value[]): void {
    const { pairs, guessed } = pairLists(before, after, listKeys(this.#kind, to));
    this.#noteComments(to, pairs, guessed);
    if (before.length === 0 || pairs.every((pair) => pair === undefined)) {
      this.#replaced.add(JSON.stringify(to));
      this.#document.set(to, this.#written(to, after));
      return;
    }
    this.#lists.set(JSON.stringify(to), pairs);
    const staying = new Set(longestRise(pairs.flatMap((pair) => pair ?? [])));
    for (let index = before.length - 1; index >= 0; index--)
      if (!staying.has(index)) this.#document.remove([...to, index]);
    for (const [index, pair] of pairs.entries()) {
      const place = { from: [...from, pair ?? index], to: [...to, index] };
      if (pair === undefined) this.#document.insert(to, index, this.#written([...to, index], after[index] ?? null));
      else {
        if (!staying.has(pair)) this.#move(place, index);
        this.apply(place, before[pair] ?? null, after[index] ?? null);
      }
    }
  }

  /**
   * Records the comments of list elements that are paired only by likeness, or that were removed while others were
   * added.
   */
  #noteComments(path: Path, pairs: readonly (number | undefined)[], guessed: ReadonlySet<number>): void {
    if (guessed.size === 0 && !pairs.includes(undefined)) return;
    const kept = new Set(pairs);
    const comments = this.#document.comments(path);
    for (const index of guessed) this.#note([...path, index], comments[pairs[index] ?? 0], true);
    if (pairs.includes(undefined))
      for (const [index, each] of comments.entries()) if (!kept.has(index)) this.#note(path, each, false);
  }

  #note(path: Path, comments: string | undefined, isKept: boolean): void {
    if (comments !== undefined && comments !== '') this.doubtful.push({ path, comments, isKept });
  }

  /** Inserts a copy of an element, with its comments, at its new index. */
  #move(place: Place, index: number): void {
    this.#original ??= readDocument(this.#originalText);
    const node = this.#original.get(place.from);
    if (node === undefined) throw new Error('an element that moves must have been in its list');
    this.#document.insert(place.to.slice(0, -1), index, node);
    this.moved.push(place);
  }
}

/** Returns the key of the old data that follows each new key in the new data, if there is one. */
function nextKnown(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): ReadonlyMap<string, string> {
  const next = new Map<string, string>();
  let known: string | undefined;
  for (const key of Object.keys(after).toReversed()) {
    if (Object.hasOwn(before, key)) known = key;
    else if (known !== undefined) next.set(key, known);
  }
  return next;
}

/** Removes the map entry at a path, and the map itself if nothing else is in it. */
export function removeField(document: SourceDocument, path: Path): void {
  const map = path.slice(0, -1);
  document.remove(document.keys(map)?.length === 1 ? map : path);
}
