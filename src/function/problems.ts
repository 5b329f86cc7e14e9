import type { Path, Value } from '../yaml/index.ts';

/** One problem of a configuration. */
export interface Problem {
  /** Path from the top of the resource. */
  readonly field: Path;
  /** States the rule, and does not repeat the field. */
  readonly message: string;
  readonly currentValue?: Value;
}

/** Collects the problems of a configuration, in any order: results are sorted when they are written. */
export class Problems implements Iterable<Problem> {
  readonly #problems: Problem[] = [];

  add(problem: Problem): void {
    this.#problems.push(problem);
  }

  [Symbol.iterator](): IterableIterator<Problem> {
    return this.#problems.values();
  }
}
