import { CelError, compileCel, type CelProgram, type Path, type Problems } from '../../src/index.ts';

/** A CEL expression of a set. */
interface Expression {
  readonly program: CelProgram;
  readonly text: string;
  /** Where in the set it is. */
  readonly field: Path;
}

/** A field of a template that has a plain form and one with an expression. */
export type Text = string | Expression;

/** Reads the expression at a field; one that is wrong is a problem, and gives ''. */
export function readExpression(text: string, field: Path, problems: Problems): Text {
  try {
    return { program: compileCel(text), text, field };
  } catch (error) {
    problems.add({ field, message: explain(error), currentValue: text });
    return '';
  }
}

/** Why an expression gives nothing. Throws what is no error of it. */
export function explain(error: unknown): string {
  if (!(error instanceof CelError)) throw error;
  const { message, position } = error;
  return position === undefined ? message : `${position.line}:${position.column}: ${message}`;
}
