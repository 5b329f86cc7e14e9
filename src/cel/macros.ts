import { ACCUMULATOR, type Call, type Comprehension, type Constant, type Expr, type Ident } from './expr.ts';
import type { Source } from './source.ts';

/** Expands a method call to a loop. */
type Expansion = (loop: Loop, args: readonly Expr[]) => Comprehension;

/** Parts that the loops of all macros share. */
interface Loop {
  readonly at: number;
  readonly range: Expr;
  readonly variable: string;
}

/** Macros by name and number of arguments. */
const MACROS: ReadonlyMap<string, Expansion> = new Map([
  ['all 2', (loop, [, test]) => quantifier(loop, true, '_&&_', accumulator(loop), test)],
  ['exists 2', (loop, [, test]) => quantifier(loop, false, '_||_', call(loop, '!_', accumulator(loop)), test)],
  ['exists_one 2', (loop, [, test]) => existsOne(loop, test)],
  ['filter 2', (loop, [variable, test]) => collection(loop, variable, test)],
  ['map 2', (loop, [, value]) => collection(loop, value)],
  ['map 3', (loop, [, test, value]) => collection(loop, value, test)],
] satisfies readonly (readonly [string, Expansion])[]);

/**
 * Returns the expansion of a call of a macro; otherwise the call. Throws a CelError if a macro does not accept these
 * arguments.
 */
export function expandMacro(source: Source, expr: Call): Expr {
  const { target, name, args, at } = expr;
  const expand = target && MACROS.get(`${name} ${args.length}`);
  if (target !== undefined && expand !== undefined) {
    return expand({ at, range: target, variable: loopVariable(source, args[0]) }, args);
  }
  return target === undefined && name === 'has' && args.length === 1 ? presenceTest(source, expr, args[0]) : expr;
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

function collection(loop: Loop, value?: Expr, test?: Expr): Comprehension {
  const elements = value === undefined ? [] : [value];
  const added = call(loop, '_+_', accumulator(loop), { at: loop.at, kind: 'list', elements });
  return {
    ...loop,
    kind: 'comprehension',
    init: { at: loop.at, kind: 'list', elements: [] },
    condition: literal(loop, { type: 'bool', value: true }),
    step: test === undefined ? added : call(loop, '_?_:_', test, added, accumulator(loop)),
    result: accumulator(loop),
  };
}

function accumulator({ at }: Loop): Ident {
  return { at, kind: 'ident', name: ACCUMULATOR };
}

function literal({ at }: Loop, constant: Constant): Expr {
  return { at, kind: 'literal', constant };
}

function call({ at }: Loop, name: string, ...args: readonly (Expr | undefined)[]): Call {
  return { at, kind: 'call', name, args: args.filter((arg) => arg !== undefined) };
}
