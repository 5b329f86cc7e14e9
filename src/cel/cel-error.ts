/**
 * Phase in which an expression failed: `compile` before evaluation, `eval` with these values, `convert` if the result
 * is not a string.
 */
export type CelPhase = 'compile' | 'eval' | 'convert';

/** Position in an expression: line and column both count from 1, columns in code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Error of an expression that cannot be compiled, or that failed for the given values. */
export class CelError extends Error {
  readonly phase: CelPhase;
  /** Position in the expression, if known; the message does not repeat it. */
  readonly position: Position | undefined;
  /** Follows the message where it is shown, and is not cel-go's: `; did you mean "name"?`, or ''. */
  readonly hint: string;

  constructor(phase: CelPhase, message: string, position?: Position, hint = '') {
    super(message);
    this.name = 'CelError';
    this.phase = phase;
    this.position = position;
    this.hint = hint;
  }
}
