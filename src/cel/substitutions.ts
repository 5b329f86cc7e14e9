import { MAX_TYPE_STEPS } from './limits.ts';
import { DYN, isVariable, NULL, type Type, typeVariable } from './types.ts';

/** What is known about the type variables of an expression, and whether types agree under it. */
export class Substitutions {
  readonly #known = new Map<string, Type>();
  readonly #tooComplex: () => Error;
  /** What the question that is being answered has changed. */
  #changes: (readonly [variable: string, before: Type | undefined])[] = [];
  #fresh = 0;
  #steps = MAX_TYPE_STEPS;

  /** Types can grow without bounds in short expressions: `tooComplex` is thrown when they do. */
  constructor(tooComplex: () => Error) {
    this.#tooComplex = tooComplex;
  }

  newVariable(): Type {
    return typeVariable(String(this.#fresh++));
  }

  /** The type with all that is known in place of its variables; where nothing is, they stay. */
  resolve(type: Type): Type {
    return this.#replace(type, (variable) => {
      const known = this.#known.get(variable.name);
      return known === undefined ? variable : this.resolve(known);
    });
  }

  /** The same, with `dyn` for the variables of which nothing is known. */
  resolveFully(type: Type): Type {
    return this.#replace(this.resolve(type), () => DYN);
  }

  /** The types with variables that are new, the same one for each one that was the same. */
  instantiate(types: readonly Type[]): Type[] {
    const variables = new Map<string, Type>();
    return types.map((type) =>
      this.#replace(type, ({ name }) => {
        const variable = variables.get(name) ?? this.newVariable();
        variables.set(name, variable);
        return variable;
      }),
    );
  }

  /** Whether values of the types are values of those others, one by one; if so, what that says about variables is known from now on. */
  assign(types: readonly Type[], others: readonly Type[]): boolean {
    this.#changes = [];
    if (this.#isAssignableList(types, others)) return true;
    for (const [variable, before] of this.#changes.toReversed()) {
      if (before === undefined) this.#known.delete(variable);
      else this.#known.set(variable, before);
    }
    return false;
  }

  /** Whether two types are the same, but for null. */
  isSame(one: Type, other: Type): boolean {
    this.#step();
    return (
      one.name === other.name &&
      one.parameters.length === other.parameters.length &&
      one.parameters.every((parameter, index) => this.isSame(parameter, other.parameters[index] ?? DYN))
    );
  }

  /** The one of two types that agree of which the other one is a special case. */
  mostGeneral(one: Type, other: Type): Type {
    return this.#isGeneralization(one, other) ? one : other;
  }

  #isGeneralization(general: Type, special: Type): boolean {
    this.#step();
    if (general.name === 'dyn' || isVariable(general)) return true;
    if (special.name === 'dyn' || isVariable(special) || general.name !== special.name) return false;
    if (general.name === 'type') return true;
    return general.parameters.every((one, index) => this.#isGeneralization(one, special.parameters[index] ?? DYN));
  }

  #isAssignableList(types: readonly Type[], others: readonly Type[]): boolean {
    if (types.length !== others.length) return false;
    return types.every((type, index) => this.#isAssignable(type, others[index] ?? DYN));
  }

  #isAssignable(type: Type, other: Type): boolean {
    this.#step();
    if (isVariable(other)) {
      const bound = this.#bind(other, type);
      if (bound !== undefined) return bound;
    }
    if (isVariable(type)) return this.#bind(type, other) ?? false;
    if (type.name === 'dyn' || other.name === 'dyn') return true;
    if (type.name === 'null') return isNullable(other);
    if (other.name === 'null') return isNullable(type);
    if (type.name === 'type') return other.name === 'type';
    return type.name === other.name && this.#isAssignableList(type.parameters, other.parameters);
  }

  /** Whether the variable can stand for the type; nothing, if it was free and the type has it inside. */
  #bind(variable: Type, type: Type): boolean | undefined {
    if (this.isSame(variable, type)) return true;
    const known = this.#known.get(variable.name);
    if (known === undefined) return this.#learn(variable, type) ? true : undefined;
    if (this.isSame(known, type)) return true;
    if (!this.#isAssignable(type, known)) return false;
    this.#learn(variable, this.mostGeneral(type, known));
    return true;
  }

  #learn(variable: Type, type: Type): boolean {
    if (this.#mentions(type, variable)) return false;
    this.#changes.push([variable.name, this.#known.get(variable.name)]);
    this.#known.set(variable.name, type);
    return true;
  }

  #mentions(type: Type, variable: Type): boolean {
    this.#step();
    if (type.name === variable.name) return true;
    const known = isVariable(type) ? this.#known.get(type.name) : undefined;
    if (known !== undefined && this.#mentions(known, variable)) return true;
    return type.parameters.some((parameter) => this.#mentions(parameter, variable));
  }

  #replace(type: Type, replacement: (variable: Type) => Type): Type {
    this.#step();
    if (isVariable(type)) return replacement(type);
    if (type.parameters.length === 0) return type;
    return { ...type, parameters: type.parameters.map((parameter) => this.#replace(parameter, replacement)) };
  }

  #step(): void {
    if (--this.#steps < 0) throw this.#tooComplex();
  }
}

function isNullable({ name, isNullable: isMarked = false }: Type): boolean {
  return isMarked || name === NULL.name || name === 'duration' || name === 'timestamp';
}
