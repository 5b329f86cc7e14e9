import type { Expr } from './expr.ts';
import { MAX_DEPTH } from './limits.ts';
import type { Source } from './source.ts';

/** Recursive rules of the grammar. */
type Rule = 'expr' | 'relation' | 'calc';

/** Limits the nesting of the parsed expression as cel-go does: by the open rules, and by the resulting tree. */
export class Nesting {
  readonly #source: Source;
  readonly #open: Record<Rule, number> = { expr: 0, relation: 0, calc: 0 };
  readonly #heights = new Map<Expr, number>();

  constructor(source: Source) {
    this.#source = source;
  }

  enter(rule: Rule, at: number): void {
    if (++this.#open[rule] > MAX_DEPTH) throw this.#tooDeep(at);
  }

  leave(rule: Rule): void {
    this.#open[rule]--;
  }

  /** Records a node of the tree with these children, and returns it. */
  put<T extends Expr>(expr: T, parts: readonly (Expr | undefined)[]): T {
    this.#heights.set(expr, this.#highest(parts));
    return expr;
  }

  /** Records an operator, a field or a method, which adds one level, and returns it. */
  putDeeper<T extends Expr>(expr: T, parts: readonly (Expr | undefined)[]): T {
    const height = this.#highest(parts) + 1;
    if (height > MAX_DEPTH) throw this.#tooDeep(expr.at);
    this.#heights.set(expr, height);
    return expr;
  }

  #highest(parts: readonly (Expr | undefined)[]): number {
    return parts.reduce((highest, part) => Math.max(highest, (part && this.#heights.get(part)) ?? 0), 0);
  }

  #tooDeep(at: number): Error {
    return this.#source.error(at, `the expression must not be nested deeper than ${MAX_DEPTH}`);
  }
}
