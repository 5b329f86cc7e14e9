import type { Vocabulary } from './checker.ts';
import type { Runtime } from './environment.ts';
import type { Syntax } from './parser.ts';

/**
 * Language as one user of it has it: which names and rules an expression can use. What a profile lacks is a compile
 * error.
 */
export interface Profile extends Syntax, Vocabulary, Runtime {
  /** Maximum number of steps of one evaluation. */
  readonly maxSteps: number;
}
