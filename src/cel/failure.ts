/** Error of a function that returns no value; it has no position in the expression yet. */
export class Failure extends Error {
  /** Returns the hint of a `CelError`. A macro can make thousands of failures, so it is made for the last one only. */
  readonly hint: () => string;

  constructor(message: string, hint = (): string => '') {
    super(message);
    this.hint = hint;
  }
}

/** Returns the failure of a function that does not accept values of these types. */
export function noOverload(name: string, ...types: readonly string[]): Failure {
  return new Failure(`found no matching overload for '${name}' applied to '(${types.join(', ')})'`);
}
