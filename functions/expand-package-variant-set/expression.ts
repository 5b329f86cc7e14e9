import { CelError, compile as compileCel, type Program as CelProgram } from '../../src/cel/index.ts';
import type { Problems } from '../../src/function/index.ts';
import type { Path } from '../../src/yaml/index.ts';

/** A CEL expression of a set. */
interface Expression {
  readonly program: CelProgram;
  readonly text: string;
  /** Path in the set. */
  readonly field: Path;
}

/** A field of a template that has a plain form and one with an expression. */
export type Text = string | Expression;

/** Reads the expression at a field. Adds a problem and returns '' if it is invalid. */
export function readExpression(text: string, field: Path, problems: Problems): Text {
  try {
    return { program: compileCel(text), text, field };
  } catch (error) {
    problems.add({ code: 'expression-failed', field, message: explain(error), currentValue: text });
    return '';
  }
}

/** Explains why an expression failed. Rethrows other errors. */
export function explain(error: unknown): string {
  if (!(error instanceof CelError)) throw error;
  const { position } = error;
  const message = `${error.message}${error.hint}`;
  return position === undefined ? message : `${position.line}:${position.column}: ${message}`;
}
