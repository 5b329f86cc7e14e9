import { elementAt, lengthOf, sliceOf } from './collections.ts';
import { isEqual, isLess, isLessOrEqual } from './compare.ts';
import { htmlEscape, jsEscape, urlQueryEscape } from './escape.ts';
import { Failure } from './failure.ts';
import { sprint, sprintf, sprintln } from './fmt/format.ts';
import { isTrue, NIL, operandType, unwrap, type Operand } from './operand.ts';
import type { GoValue } from './value.ts';

/** Function of the language. */
export interface Builtin {
  /** Number of required arguments. */
  readonly fixed: number;
  /** Set if more arguments are allowed. */
  readonly isVariadic: boolean;
  /** Set if the first argument must be a string; the others may be anything. */
  readonly takesString?: boolean;
  /**
   * Truth value that ends the evaluation of arguments (`and`, `or`): the first argument with this truth is the result.
   */
  readonly stopsAt?: boolean;
  /** Returns the result; `described` returns the first argument in source form. Throws a Failure. */
  readonly run: (args: readonly Operand[], described: () => string) => Operand;
}

/** Reports whether there is a function of that name. */
export function isBuiltin(name: string): boolean {
  return BUILTINS.has(name);
}

/** Functions of the language by name. */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['and', { ...atLeast(1, last), stopsAt: false }],
  ['or', { ...atLeast(1, last), stopsAt: true }],
  ['not', exactly(1, ([arg = NIL]) => bool(!isTrue(unwrap(arg))))],

  ['call', atLeast(1, ([callee = NIL], described) => refuseCall(unwrap(callee), described))],
  ['index', atLeast(1, ([collection = NIL, ...indexes]) => elementAt(collection, indexes))],
  ['len', exactly(1, ([collection = NIL]) => ({ kind: 'int', value: BigInt(lengthOf(collection)) }))],
  ['slice', atLeast(1, ([collection = NIL, ...indexes]) => sliceOf(collection, indexes))],

  ['html', atLeast(0, (args) => string(htmlEscape(printed(args))))],
  ['js', atLeast(0, (args) => string(jsEscape(printed(args))))],
  ['urlquery', atLeast(0, (args) => string(urlQueryEscape(printed(args))))],

  ['print', atLeast(0, (args) => string(sprint(args.map(unwrap))))],
  ['printf', { ...atLeast(1, ([format = NIL, ...args]) => string(formatted(format, args))), takesString: true }],
  ['println', atLeast(0, (args) => string(sprintln(args.map(unwrap))))],

  ['eq', atLeast(1, ([first = NIL, ...others]) => bool(isEqual(unwrap(first), others.map(unwrap))))],
  ['ne', comparison((first, second) => !isEqual(first, [second]))],
  ['lt', comparison(isLess)],
  ['le', comparison(isLessOrEqual)],
  ['gt', comparison((first, second) => !isLessOrEqual(first, second))],
  ['ge', comparison((first, second) => !isLess(first, second))],
]);

function exactly(fixed: number, run: Builtin['run']): Builtin {
  return { fixed, isVariadic: false, run };
}

function atLeast(fixed: number, run: Builtin['run']): Builtin {
  return { fixed, isVariadic: true, run };
}

function comparison(compare: (first: GoValue, second: GoValue) => boolean): Builtin {
  return exactly(2, ([first = NIL, second = NIL]) => bool(compare(unwrap(first), unwrap(second))));
}

function last(args: readonly Operand[]): Operand {
  return args.at(-1) ?? NIL;
}

/** Refuses any call, as data never contain functions. */
function refuseCall(callee: GoValue, described: () => string): never {
  if (callee.kind === 'nil') throw new Failure('call of nil');
  throw new Failure(`non-function ${described()} of type ${operandType(callee)}`);
}

/** Returns arguments as text; nil is printed as in an action. */
function printed(args: readonly Operand[]): string {
  return sprint(args.map(printable));
}

/** Returns the value that an action prints. */
export function printable(operand: Operand): GoValue {
  const value = unwrap(operand);
  return value.kind === 'nil' ? string('<no value>') : value;
}

function formatted(format: Operand, args: readonly Operand[]): string {
  const value = unwrap(format);
  return value.kind === 'string' ? sprintf(value.value, args.map(unwrap)) : '';
}

function bool(value: boolean): GoValue {
  return { kind: 'bool', value };
}

function string(value: string): { readonly kind: 'string'; readonly value: string } {
  return { kind: 'string', value };
}
