import { Failure } from './failure.ts';
import { CHARACTERS_PER_STEP, ELEMENTS_PER_STEP } from './limits.ts';

/**
 * Remaining steps of the innermost evaluation: the engine hands no context of a call to the functions of an expression.
 */
let left = 0;

/** Steps of the innermost evaluation before it began. */
let budget = 0;

/**
 * Runs an evaluation with a budget of its own. It may be within another one, which then goes on with what it had left.
 */
export function withBudget<T>(steps: number, evaluate: () => T): T {
  const outer = { left, budget };
  left = budget = steps;
  try {
    return evaluate();
  } finally {
    ({ left, budget } = outer);
  }
}

/** Reports whether an evaluation exceeded its budget, even if it continued. */
export function isOverBudget(): boolean {
  return left < 0;
}

/** Counts steps of the evaluation. Throws a Failure beyond the limit. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw overBudget();
}

/** Counts characters or bytes that are made or read. */
export function spendOnCharacters(count: number): void {
  spend(Math.floor(count / CHARACTERS_PER_STEP));
}

/** Counts elements that are made or read. */
export function spendOnElements(count: number): void {
  spend(Math.floor(count / ELEMENTS_PER_STEP));
}

/** Returns the failure of an evaluation that costs too much. */
export function overBudget(): Failure {
  return new Failure(`the expression must not take more than ${budget} steps`);
}
