import type { Path, Value } from '../yaml/index.ts';

/** One thing that is wrong with a configuration. */
export interface Problem {
  /** From the top of the resource. */
  readonly field: Path;
  /** Says what must be, and does not repeat the field. */
  readonly message: string;
  readonly currentValue?: Value;
}

/** Collects all that is wrong with a configuration, in any order: results are sorted when they are written. */
export class Problems implements Iterable<Problem> {
  readonly #problems: Problem[] = [];

  add(problem: Problem): void {
    this.#problems.push(problem);
  }

  [Symbol.iterator](): IterableIterator<Problem> {
    return this.#problems.values();
  }
}
