import type { ResultCode } from '../krm/result-codes.ts';
import type { Path, Value } from '../yaml/index.ts';

/** One problem of a configuration. */
export interface Problem {
  /** Default: `invalid-value`. */
  readonly code?: ResultCode;
  /** Path from the top of the resource. */
  readonly field: Path;
  /** States the rule, and does not repeat the field. */
  readonly message: string;
  readonly currentValue?: Value;
}

/** A problem with its code. */
export interface FoundProblem extends Problem {
  readonly code: ResultCode;
}

/** Collects the problems of a configuration, in any order: results are sorted when they are written. */
export class Problems implements Iterable<FoundProblem> {
  readonly #problems: FoundProblem[] = [];

  add(problem: Problem): void {
    this.#problems.push({ code: 'invalid-value', ...problem });
  }

  [Symbol.iterator](): IterableIterator<FoundProblem> {
    return this.#problems.values();
  }
}
