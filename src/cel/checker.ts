import {
  ACCUMULATOR,
  type Call,
  type Comprehension,
  type Expr,
  type Ident,
  type ListLiteral,
  type MapLiteral,
  type Message,
  type Select,
} from './expr.ts';
import type { Functions, Overload } from './functions.ts';
import { didYouMean } from '../nearest-name.ts';
import { ENUM_VALUES, MESSAGES, TYPE_NAMES, VALUE_TYPE_NAMES } from './messages.ts';
import type { Source } from './source.ts';
import { Substitutions } from './substitutions.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  formatType,
  INT,
  isVariable,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  STRING,
  type Type,
  typeInOptional,
  typeOf,
  UINT,
} from './types.ts';

const CONSTANTS = { bool: BOOL, bytes: BYTES, double: DOUBLE, int: INT, null: NULL, string: STRING, uint: UINT };

/** Variables with their types. */
type Declarations = ReadonlyMap<string, Type>;

/** Declarations in scope, from the innermost macro outwards. */
interface Scope {
  readonly names: Declarations;
  readonly outer?: Scope;
}

/** Element of a literal. */
interface Element {
  readonly type: Type;
  readonly at: number;
}

/** Elements of a literal and their joint type. */
class Aggregate {
  readonly elements: Element[] = [];
  joined: Type | undefined;
}

/** Result of a check. */
export interface Checked {
  readonly type: Type;
  /** Declared variables that are used. */
  readonly variables: ReadonlySet<string>;
  /** Calls for which one overload was chosen that fails for operands of another type than the apparent one. */
  readonly guesses: Guesses;
}

/** Calls with the assumed type of their first operand. */
export type Guesses = ReadonlyMap<Call, Type>;

/** Names that an expression can use, and rules that users of the language choose. */
export interface Vocabulary {
  readonly variables: Declarations;
  readonly functions: Functions;
  /** True if `<` and the like compare numbers of different types. */
  readonly comparesMixed: boolean;
}

/**
 * Finds the static type of an expression. Throws a CelError if cel-go's checker reports an error with homogeneous
 * literals of lists and maps.
 */
export function check(source: Source, expr: Expr, vocabulary: Vocabulary): Checked {
  return new Checker(source, vocabulary).check(expr, { names: vocabulary.variables });
}

class Checker {
  readonly #source: Source;
  readonly #types: Substitutions;
  readonly #aggregates: Element[][] = [];
  readonly #variables = new Set<string>();
  readonly #guesses = new Map<Call, Type>();
  readonly #references: (Element & { readonly name: string })[] = [];
  readonly #functions: Functions;
  /** Number of calls around the current part whose lists may have elements of several types: those of `format`. */
  #mixing = 0;
  /** cel-go drops, at the first macro, its setting to compare only numbers of one type. */
  #comparesMixed: boolean;

  constructor(source: Source, { functions, comparesMixed }: Vocabulary) {
    this.#source = source;
    this.#functions = functions;
    this.#comparesMixed = comparesMixed;
    this.#types = new Substitutions(() => source.error(0, 'the types in the expression are too complex'));
  }

  check(expr: Expr, scope: Scope): Checked {
    const type = this.#check(expr, scope);
    this.#assertHomogeneous();
    this.#assertTypesNamed();
    return { type: this.#types.resolveFully(type), variables: this.#variables, guesses: this.#guesses };
  }

  #check(expr: Expr, scope: Scope): Type {
    if (expr.kind === 'literal') return CONSTANTS[expr.constant.type];
    if (expr.kind === 'ident') return this.#ident(expr, scope) ?? this.#undeclared(expr.at, expr.name, namesIn(scope));
    if (expr.kind === 'select') return this.#select(expr, scope);
    if (expr.kind === 'call') return this.#call(expr, scope);
    if (expr.kind === 'list') return this.#list(expr, scope);
    if (expr.kind === 'map') return this.#map(expr, scope);
    return expr.kind === 'message' ? this.#message(expr, scope) : this.#comprehension(expr, scope);
  }

  #ident({ name, at }: Pick<Ident, 'name' | 'at'>, scope: Scope): Type | undefined {
    const type = this.#reference(name, scope);
    if (type !== undefined) this.#references.push({ name, at, type });
    return type;
  }

  /** Returns the type of the declaration that a name resolves to. */
  #reference(name: string, scope: Scope): Type | undefined {
    const plain = withoutDot(name);
    for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
      const type = at.names.get(plain);
      if (type !== undefined && at.outer === undefined) this.#variables.add(plain);
      if (type !== undefined) return type;
    }
    const named = TYPE_NAMES.get(plain);
    if (named !== undefined) return typeOf(named);
    return ENUM_VALUES.has(plain) ? INT : undefined;
  }

  #select(expr: Select, scope: Scope): Type {
    const name = qualifiedName(expr);
    const named = name === undefined ? undefined : this.#ident({ name, at: expr.at }, scope);
    if (named !== undefined) return named;
    const field = this.#fieldIn(expr.operand, expr.at, scope);
    return expr.isTest ? BOOL : this.#types.resolve(field);
  }

  /** Returns the type of a field: an optional one if the operand is optional, or the selection. */
  #fieldIn(operand: Expr, at: number, scope: Scope, isOptional = false): Type {
    const type = this.#types.resolve(this.#check(operand, scope));
    const inner = typeInOptional(type);
    const field = this.#fieldOf(inner ?? type, at);
    return inner !== undefined || isOptional ? optionalOf(field) : field;
  }

  #fieldOf(operand: Type, at: number): Type {
    const [, value] = operand.parameters;
    if (operand.name === 'map' && value !== undefined) return value;
    if (isVariable(operand)) this.#types.assign([DYN], [operand]);
    else if (operand.name !== 'dyn') this.#fail(at, `type '${this.#show(operand)}' does not support field selection`);
    return DYN;
  }

  #call(call: Call, scope: Scope): Type {
    const { name, target, args, at } = call;
    const [operand] = args;
    if (name === '_?._' && operand !== undefined) return this.#types.resolve(this.#fieldIn(operand, at, scope, true));
    const mixes = name === 'format' && target !== undefined;
    const types = args.map((arg) => this.#part(arg, scope, mixes));
    if (mixes) this.#checkFormat(call);
    const prefix = target && qualifiedName(target);
    const inNamespace = prefix === undefined ? undefined : this.#functions.get(`${prefix}.${name}`);
    if (inNamespace !== undefined)
      return this.#resultOf(call, inNamespace, types, false) ?? this.#noOverload(at, `${prefix}.${name}`, types, false);
    if (target !== undefined) types.unshift(this.#part(target, scope, mixes));
    const overloads = this.#functions.get(withoutDot(name));
    if (overloads === undefined) return this.#undeclared(at, name, namesOf(this.#functions));
    if (name === '_&&_' || name === '_||_') return this.#logical(args, types);
    const isMethod = target !== undefined;
    return this.#resultOf(call, overloads, types, isMethod) ?? this.#noOverload(at, name, types, isMethod);
  }

  /** Checks a part of a call. `mixes`: true if lists in it may have elements of several types. */
  #part(part: Expr, scope: Scope, mixes: boolean): Type {
    this.#mixing += Number(mixes);
    const type = this.#check(part, scope);
    this.#mixing -= Number(mixes);
    return type;
  }

  /** Checks that a literal format has as many clauses as a literal list has arguments, as cel-go does. */
  #checkFormat({ target, args: [list], at }: Call): void {
    if (target?.kind !== 'literal' || typeof target.constant.value !== 'string' || list?.kind !== 'list') return;
    const clauses = target.constant.value.replaceAll('%%', '').split('%').length - 1;
    if (clauses !== list.elements.length)
      this.#fail(at, `format() has ${clauses} clauses, and ${list.elements.length} arguments`);
  }

  /** Checks the operands of a logical operator, for which cel-go reports the required type and the position. */
  #logical(args: readonly Expr[], types: readonly Type[]): Type {
    for (const [index, type] of types.entries()) {
      if (!this.#types.assign([type], [BOOL])) this.#mismatch(args[index]?.at ?? 0, BOOL, type);
    }
    return BOOL;
  }

  #resultOf(call: Call, overloads: readonly Overload[], types: readonly Type[], isMethod: boolean): Type | undefined {
    const fitting = overloads.filter((one) => one.isMethod === isMethod && (!one.isMixed || this.#comparesMixed));
    const matches = fitting.flatMap((overload) => this.#match(overload, types));
    const [first] = matches;
    if (first === undefined) return undefined;
    const [parameter] = first.overload.parameters;
    if (matches.length === 1 && first.overload.isSeparate && parameter) this.#guesses.set(call, parameter);
    return matches.every(({ result }) => this.#types.isSame(result, first.result)) ? first.result : DYN;
  }

  /** Returns the overload with its result if it accepts operands of these types. */
  #match(overload: Overload, types: readonly Type[]): { overload: Overload; result: Type }[] {
    const [result = DYN, ...parameters] = this.#types.instantiate([overload.result, ...overload.parameters]);
    return this.#types.assign(types, parameters) ? [{ overload, result: this.#types.resolve(result) }] : [];
  }

  #map({ entries, optionals }: MapLiteral, scope: Scope): Type {
    const keys = new Aggregate();
    const values = new Aggregate();
    for (const [index, [key, value]] of entries.entries()) {
      this.#add(keys, key, this.#check(key, scope));
      this.#add(values, value, this.#element(value, scope, optionals?.has(index)));
    }
    return mapOf(this.#joined(keys), this.#joined(values));
  }

  #list({ elements, optionals }: ListLiteral, scope: Scope): Type {
    const aggregate = new Aggregate();
    for (const [index, element] of elements.entries())
      this.#add(aggregate, element, this.#element(element, scope, optionals?.has(index)));
    return listOf(this.#joined(aggregate));
  }

  /** Returns the type of an element; of an optional one, the type of its value. */
  #element(expr: Expr, scope: Scope, isOptional = false): Type {
    const type = this.#check(expr, scope);
    const inner = isOptional ? typeInOptional(type) : type;
    return inner ?? (type.name === 'dyn' ? type : this.#mismatch(expr.at, optionalOf(type), type));
  }

  #add(aggregate: Aggregate, expr: Expr, type: Type): void {
    const { joined = type } = aggregate;
    const isFitting = this.#types.assign([joined], [type]);
    if (!isFitting && this.#mixing === 0) this.#mismatch(expr.at, joined, type);
    aggregate.joined = isFitting ? this.#types.mostGeneral(joined, type) : DYN;
    aggregate.elements.push({ type, at: expr.at });
  }

  #joined({ joined, elements }: Aggregate): Type {
    if (elements.length > 1 && this.#mixing === 0) this.#aggregates.push(elements);
    return joined ?? this.#types.newVariable();
  }

  /**
   * Checks that the elements of each literal have the same type. Fully known types must be identical; agreeing is not
   * enough.
   */
  #assertHomogeneous(): void {
    for (const [first, ...others] of this.#aggregates) {
      const type = first && this.#types.resolveFully(first.type);
      for (const other of others) {
        const found = this.#types.resolveFully(other.type);
        if (type !== undefined && !this.#types.isSame(type, found)) this.#mismatch(other.at, type, found);
      }
    }
  }

  /** Checks that no variable is used as a type, and no name of a message outside its literals. */
  #assertTypesNamed(): void {
    for (const { name, type, at } of this.#references) {
      const isType = this.#types.resolveFully(type).name === 'type';
      if (isType && !VALUE_TYPE_NAMES.has(withoutDot(name))) this.#fail(at, `reference to undefined type: ${name}`);
    }
  }

  #message({ name, fields, at }: Message, scope: Scope): Type {
    const type = this.#reference(name, scope) ?? this.#undeclared(at, name, [...MESSAGES.keys()]);
    const kind = MESSAGES.get(withoutDot(name));
    if (type.name !== 'type') this.#fail(at, `'${name}' is not a type`);
    if (kind === undefined) return this.#fail(at, `'${name}' is not a message type`);
    for (const field of fields) {
      const value = this.#check(field.value, scope);
      const wanted = kind.fields.get(field.name) ?? this.#fail(field.at, `undefined field '${field.name}'`);
      if (this.#types.assign([wanted], [value])) continue;
      this.#fail(
        field.at,
        `field '${field.name}' must be of type '${formatType(wanted)}', found '${this.#show(value)}'`,
      );
    }
    return kind.type;
  }

  #comprehension({ range, variable, second, init, condition, step, result }: Comprehension, scope: Scope): Type {
    const ranged = this.#types.resolve(this.#check(range, scope));
    const element = this.#elementOf(ranged, range.at);
    const accumulated = this.#check(init, scope);
    const around: Scope = { names: new Map([[ACCUMULATOR, accumulated]]), outer: scope };
    const names = second === undefined ? [[variable, element] as const] : pairOf(ranged, variable, second);
    const inside: Scope = { names: new Map(names), outer: around };
    this.#comparesMixed = true;
    this.#assert(condition, BOOL, inside);
    this.#assert(step, accumulated, inside);
    return this.#types.resolve(this.#check(result, around));
  }

  #elementOf(range: Type, at: number): Type {
    const [element] = range.parameters;
    if ((range.name === 'list' || range.name === 'map') && element !== undefined) return element;
    if (isVariable(range)) this.#types.assign([DYN], [range]);
    else if (range.name !== 'dyn') {
      this.#fail(
        at,
        `expression of type '${this.#show(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      );
    }
    return DYN;
  }

  #assert(expr: Expr, wanted: Type, scope: Scope): void {
    const type = this.#check(expr, scope);
    if (!this.#types.assign([wanted], [type])) this.#mismatch(expr.at, wanted, type);
  }

  /** Fails for a name that is not among the declared ones. */
  #undeclared(at: number, name: string, declared: readonly string[]): never {
    throw this.#source.error(at, `undeclared reference to '${name}'`, didYouMean(withoutDot(name), declared));
  }

  #mismatch(at: number, wanted: Type, found: Type): never {
    return this.#fail(at, `expected type '${this.#show(wanted)}' but found '${this.#show(found)}'`);
  }

  #noOverload(at: number, name: string, types: readonly Type[], isMethod: boolean): never {
    const [first = '', ...others] = types.map((type) => this.#show(type));
    const signature = isMethod ? `${first}.(${others.join(', ')})` : `(${[first, ...others].join(', ')})`;
    return this.#fail(at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #show(type: Type): string {
    return formatType(this.#types.resolveFully(type));
  }

  #fail(at: number, message: string): never {
    throw this.#source.error(at, message);
  }
}

/** Returns the names of functions that can be written, which operators have not. */
function namesOf(functions: Functions): readonly string[] {
  return [...functions.keys()].filter((name) => /^[a-z][\w.]*$/i.test(name));
}

/**
 * Returns the variables of a loop over a range with their types: index and element of a list, key and value of a map.
 */
function pairOf(range: Type, variable: string, second: string): readonly (readonly [string, Type])[] {
  const [first = DYN, value = DYN] = range.parameters;
  const types = range.name === 'list' ? [INT, first] : range.name === 'map' ? [first, value] : [DYN, DYN];
  return [
    [variable, types[0] ?? DYN],
    [second, types[1] ?? DYN],
  ];
}

/** Returns the names of the variables in scope, from the innermost macro outwards. */
function namesIn(scope: Scope | undefined): readonly string[] {
  if (scope === undefined) return [];
  return [...[...scope.names.keys()].filter((name) => name !== ACCUMULATOR), ...namesIn(scope.outer)];
}

/** Returns the qualified name of a select that consists of names only: `a.b.c`. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.isTest) return undefined;
  const operand = qualifiedName(expr.operand);
  return operand === undefined ? undefined : `${operand}.${expr.field}`;
}

/** Removes the leading dot of a name, which means the top scope; nothing is above that. */
export function withoutDot(name: string): string {
  return name.startsWith('.') ? name.slice(1) : name;
}
