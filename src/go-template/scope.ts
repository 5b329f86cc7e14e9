import { Failure } from './failure.ts';
import type { Operand } from './operand.ts';

interface Variable {
  readonly name: string;
  value: Operand;
}

/** The variables of one template that is executed. */
export class Scope {
  readonly #variables: Variable[] = [];
  /** Those of a name, of which the last one counts. */
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

  /** Sets the variable that was declared last, or the one before it. */
  setLast(back: 1 | 2, value: Operand): void {
    const variable = this.#variables.at(-back);
    if (variable !== undefined) variable.value = value;
  }

  /** Forgets the variables that were declared since there were so many. */
  shrink(size: number): void {
    while (this.#variables.length > size) this.#named.get(this.#variables.pop()?.name ?? '')?.pop();
  }

  /** The parser lets through what is declared only where it is not evaluated. */
  #find(name: string): Variable {
    const variable = this.#named.get(name)?.at(-1);
    if (variable === undefined) throw new Failure(`undefined variable: ${name}`);
    return variable;
  }
}
