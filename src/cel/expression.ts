import { check, type Declarations } from './checker.ts';
import { foldConstants } from './constant-folding.ts';
import { prepare, type Evaluation } from './environment.ts';
import { parse } from './parser.ts';
import { Source } from './source.ts';

/** Compiles an expression with variables of these types to one that can be evaluated to any value. Throws a CelError of phase `compile`. */
export function compileExpression(text: string, declarations: Declarations): Evaluation {
  const source = new Source(text);
  const expr = parse(source);
  check(source, expr, declarations);
  foldConstants(source, expr);
  return prepare(source, expr, 'eval');
}
