import type { CelValue } from '@bufbuild/cel';
import { TURN_VARIABLES } from './turns.ts';
import { qualifiedName, withoutDot } from './checker.ts';
import { prepare, type Activation } from './environment.ts';
import type { Call, Expr } from './expr.ts';
import { TYPE_NAMES } from './messages.ts';
import type { Source } from './source.ts';
import { keyOf, typeName } from './values.ts';

/** Functions that cel-go calls while it compiles, where their argument is constant. */
const CONVERSIONS: ReadonlySet<string> = new Set(
  'bool bytes double duration dyn int string timestamp type uint'.split(' '),
);

/**
 * Evaluates what cel-go does not leave for the evaluation: conversions of constants, and patterns that are constant. Throws a
 * CelError where that fails. Returns whether the expression is constant itself.
 */
export function foldConstants(source: Source, expr: Expr, locals: ReadonlySet<string> = new Set()): boolean {
  if (expr.kind === 'literal' || isTypeName(expr, locals)) return true;
  const inside = expr.kind === 'comprehension' ? new Set([...locals, expr.variable]) : locals;
  const areConstant = partsOf(expr).map((part) => foldConstants(source, part, inside));
  if (expr.kind === 'list' || expr.kind === 'map') return !areConstant.includes(false);
  if (expr.kind !== 'call') return false;
  if (expr.name === 'matches' && areConstant.at(-1) === true) checkPattern(source, expr);
  if (expr.name === '_[_]' && areConstant[1] === true) checkIndex(source, expr.args[1]);
  if (!CONVERSIONS.has(expr.name) || areConstant.length !== 1 || areConstant[0] !== true) return false;
  evaluate(source, expr);
  return true;
}

function isTypeName(expr: Expr, locals: ReadonlySet<string>): boolean {
  const name = withoutDot(qualifiedName(expr) ?? '');
  return TYPE_NAMES.has(name) && !locals.has(name);
}

function evaluate(source: Source, expr: Expr): CelValue {
  return prepare(source, expr, 'compile', new Map())(Object.create(TURN_VARIABLES) as Activation);
}

/** A constant index must be one that some list or map could have. */
function checkIndex(source: Source, index: Expr | undefined): void {
  if (index === undefined || (index.kind === 'literal' && index.constant.type === 'string')) return;
  const value = evaluate(source, index);
  if (typeof value === 'number' || keyOf(value) !== undefined) return;
  throw source.error(index.at, `unsupported index type '${typeName(value)}'`);
}

/** A constant pattern is compiled, whatever there is to match. */
function checkPattern(source: Source, { name, at, args }: Call): void {
  const pattern = args.slice(-1);
  if (pattern[0] === undefined || typeof evaluate(source, pattern[0]) !== 'string') return;
  const text: Expr = { kind: 'literal', at, constant: { type: 'string', value: '' } };
  evaluate(source, { kind: 'call', at, name, args: [text, ...pattern] });
}

function partsOf(expr: Expr): readonly Expr[] {
  if (expr.kind === 'select') return [expr.operand];
  if (expr.kind === 'call') return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
  if (expr.kind === 'list') return expr.elements;
  if (expr.kind === 'map') return expr.entries.flat();
  if (expr.kind === 'message') return expr.fields.map(({ value }) => value);
  return expr.kind === 'comprehension' ? [expr.range, expr.init, expr.condition, expr.step, expr.result] : [];
}
