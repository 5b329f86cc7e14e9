/** The value of a literal, with its type. */
export type Constant =
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'null'; readonly value: null };

interface Node {
  /** The offset in the source of what messages about this node point to: of an operator, the operator. */
  readonly at: number;
}

/** A literal. */
interface Literal extends Node {
  readonly kind: 'literal';
  readonly constant: Constant;
}

/** A variable, or the name of a type. A name that begins with a dot means what no macro declares. */
export interface Ident extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

/** A field, as in `a.b`; or the question whether there is one, as in `has(a.b)`. */
export interface Select extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  readonly isTest: boolean;
}

/** A call of a function or operator, or of a method, which has a target. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly target?: Expr;
  readonly args: readonly Expr[];
}

/** A list literal. */
interface ListLiteral extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
}

/** A map literal. */
export interface MapLiteral extends Node {
  readonly kind: 'map';
  readonly entries: readonly (readonly [key: Expr, value: Expr])[];
}

/** A message literal, as `google.protobuf.StringValue{value: 'a'}`. */
export interface Message extends Node {
  readonly kind: 'message';
  readonly name: string;
  readonly fields: readonly Field[];
}

/** A field of a message literal. */
export interface Field extends Node {
  readonly name: string;
  readonly value: Expr;
}

/** What a macro becomes: a loop over a list or the keys of a map, which makes one value. */
export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly range: Expr;
  /** The variable that stands for the element or key. */
  readonly variable: string;
  /** The value before the first turn; in `condition`, `step` and `result` it is `ACCUMULATOR`. */
  readonly init: Expr;
  /** Whether there is another turn. */
  readonly condition: Expr;
  /** The value after a turn. */
  readonly step: Expr;
  readonly result: Expr;
}

/** The variable of a comprehension that has the value so far; no name that can be written. */
export const ACCUMULATOR = '@result';

/** The tree of an expression. */
export type Expr = Literal | Ident | Select | Call | ListLiteral | MapLiteral | Message | Comprehension;

/** Whether something is looked for in an empty list, which cel-go knows without evaluating it. */
export function isInNothing(expr: Expr): boolean {
  if (expr.kind !== 'call' || expr.name !== '@in') return false;
  const [, list] = expr.args;
  return list?.kind === 'list' && list.elements.length === 0;
}
