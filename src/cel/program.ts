import { celEnv, isCelError, parse, plan } from '@bufbuild/cel';
import { activation, type Bindings } from './bindings.ts';
import { CelError } from './cel-error.ts';

/** An expression that has been compiled, to be evaluated as often as needed. */
export interface Program {
  /** The string that the expression gives for these bindings. Throws a CelError of phase `eval` or `convert`. */
  evaluate(bindings: Bindings): string;
}

const environment = celEnv();

/** Compiles an expression as Porch does for the templates of a PackageVariantSet. Throws a CelError of phase `compile`. */
export function compile(expression: string): Program {
  const evaluate = planned(expression);
  return {
    evaluate(bindings) {
      const result = evaluate(activation(bindings));
      if (isCelError(result)) throw new CelError('eval', result.message);
      if (typeof result !== 'string') throw new CelError('convert', 'the result must be a string');
      return result;
    },
  };
}

function planned(expression: string): ReturnType<typeof plan> {
  try {
    return plan(environment, parse(expression));
  } catch {
    throw new CelError('compile', 'the expression must be valid CEL');
  }
}
