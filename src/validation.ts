import type { Path, Value } from './yaml/index.ts';

/** One error of a compiled validator, as ajv reports it. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer to the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled validator, as ajv makes them: `errors` are those of the last call. */
export interface Validator {
  (value: unknown): unknown;
  readonly errors?: readonly SchemaError[] | null;
}

/** One thing that is wrong with a configuration. */
export interface Problem {
  readonly field: Path;
  readonly message: string;
  readonly currentValue?: Value;
}

/** Collects all that is wrong with a configuration. */
export class Problems implements Iterable<Problem> {
  readonly #problems: Problem[] = [];

  add(problem: Problem): void {
    this.#problems.push(problem);
  }

  [Symbol.iterator](): IterableIterator<Problem> {
    return this.#problems.values();
  }
}
