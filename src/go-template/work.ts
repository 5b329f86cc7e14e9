import type { Operand } from './operand.ts';

/**
 * Evaluation of an expression, as a generator: to get the value of another expression, it yields that one's evaluation,
 * and receives the value. Parentheses may thus be nested deeper than calls.
 */
export interface Work extends Generator<Work, Operand, Operand> {}

/** Runs an evaluation until its value is known. */
export function complete(work: Work): Operand {
  const waiting: Work[] = [];
  let current = work;
  let step = current.next();
  for (;;) {
    if (step.done !== true) {
      waiting.push(current);
      current = step.value;
      step = current.next();
      continue;
    }
    const next = waiting.pop();
    if (next === undefined) return step.value;
    current = next;
    step = current.next(step.value);
  }
}

/** Reports whether there is still something to evaluate. */
export function isWork(result: Operand | Work): result is Work {
  return !('kind' in result);
}
