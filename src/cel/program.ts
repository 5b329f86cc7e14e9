import { activation, type Bindings } from './bindings.ts';
import { CelError } from './cel-error.ts';
import { compileExpression } from './expression.ts';
import { DYN, STRING } from './types.ts';
import { typeName } from './values.ts';

/** Variables that Porch declares for every expression. */
const DECLARATIONS = new Map([
  ['repoDefault', STRING],
  ['packageDefault', STRING],
  ['upstream', DYN],
  ['target', DYN],
  ['repository', DYN],
]);

/** Compiled expression, to be evaluated as often as needed. */
export interface Program {
  /** Variables of the five that the expression uses. */
  readonly variables: ReadonlySet<string>;
  /** Returns the string result for these bindings. Throws a CelError of phase `eval` or `convert`. */
  evaluate(bindings: Bindings): string;
}

/**
 * Compiles an expression as Porch does for the templates of a PackageVariantSet. Throws a CelError of phase `compile`.
 */
export function compile(expression: string): Program {
  const { evaluate, variables } = compileExpression(expression, DECLARATIONS);
  return {
    variables,
    evaluate(bindings) {
      const result = evaluate(activation(bindings));
      if (typeof result === 'string') return result;
      throw new CelError('convert', `the result must be a string, found '${typeName(result)}'`);
    },
  };
}
