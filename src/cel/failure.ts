/** Why a function gives no value; the place in the expression is still to be told. */
export class Failure extends Error {}

/** The failure of a function that does not take values of these types. */
export function noOverload(name: string, ...types: readonly string[]): Failure {
  return new Failure(`found no matching overload for '${name}' applied to '(${types.join(', ')})'`);
}
