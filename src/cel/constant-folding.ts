import type { CelValue } from '@bufbuild/cel';
import { ITERATION_VARIABLES } from './iterations.ts';
import { qualifiedName, withoutDot } from './checker.ts';
import { prepare, type Activation, type Runtime } from './environment.ts';
import { isInNothing, type Call, type Expr } from './expr.ts';
import { TYPE_NAMES } from './messages.ts';
import type { Source } from './source.ts';
import { mapKey, typeName } from './values.ts';

/** Functions that cel-go calls at compile time if their argument is constant. */
const CONVERSIONS: ReadonlySet<string> = new Set(
  'bool bytes double duration dyn int string timestamp type uint'.split(' '),
);

/** Constancy of an expression: variable, constant, or constant with conversions to evaluate. */
type Constancy = 'variable' | 'constant' | 'converted';

/**
 * Evaluates the parts that cel-go evaluates at compile time: conversions of constants, constant patterns and constant
 * indices. Throws a CelError if that fails.
 */
export function foldConstants(runtime: Runtime, source: Source, expr: Expr): void {
  const folding = new Folding(runtime, source);
  if (folding.fold(expr, new Set()) === 'converted') folding.evaluate(expr);
}

/** Evaluates each constant once, as a whole, where it is used. */
class Folding {
  readonly #runtime: Runtime;
  readonly #source: Source;

  constructor(runtime: Runtime, source: Source) {
    this.#runtime = runtime;
    this.#source = source;
  }

  fold(expr: Expr, locals: ReadonlySet<string>): Constancy {
    if (expr.kind === 'literal' || isTypeName(expr, locals)) return 'constant';
    const inside = expr.kind === 'comprehension' ? new Set([...locals, expr.variable]) : locals;
    const parts = partsOf(expr).map((part) => ({ part, constancy: this.fold(part, inside) }));
    const areConstant = parts.every(({ constancy }) => constancy !== 'variable');
    if (areConstant && isConversion(expr)) return 'converted';
    if (areConstant && (expr.kind === 'list' || expr.kind === 'map')) {
      return parts.some(({ constancy }) => constancy === 'converted') ? 'converted' : 'constant';
    }
    for (const { part, constancy } of parts) if (constancy === 'converted') this.evaluate(part);
    if (isInNothing(expr)) return 'constant';
    const last = parts.at(-1);
    if (expr.kind === 'call' && last !== undefined && last.constancy !== 'variable') this.#checkLast(expr, last.part);
    return 'variable';
  }

  #checkLast(call: Call, last: Expr): void {
    if (withoutDot(call.name) === 'matches') this.#checkPattern(call, last);
    if (call.name === '_[_]') this.#checkIndex(last);
  }

  evaluate(expr: Expr): CelValue {
    const evaluation = prepare(this.#runtime, this.#source, expr, { phase: 'compile', guesses: new Map() });
    return evaluation(Object.create(ITERATION_VARIABLES) as Activation);
  }

  /** Checks that a constant index is possible for some list or map. */
  #checkIndex(index: Expr): void {
    if (index.kind === 'literal' && index.constant.type === 'string') return;
    const value = this.evaluate(index);
    if (typeof value === 'number' || mapKey(value) !== undefined) return;
    throw this.#source.error(index.at, `unsupported index type '${typeName(value)}'`);
  }

  /** Compiles a constant pattern, whether or not it is ever matched. */
  #checkPattern({ name, at }: Call, pattern: Expr): void {
    if (typeof this.evaluate(pattern) !== 'string') return;
    const text: Expr = { kind: 'literal', at, constant: { type: 'string', value: '' } };
    this.evaluate({ kind: 'call', at, name, args: [text, pattern] });
  }
}

function isConversion(expr: Expr): boolean {
  return expr.kind === 'call' && CONVERSIONS.has(withoutDot(expr.name)) && expr.args.length === 1;
}

function isTypeName(expr: Expr, locals: ReadonlySet<string>): boolean {
  const name = withoutDot(qualifiedName(expr) ?? '');
  return TYPE_NAMES.has(name) && !locals.has(name);
}

function partsOf(expr: Expr): readonly Expr[] {
  if (expr.kind === 'select') return [expr.operand];
  if (expr.kind === 'call') return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
  if (expr.kind === 'list') return expr.elements;
  if (expr.kind === 'map') return expr.entries.flat();
  if (expr.kind === 'message') return expr.fields.map(({ value }) => value);
  return expr.kind === 'comprehension' ? [expr.range, expr.init, expr.condition, expr.step, expr.result] : [];
}
