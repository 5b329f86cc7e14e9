import {
  celEnv,
  isCelError,
  plan,
  type CelEnv,
  type CelFunc,
  type CelError as LibraryError,
  type CelInput,
  type CelValue,
} from '@bufbuild/cel';
import { ARITHMETIC } from './arithmetic.ts';
import { isOverBudget, overBudget } from './budget.ts';
import { CelError, type CelPhase } from './cel-error.ts';
import type { Guesses } from './checker.ts';
import { COLLECTIONS } from './collections.ts';
import { CONVERSIONS } from './conversions.ts';
import type { Expr } from './expr.ts';
import { Failure } from './failure.ts';
import { lower, type Lowered } from './lower.ts';
import { ORDERING } from './ordering.ts';
import type { Source } from './source.ts';
import { TEXT } from './text.ts';
import { TIME } from './time.ts';

/** Returns an environment with the functions of the language itself, and others. */
export function environmentWith(others: readonly CelFunc[] = []): CelEnv {
  return celEnv({
    funcs: [...ARITHMETIC, ...COLLECTIONS, ...CONVERSIONS, ...ORDERING, ...TEXT, ...TIME, ...others],
  });
}

/** Values of variables, in an object whose prototype has ITERATION_VARIABLES and nothing else. */
export type Activation = Readonly<Record<string, CelInput>>;

/** Evaluates an expression for values of its variables. Throws a CelError. */
export type Evaluation = (variables: Activation) => CelValue;

/** Functions that run, and how they are called: those of a profile. */
export interface Runtime {
  /** Functions: all that an expression can name, and those that it is lowered to. */
  readonly environment: CelEnv;
  /** True if constant parts are evaluated once when an expression is compiled, where they fail (`OptOptimize`). */
  readonly isOptimized: boolean;
}

/**
 * Prepares a checked expression. A variable without a value fails where it is used; the cost of an evaluation is
 * counted in the innermost budget.
 */
export function prepare(
  { environment, isOptimized }: Runtime,
  source: Source,
  expr: Expr,
  { phase, guesses }: { readonly phase: CelPhase; readonly guesses: Guesses },
): Evaluation {
  const lowered = lower(expr, guesses, isOptimized);
  const evaluate = plan(environment, lowered.expr);
  return (variables) => {
    const result = withoutStacks(() => evaluate(variables));
    if (isOverBudget()) throw new CelError(phase, overBudget().message);
    if (isCelError(result)) throw explain(source, lowered, result, phase);
    return result;
  };
}

/**
 * Runs a function without recording stacks. Errors are values here, of which a macro can make thousands: recording
 * their stacks would take most of the time.
 */
function withoutStacks<T>(run: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function explain(source: Source, { nodes }: Lowered, error: LibraryError, phase: CelPhase): CelError {
  const node = error.exprId === undefined ? undefined : nodes[Number(error.exprId)];
  const message = messageOf(error, node);
  const hint = error.cause instanceof Failure ? error.cause.hint() : '';
  return new CelError(phase, message, node && source.position(node.at), hint);
}

function messageOf({ message, cause }: LibraryError, node: Expr | undefined): string {
  if (node?.kind === 'ident' && message === 'unresolved attribute') return `no such attribute: ${node.name}`;
  if (node?.kind === 'message') return `a field of '${node.name}' cannot have this value`;
  // Any other error is the engine's, with wording that differs between engines.
  if (cause instanceof Error && !(cause instanceof Failure)) return 'the operation does not support these values';
  return message;
}
