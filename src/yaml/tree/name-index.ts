/** Entries of a map by their names; those of one name in the order in which they were added. */
export class NameIndex<T extends { readonly name: string | undefined }> {
  readonly #named = new Map<string, T[]>();

  constructor(entries: readonly T[]) {
    for (const entry of entries) this.add(entry);
  }

  get(name: string): readonly T[] {
    return this.#named.get(name) ?? [];
  }

  /** Adds an entry, unless its key is not a scalar. */
  add(entry: T): void {
    const { name } = entry;
    if (name === undefined) return;
    const same = this.#named.get(name);
    if (same === undefined) this.#named.set(name, [entry]);
    else same.push(entry);
  }

  /** Removes an entry by its current name. */
  remove(entry: T): void {
    const { name } = entry;
    if (name === undefined) return;
    this.#named.set(
      name,
      this.get(name).filter((other) => other !== entry),
    );
  }
}
