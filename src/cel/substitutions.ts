import { MAX_TYPE_STEPS } from './limits.ts';
import { DYN, isVariable, NULL, OPTIONAL, type Type, typeVariable } from './types.ts';

/** Known bindings of the type variables of an expression, with the unification of types. */
export class Substitutions {
  readonly #known = new Map<string, Type>();
  readonly #tooComplex: () => Error;
  /** Changes made by the current unification. */
  #changes: (readonly [variable: string, before: Type | undefined])[] = [];
  #fresh = 0;
  #steps = MAX_TYPE_STEPS;

  /** Calls `tooComplex` for the error to throw if types grow too large, which they can in short expressions. */
  constructor(tooComplex: () => Error) {
    this.#tooComplex = tooComplex;
  }

  newVariable(): Type {
    return typeVariable(String(this.#fresh++));
  }

  /** Returns the type with all bound variables replaced; unbound variables stay. */
  resolve(type: Type): Type {
    return this.#replace(type, (variable) => {
      const known = this.#known.get(variable.name);
      return known === undefined ? variable : this.resolve(known);
    });
  }

  /** Returns the type with all bound variables replaced, and `dyn` for unbound ones. */
  resolveFully(type: Type): Type {
    return this.#replace(this.resolve(type), () => DYN);
  }

  /** Returns the types with fresh variables; equal variables stay equal. */
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

  /**
   * Reports whether values of the types are assignable to the others, pairwise; if so, keeps the resulting bindings.
   */
  assign(types: readonly Type[], others: readonly Type[]): boolean {
    this.#changes = [];
    if (this.#isAssignableList(types, others)) return true;
    for (const [variable, before] of this.#changes.toReversed()) {
      if (before === undefined) this.#known.delete(variable);
      else this.#known.set(variable, before);
    }
    return false;
  }

  /** Reports whether two types are the same, ignoring nullability. */
  isSame(one: Type, other: Type): boolean {
    this.#step();
    return (
      one.name === other.name &&
      one.parameters.length === other.parameters.length &&
      one.parameters.every((parameter, index) => this.isSame(parameter, other.parameters[index] ?? DYN))
    );
  }

  /** Returns the more general of two types that agree. */
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

  /** Reports whether the variable can be bound to the type; undefined if it was free and the type contains it. */
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
  return isMarked || [NULL.name, 'duration', 'timestamp', OPTIONAL].includes(name);
}
