import type { Resource } from './resource.ts';

/** The items of one call, in their order. */
export class Resources implements Iterable<Resource> {
  readonly #items: readonly Resource[];

  constructor(items: readonly Resource[]) {
    this.#items = items;
  }

  /** Number of items. */
  get length(): number {
    return this.#items.length;
  }

  [Symbol.iterator](): IterableIterator<Resource> {
    return this.#items.values();
  }
}
