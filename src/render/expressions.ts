import type { Resource } from '../krm/resource.ts';

/** Compiled pattern of a selector. */
export interface Pattern {
  /** Reports whether a part of a text matches. */
  test(text: string): boolean;
}

/** Compiled condition of a function. */
export interface Condition {
  /** CEL expression, as written. */
  readonly expression: string;
  /** Evaluates the condition for the items of the function. Throws an `Error` with a message for the user. */
  isMet(resources: readonly Resource[]): boolean;
}
