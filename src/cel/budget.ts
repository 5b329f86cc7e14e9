import { Failure } from './failure.ts';
import { CHARACTERS_PER_STEP, ELEMENTS_PER_STEP, MAX_STEPS } from './limits.ts';

/** What the evaluation that runs has left; there is only one at a time. */
let left = 0;

/** Begins an evaluation. */
export function startBudget(): void {
  left = MAX_STEPS;
}

/** Whether an evaluation was stopped for what it cost, even if it went on after that. */
export function isOverBudget(): boolean {
  return left < 0;
}

/** Counts steps of the evaluation. Throws a Failure when there were too many. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw overBudget();
}

/** Counts characters or bytes that are made or looked at. */
export function spendOnCharacters(count: number): void {
  spend(Math.floor(count / CHARACTERS_PER_STEP));
}

/** Counts elements that are made or looked at. */
export function spendOnElements(count: number): void {
  spend(Math.floor(count / ELEMENTS_PER_STEP));
}

/** The failure of an evaluation that costs too much. */
export function overBudget(): Failure {
  return new Failure(`the expression must not take more than ${MAX_STEPS} steps`);
}
