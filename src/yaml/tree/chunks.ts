/**
 * Maximum number of elements of an array that each edit may move: splicing one much larger costs more than finding a
 * chunk.
 */
export const MAX_CHUNK = 2048;

/**
 * Distinct elements of a long list that is edited in many places, in arrays of limited length: an insertion or removal
 * moves the elements of one of them. Its methods are those of an array.
 */
export class Chunks<T> {
  #length: number;
  #chunks: T[][];
  /** Index of the last insertion or removal: most edits follow each other in order. */
  #recent = 0;

  constructor(elements: readonly T[]) {
    this.#length = elements.length;
    this.#chunks = split(elements);
  }

  get length(): number {
    return this.#length;
  }

  /** Returns all elements in one array. */
  flat(): T[] {
    return ([] as T[]).concat(...this.#chunks);
  }

  at(index: number): T | undefined {
    const [chunk, offset] = this.#locate(index);
    return this.#chunks[chunk]?.[offset];
  }

  indexOf(element: T): number {
    const recent = [this.#recent - 1, this.#recent, this.#recent + 1].find((index) => this.at(index) === element);
    if (recent !== undefined) return recent;
    let start = 0;
    for (const chunk of this.#chunks) {
      const offset = chunk.indexOf(element);
      if (offset !== -1) return start + offset;
      start += chunk.length;
    }
    return -1;
  }

  push(element: T): void {
    this.splice(this.#length, 0, element);
  }

  splice(index: number, removed: 0 | 1, ...added: readonly T[]): T[] {
    const [at, offset] = this.#locate(index);
    const chunk = this.#chunks[at] as T[];
    const gone = chunk.splice(offset, removed, ...added);
    if (chunk.length > MAX_CHUNK) this.#chunks.splice(at, 1, ...split(chunk));
    else if (chunk.length === 0 && this.#chunks.length > 1) this.#chunks.splice(at, 1);
    this.#length += added.length - gone.length;
    this.#recent = index;
    return gone;
  }

  /** Returns the place of an index: a chunk, and the offset in it, which is its length at the end of the list. */
  #locate(index: number): readonly [chunk: number, offset: number] {
    const lengthOf = (chunk: number): number => this.#chunks[chunk]?.length ?? 0;
    const last = this.#chunks.length - 1;
    let [chunk, offset] = [0, index];
    while (chunk < last && offset >= lengthOf(chunk)) offset -= lengthOf(chunk++);
    return [chunk, offset];
  }
}

/** Returns a list in arrays that have room for more elements; an empty list in one. */
function split<T>(elements: readonly T[]): T[][] {
  const size = MAX_CHUNK / 2;
  const count = Math.max(1, Math.ceil(elements.length / size));
  return Array.from({ length: count }, (_, chunk) => elements.slice(chunk * size, (chunk + 1) * size));
}
