import type { Operand } from './operand.ts';

/**
 * The evaluation of an expression, as a generator: where it needs the value of another expression, it yields that one's
 * evaluation, and is given the value. Parentheses may thereby be nested deeper than calls.
 */
export interface Work extends Generator<Work, Operand, Operand> {}

/** Evaluates until the value is there. */
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

/** Whether there is still something to evaluate. */
export function isWork(result: Operand | Work): result is Work {
  return !('kind' in result);
}
