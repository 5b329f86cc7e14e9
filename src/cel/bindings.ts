import { celMap, type CelInput, type CelMap } from '@bufbuild/cel';
import type { Activation } from './environment.ts';
import { ITERATION_VARIABLES } from './iterations.ts';

/** Object of a cluster, reduced to the four fields that expressions can read. It must not change once it is bound. */
export interface BoundObject {
  readonly name: string;
  readonly namespace: string;
  /** Defaults to an empty map. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Defaults to an empty map. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** Values of the variables of an expression. An expression that uses an absent one fails. */
export interface Bindings {
  readonly repoDefault: string;
  readonly packageDefault: string;
  readonly upstream?: BoundObject | undefined;
  /** Selected object, or the entry of a target that is listed rather than selected. */
  readonly target: BoundObject | { readonly repo: string; readonly package: string };
  /** Repository of the variant; absent while it is unknown. */
  readonly repository?: BoundObject | undefined;
}

/** Returns the object in which the evaluator looks up names. It inherits nothing from JavaScript's objects. */
export function activation(bindings: Bindings): Activation {
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
