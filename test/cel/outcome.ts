import { CelError, type CelPhase } from '../../src/cel/index.ts';

/** Outcome of an expression: its string, or the phase in which it failed. */
export type Outcome =
  { readonly output: string } | { readonly phase: CelPhase; readonly message: string; readonly position: string };

/** Compiles and evaluates an expression. */
export function outcomeOf(evaluate: () => string): Outcome {
  try {
    return { output: evaluate() };
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    const { phase, message, position } = error;
    return { phase, message, position: position === undefined ? '' : `${position.line}:${position.column}` };
  }
}
