import type { Resource } from '../krm/resource.ts';

/** Compiled condition of a function. */
export interface Condition {
  /** CEL expression, as written. */
  readonly expression: string;
  /** Evaluates the condition for the items of the function. Throws an `Error` with a message for the user. */
  isMet(resources: readonly Resource[]): boolean;
}
