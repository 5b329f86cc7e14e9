import { celMap, type CelInput, type CelMap } from '@bufbuild/cel';
import type { Activation } from './environment.ts';
import { ITERATION_VARIABLES } from './iterations.ts';
import type { BoundObject, Bindings } from './bindings.ts';
import { CelError } from './cel-error.ts';
import { compileExpression } from './expression.ts';
import { PORCH } from './porch.ts';
import { typeName } from './values.ts';

/** Compiled expression, to be evaluated as often as needed. */
export interface Program {
  /** Variables of the five that the expression uses. */
  readonly variables: ReadonlySet<string>;
  /** Returns the string result for these bindings. Throws a CelError of phase `eval` or `convert`. */
  evaluate(bindings: Bindings): string;
}

/**
 * Compiles an expression as Porch does for the templates of a PackageVariantSet. Throws a CelError of phase `compile`.
 */
export function compile(expression: string): Program {
  const { evaluate, variables } = compileExpression(expression, PORCH);
  return {
    variables,
    evaluate(bindings) {
      const result = evaluate(activation(bindings));
      if (typeof result === 'string') return result;
      throw new CelError('convert', `the result must be a string, found '${typeName(result)}'`);
    },
  };
}

/** Returns the object in which the evaluator looks up names. It inherits nothing from JavaScript's objects. */
function activation(bindings: Bindings): Activation {
  const variables = Object.create(ITERATION_VARIABLES) as Record<string, CelInput>;
  const { repoDefault, packageDefault, upstream, target, repository } = bindings;
  variables['repoDefault'] = repoDefault;
  variables['packageDefault'] = packageDefault;
  if (upstream !== undefined) variables['upstream'] = objectValue(upstream);
  variables['target'] = 'name' in target ? objectValue(target) : fields({ repo: target.repo, package: target.package });
  if (repository !== undefined) variables['repository'] = objectValue(repository);
  return variables;
}

const converted = new WeakMap<BoundObject, CelMap>();

/** Converts an object once, since the same few objects are bound to many expressions. */
function objectValue(object: BoundObject): CelMap {
  const known = converted.get(object);
  if (known !== undefined) return known;
  const { name, namespace, labels = {}, annotations = {} } = object;
  const value = fields({ name, namespace, labels: fields(labels), annotations: fields(annotations) });
  converted.set(object, value);
  return value;
}

function fields(values: Readonly<Record<string, CelInput>>): CelMap {
  return celMap(new Map(Object.entries(values)));
}
