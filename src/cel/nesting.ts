import type { Expr } from './expr.ts';
import { MAX_DEPTH } from './limits.ts';
import type { Source } from './source.ts';

/** The rules of the grammar that can be inside themselves. */
type Rule = 'expr' | 'relation' | 'calc';

/** Keeps what is parsed from being nested too deep, as cel-go does: by the rules that are open, and by the tree that comes out. */
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

  /** Notes a node of the tree that has these nodes in it, and gives it back. */
  put<T extends Expr>(expr: T, parts: readonly (Expr | undefined)[]): T {
    this.#heights.set(expr, this.#highest(parts));
    return expr;
  }

  /** The same for an operator, a field or a method, which go one deeper. */
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
