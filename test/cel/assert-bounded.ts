import assert from 'node:assert/strict';
import { compile } from '../../src/cel/index.ts';
import { bindings } from './bindings.ts';
import { outcomeOf } from './outcome.ts';

/** Milliseconds of CPU time below which an action is compared with nothing. */
const CERTAINLY_FEW = 200;

/** Maximum number of times that an action may take the CPU time of an evaluation which uses up its steps. */
const MAX_RATIO = 50;

const numbers = `[${Array.from({ length: 300 }, (_, index) => index).join()}]`;

/** Expression of the cheapest steps, more of them than one evaluation may take. */
const ALL_STEPS = `${numbers}.all(x, ${numbers}.all(y, ${numbers}.all(z, true))) ? 'a' : 'b'`;

/**
 * Checks that the steps of an evaluation bound its time: an action takes no more than a multiple of the CPU time that
 * cheap steps take now, on this machine, with all that it does besides.
 */
export function assertBounded(act: () => void): void {
  const time = cpuTime(act);
  if (time <= CERTAINLY_FEW) return;
  const reference = cpuTime(() => outcomeOf(() => compile(ALL_STEPS).evaluate(bindings)));
  assert.ok(time < MAX_RATIO * reference, `${time} ms of CPU time, where as many cheap steps take ${reference} ms`);
}

function cpuTime(act: () => void): number {
  const start = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
