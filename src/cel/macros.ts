import { ACCUMULATOR, type Call, type Comprehension, type Constant, type Expr, type Ident } from './expr.ts';
import type { Source } from './source.ts';

/** Expands a method call, whose arguments after the variables of the loop are given. */
type Expansion = (loop: Loop, args: readonly Expr[]) => Comprehension;

/** Parts that the loops of all macros share. */
export interface Loop {
  readonly at: number;
  readonly range: Expr;
  readonly variable: string;
  readonly second?: string;
}

/** Macro: a method whose first arguments are names of variables. */
interface Macro {
  /** Number of variables. */
  readonly variables: 1 | 2;
  readonly expand: Expansion;
}

/** Macros by name and number of arguments. */
export type Macros = ReadonlyMap<string, Macro>;

/** Macros of the language itself. */
export const MACROS: Macros = new Map(
  Object.entries({
    ...quantifiers(1),
    'filter 2': macro(1, (loop, [test]) => collection(loop, variableOf(loop), test)),
    'map 2': macro(1, (loop, [value]) => collection(loop, value)),
    'map 3': macro(1, (loop, [test, value]) => collection(loop, value, test)),
  }),
);

/** Returns the macros that test the elements of a range, for loops with that many variables. */
export function quantifiers(variables: 1 | 2): Readonly<Record<string, Macro>> {
  const all: Expansion = (loop, [test]) => quantifier(loop, true, '_&&_', accumulator(loop), test);
  const exists: Expansion = (loop, [test]) =>
    quantifier(loop, false, '_||_', call(loop, '!_', accumulator(loop)), test);
  const one: Expansion = (loop, [test]) => existsOne(loop, test);
  const count = variables + 1;
  return {
    [`all ${count}`]: macro(variables, all),
    [`exists ${count}`]: macro(variables, exists),
    [`exists_one ${count}`]: macro(variables, one),
    ...(variables === 2 && { [`existsOne ${count}`]: macro(variables, one) }),
  };
}

export function macro(variables: 1 | 2, expand: Expansion): Macro {
  return { variables, expand };
}

/**
 * Returns the expansion of a call of a macro; otherwise the call. Throws a CelError if a macro does not accept these
 * arguments.
 */
export function expandMacro(source: Source, expr: Call, macros: Macros): Expr {
  const { target, name, args, at } = expr;
  const found = target && macros.get(`${name} ${args.length}`);
  if (target === undefined || found === undefined)
    return target === undefined && name === 'has' && args.length === 1 ? presenceTest(source, expr, args[0]) : expr;
  const [variable = '', second] = args.slice(0, found.variables).map((arg) => loopVariable(source, arg));
  if (variable === second) throw source.error(args[1]?.at ?? at, `the variables of a macro must differ: ${variable}`);
  const loop = { at, range: target, variable, ...(second !== undefined && { second }) };
  return found.expand(loop, args.slice(found.variables));
}

function presenceTest(source: Source, { at }: Call, tested: Expr | undefined): Expr {
  if (tested?.kind === 'select') return { ...tested, at, isTest: true };
  throw source.error(tested?.at ?? at, 'invalid argument to has() macro: it must be a field, as in has(a.b)');
}

function loopVariable(source: Source, variable: Expr | undefined): string {
  if (variable?.kind !== 'ident') {
    throw source.error(variable?.at ?? 0, 'the first argument of a macro must be a simple name');
  }
  if (variable.name === '__result__') throw source.error(variable.at, 'the variable of a macro cannot be __result__');
  return variable.name;
}

function quantifier(loop: Loop, init: boolean, operator: string, condition: Expr, test?: Expr): Comprehension {
  return {
    ...loop,
    kind: 'comprehension',
    init: literal(loop, { type: 'bool', value: init }),
    condition: call(loop, '@not_strictly_false', condition),
    step: call(loop, operator, accumulator(loop), test),
    result: accumulator(loop),
  };
}

function existsOne(loop: Loop, test?: Expr): Comprehension {
  const one = literal(loop, { type: 'int', value: 1n });
  return {
    ...loop,
    kind: 'comprehension',
    init: literal(loop, { type: 'int', value: 0n }),
    condition: literal(loop, { type: 'bool', value: true }),
    step: call(loop, '_?_:_', test, call(loop, '_+_', accumulator(loop), one), accumulator(loop)),
    result: call(loop, '_==_', accumulator(loop), one),
  };
}

/** Collects a value for each element, or for those that pass a test, in a list. */
export function collection(loop: Loop, value?: Expr, test?: Expr): Comprehension {
  const elements = value === undefined ? [] : [value];
  const added = call(loop, '_+_', accumulator(loop), { at: loop.at, kind: 'list', elements });
  return accumulation(loop, { at: loop.at, kind: 'list', elements: [] }, added, test);
}

/** Loops over all elements, or those that pass a test. `init`: value before the first one. `step`: value after one. */
export function accumulation(loop: Loop, init: Expr, step: Expr, test?: Expr): Comprehension {
  return {
    ...loop,
    kind: 'comprehension',
    init,
    condition: literal(loop, { type: 'bool', value: true }),
    step: test === undefined ? step : call(loop, '_?_:_', test, step, accumulator(loop)),
    result: accumulator(loop),
  };
}

/** Returns the variable of a loop. */
export function variableOf({ at, variable }: Loop): Ident {
  return { at, kind: 'ident', name: variable };
}

/** Returns the accumulated value of a loop. */
export function accumulator({ at }: Loop): Ident {
  return { at, kind: 'ident', name: ACCUMULATOR };
}

function literal({ at }: Loop, constant: Constant): Expr {
  return { at, kind: 'literal', constant };
}

/** Returns a call of a function or operator at the place of a macro. */
export function call({ at }: Loop, name: string, ...args: readonly (Expr | undefined)[]): Call {
  return { at, kind: 'call', name, args: args.filter((arg) => arg !== undefined) };
}
