import { withBudget } from './budget.ts';
import { check, type Declarations } from './checker.ts';
import { foldConstants } from './constant-folding.ts';
import { prepare, type Evaluation } from './environment.ts';
import { parse } from './parser.ts';
import { Source } from './source.ts';

/** Expression that can be evaluated to any value. */
export interface CompiledExpression {
  readonly evaluate: Evaluation;
  /** Declared variables that it uses. */
  readonly variables: ReadonlySet<string>;
}

/** Compiles an expression with variables of these types. Throws a CelError of phase `compile`. */
export function compileExpression(text: string, declarations: Declarations): CompiledExpression {
  const source = new Source(text);
  const expr = parse(source);
  const { variables, guesses } = check(source, expr, declarations);
  withBudget(() => foldConstants(source, expr));
  const evaluate = prepare(source, expr, 'eval', guesses);
  return { evaluate: (activation) => withBudget(() => evaluate(activation)), variables };
}
