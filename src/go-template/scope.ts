import { Failure } from './failure.ts';
import type { Operand } from './operand.ts';

interface Variable {
  readonly name: string;
  value: Operand;
}

/** Variables of one executed template. */
export class Scope {
  readonly #variables: Variable[] = [];
  /** Variables by name, the last of which counts. */
  readonly #named = new Map<string, Variable[]>();

  constructor(data: Operand) {
    this.declare('$', data);
  }

  get size(): number {
    return this.#variables.length;
  }

  declare(name: string, value: Operand): void {
    const variable = { name, value };
    this.#variables.push(variable);
    const named = this.#named.get(name);
    if (named === undefined) this.#named.set(name, [variable]);
    else named.push(variable);
  }

  get(name: string): Operand {
    return this.#find(name).value;
  }

  set(name: string, value: Operand): void {
    this.#find(name).value = value;
  }

  /** Sets the variable declared last, or the one before it. */
  setLast(back: 1 | 2, value: Operand): void {
    const variable = this.#variables.at(-back);
    if (variable !== undefined) variable.value = value;
  }

  /** Drops the variables declared since there were `size`. */
  shrink(size: number): void {
    while (this.#variables.length > size) this.#named.get(this.#variables.pop()?.name ?? '')?.pop();
  }

  /** Finds a variable. The parser accepts a name declared only in code that is not evaluated. */
  #find(name: string): Variable {
    const variable = this.#named.get(name)?.at(-1);
    if (variable === undefined) throw new Failure(`undefined variable: ${name}`);
    return variable;
  }
}
