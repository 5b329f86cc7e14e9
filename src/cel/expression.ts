import { withBudget } from './budget.ts';
import { check } from './checker.ts';
import { foldConstants } from './constant-folding.ts';
import { prepare, type Evaluation } from './environment.ts';
import { parse } from './parser.ts';
import type { Profile } from './profile.ts';
import { Source } from './source.ts';
import type { Type } from './types.ts';

/** Expression that can be evaluated to any value. */
export interface CompiledExpression {
  readonly evaluate: Evaluation;
  /** Static type of its value. */
  readonly type: Type;
  /** Declared variables that it uses. */
  readonly variables: ReadonlySet<string>;
}

/** Compiles an expression of the language that a profile describes. Throws a CelError of phase `compile`. */
export function compileExpression(text: string, profile: Profile): CompiledExpression {
  const { maxSteps } = profile;
  const source = new Source(text);
  const expr = parse(source, profile);
  const { type, variables, guesses } = check(source, expr, profile);
  if (profile.isOptimized) withBudget(maxSteps, () => foldConstants(profile, source, expr));
  const evaluate = prepare(profile, source, expr, { phase: 'eval', guesses });
  return { evaluate: (activation) => withBudget(maxSteps, () => evaluate(activation)), type, variables };
}
