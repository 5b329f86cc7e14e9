import type { CelInput } from '@bufbuild/cel';
import { spend } from './budget.ts';

/** So many variables there are: one for loops of up to two nodes, one for up to four, and so on. */
const VARIABLES = 24;

/**
 * The variables that loops read at each turn: reading one counts the nodes of the loop. What a function throws the library takes for
 * a value, which `||` and a macro can go on from; what reading a variable throws ends the evaluation.
 */
export const TURN_VARIABLES: object = Object.freeze(
  Object.defineProperties(
    Object.create(null) as object,
    Object.fromEntries(Array.from({ length: VARIABLES }, counter)),
  ),
);

/** The name of the variable that a loop of so many nodes reads at each turn. It is always true. */
export function turnVariable(nodes: number): string {
  return `@turn${Math.min(Math.ceil(Math.log2(nodes)), VARIABLES - 1)}`;
}

function counter(_: unknown, power: number): [string, PropertyDescriptor] {
  const get = (): CelInput => {
    spend(2 ** power);
    return true;
  };
  return [`@turn${power}`, { get }];
}
