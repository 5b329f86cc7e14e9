import type { DataEdit } from './edit/data-edit.ts';
import { isList, isMap, startsWith, type Path, type Value } from './tree/value.ts';

/** Returns the text of a scalar in its shortest form; undefined for null, which is no name, and for other values. */
export function scalarText(value: Value | undefined): string | undefined {
  return value === undefined || value === null || isList(value) || isMap(value) ? undefined : String(value);
}

/** Maximum number of lists that are indexed at once: each edit looks at all of them. */
const MAX_LISTS = 8;

/**
 * Indexes of lists by the text of a field of their elements. `edited` must be called for each edit: it updates the
 * index of a list that is appended to or removed from, and drops one whose elements could have other names afterwards.
 */
export class ElementIndexes {
  #lists: readonly ListIndex[] = [];

  /** Returns the indexes of the elements with a text. */
  find(list: IndexedList, text: string): readonly number[] {
    const known = this.#lists.find((index) => index.isOf(list));
    if (known?.length === list.length) return known.find(text);
    const index = new ListIndex(list);
    this.#lists = [index, ...this.#lists.filter((other) => other !== known)].slice(0, MAX_LISTS);
    return index.find(text);
  }

  edited(edit: DataEdit): void {
    if (this.#lists.length > 0) this.#lists = this.#lists.filter((index) => index.takes(edit));
  }
}

/** A list and the field by which it is indexed. */
interface IndexedList {
  readonly path: Path;
  readonly field: string;
  readonly length: number;
  /** Returns the field of an element. */
  read(index: number): Value | undefined;
}

/** Index of one list by one field. */
class ListIndex {
  readonly #path: Path;
  readonly #field: string;
  /** Elements with each text, by their indexes if none had been removed. */
  readonly #byText = new Map<string, number[]>();
  /** Indexes of the removed elements likewise, sorted. */
  readonly #removed: number[] = [];
  #added = 0;

  constructor(list: IndexedList) {
    this.#path = list.path;
    this.#field = list.field;
    for (let index = 0; index < list.length; index++) this.#add(scalarText(list.read(index)));
  }

  get length(): number {
    return this.#added - this.#removed.length;
  }

  isOf({ path, field }: IndexedList): boolean {
    return this.#field === field && path.length === this.#path.length && startsWith(path, this.#path);
  }

  find(text: string): readonly number[] {
    return (this.#byText.get(text) ?? []).flatMap((index) => {
      const before = this.#countRemoved((removed) => removed < index);
      return this.#removed[before] === index ? [] : [index - before];
    });
  }

  /** Updates the index after an edit. Returns false if the index may be wrong afterwards. */
  takes(edit: DataEdit): boolean {
    const { kind, path } = edit;
    if (kind === 'comment') return true;
    const depth = this.#path.length;
    const isWithin = path.length > depth && startsWith(path, this.#path);
    if (isWithin) return this.#takesWithin(edit, path[depth]);
    const isOfList = path.length === depth && startsWith(path, this.#path);
    if (kind === 'insert' && isOfList) return this.#append(edit.index, edit.value);
    return movedBy(edit).every((moved) => !startsWith(this.#path, moved));
  }

  /** `index`: the first step into the list. */
  #takesWithin(edit: DataEdit, index: string | number | undefined): boolean {
    const { kind, path } = edit;
    if (typeof index !== 'number') return false;
    const key = path[this.#path.length + 1];
    if (key !== undefined) return key !== this.#field && (kind !== 'rename' || edit.key !== this.#field);
    const text = kind === 'set' ? this.#textOf(edit.value) : undefined;
    if (text !== undefined) return this.find(text).includes(index);
    return kind === 'remove' && this.#remove(index);
  }

  #textOf(element: Value): string | undefined {
    return isMap(element) && Object.hasOwn(element, this.#field) ? scalarText(element[this.#field]) : undefined;
  }

  #append(index: number, element: Value): boolean {
    if (index !== this.length) return false;
    this.#add(this.#textOf(element));
    return true;
  }

  #add(text: string | undefined): void {
    const index = this.#added++;
    if (text === undefined) return;
    const same = this.#byText.get(text);
    if (same === undefined) this.#byText.set(text, [index]);
    else same.push(index);
  }

  #remove(index: number): boolean {
    if (index >= this.length) return false;
    const before = this.#countRemoved((removed, count) => removed - count <= index);
    this.#removed.splice(before, 0, index + before);
    return true;
  }

  /** Returns the number of removed elements, the first ones, for which a condition holds. */
  #countRemoved(holds: (removed: number, count: number) => boolean): number {
    let [low, high] = [0, this.#removed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#removed[middle] as number, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns the paths at which an edit changes what is there: of a list, if it moves its elements. */
function movedBy(edit: DataEdit): readonly Path[] {
  const { kind, path } = edit;
  const holder = path.slice(0, -1);
  if (kind === 'rename') return [path, [...holder, edit.key]];
  return [kind === 'remove' && typeof path.at(-1) === 'number' ? holder : path];
}
