/** Where an expression failed: `compile` before any value was known, `eval` with these values, `convert` if the result is no string. */
export type CelPhase = 'compile' | 'eval' | 'convert';

/** A place in an expression: line and column both count from 1, columns in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** An expression that cannot be compiled, or that failed for the values that it was evaluated with. */
export class CelError extends Error {
  readonly phase: CelPhase;
  /** Where in the expression, as far as it is known; the message does not repeat it. */
  readonly position: Position | undefined;

  constructor(phase: CelPhase, message: string, position?: Position) {
    super(message);
    this.name = 'CelError';
    this.phase = phase;
    this.position = position;
  }
}
