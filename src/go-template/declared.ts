/** Variables declared at the parser's position; a name can be declared more than once. */
export class Declared {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  constructor() {
    this.add('$');
  }

  get size(): number {
    return this.#names.length;
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  add(name: string): void {
    this.#names.push(name);
    this.#change(name, 1);
  }

  /** Drops the variables declared since there were `size`. */
  shrink(size: number): void {
    for (const name of this.#names.splice(size)) this.#change(name, -1);
  }

  #change(name: string, by: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }
}
