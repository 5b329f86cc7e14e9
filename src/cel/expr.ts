/** Value of a literal, with its type. */
export type Constant =
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'null'; readonly value: null };

interface Node {
  /** Offset in the source that messages about this node point to: for an operation, that of the operator. */
  readonly at: number;
}

/** Literal. */
interface Literal extends Node {
  readonly kind: 'literal';
  readonly constant: Constant;
}

/** Variable, or name of a type. A name that begins with a dot ignores declarations of macros. */
export interface Ident extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

/** Field selection such as `a.b`, or a presence test such as `has(a.b)`. */
export interface Select extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  readonly isTest: boolean;
}

/** Call of a function or operator, or of a method, which has a target. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly target?: Expr;
  readonly args: readonly Expr[];
}

/** List literal. */
export interface ListLiteral extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  /** Indexes of elements that begin with `?`: optional values, of which an empty one is left out. */
  readonly optionals?: ReadonlySet<number>;
}

/** Map literal. */
export interface MapLiteral extends Node {
  readonly kind: 'map';
  readonly entries: readonly (readonly [key: Expr, value: Expr])[];
  /** Indexes of entries that begin with `?`: their values are optional, and an entry with an empty one is left out. */
  readonly optionals?: ReadonlySet<number>;
}

/** Message literal, such as `google.protobuf.StringValue{value: 'a'}`. */
export interface Message extends Node {
  readonly kind: 'message';
  readonly name: string;
  readonly fields: readonly Field[];
}

/** Field of a message literal. */
export interface Field extends Node {
  readonly name: string;
  readonly value: Expr;
}

/** Expansion of a macro: a loop over a list or the keys of a map that computes one value. */
export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly range: Expr;
  /** Variable that holds the element or key; with a second variable, the index or key. */
  readonly variable: string;
  /** Variable that holds the element or value. Default: none. */
  readonly second?: string;
  /** Value before the first iteration; available as `ACCUMULATOR` in `condition`, `step` and `result`. */
  readonly init: Expr;
  /** Condition for another iteration. */
  readonly condition: Expr;
  /** Value after an iteration. */
  readonly step: Expr;
  readonly result: Expr;
}

/** Variable of a comprehension with the accumulated value; not a name that can be written. */
export const ACCUMULATOR = '@result';

/** Tree of an expression. */
export type Expr = Literal | Ident | Select | Call | ListLiteral | MapLiteral | Message | Comprehension;

/** Reports whether the expression searches an empty list, which cel-go decides without evaluating it. */
export function isInNothing(expr: Expr): boolean {
  if (expr.kind !== 'call' || expr.name !== '@in') return false;
  const [, list] = expr.args;
  return list?.kind === 'list' && list.elements.length === 0;
}
