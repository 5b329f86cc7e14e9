import type { CelInput } from '@bufbuild/cel';
import { spend } from './budget.ts';

/** Number of variables: one for loops of up to two nodes, one for up to four, and so on. */
const VARIABLES = 24;

/**
 * Variables that loops read in each iteration: reading one counts the nodes of the loop. An error thrown by a function
 * becomes a value, from which `||` and macros can recover; an error thrown by a variable ends the evaluation.
 */
export const ITERATION_VARIABLES: object = Object.freeze(
  Object.defineProperties(
    Object.create(null) as object,
    Object.fromEntries(Array.from({ length: VARIABLES }, counter)),
  ),
);

/** Returns the name of the variable, always true, that a loop of that many nodes reads in each iteration. */
export function iterationVariable(nodes: number): string {
  return `@iteration${Math.min(Math.ceil(Math.log2(nodes)), VARIABLES - 1)}`;
}

function counter(_: unknown, power: number): [string, PropertyDescriptor] {
  const get = (): CelInput => {
    spend(2 ** power);
    return true;
  };
  return [`@iteration${power}`, { get }];
}
