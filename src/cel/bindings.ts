import { celMap, type CelInput, type CelMap } from '@bufbuild/cel';
import type { Activation } from './environment.ts';
import { TURN_VARIABLES } from './turns.ts';

/** An object of a cluster as expressions see it: these four fields, whatever else it has. It must not change once it was bound. */
export interface BoundObject {
  readonly name: string;
  readonly namespace: string;
  /** Absent, they are an empty map. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Absent, they are an empty map. */
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** What the variables of an expression stand for. An expression that uses one that is absent fails. */
export interface Bindings {
  readonly repoDefault: string;
  readonly packageDefault: string;
  readonly upstream?: BoundObject | undefined;
  /** The selected object; for a target that is listed rather than selected, what the list names. */
  readonly target: BoundObject | { readonly repo: string; readonly package: string };
  /** The repository that a variant goes to: absent as long as it is not known. */
  readonly repository?: BoundObject | undefined;
}

/** What the evaluator looks names up in: none finds what JavaScript's objects inherit. */
export function activation(bindings: Bindings): Activation {
  const variables = Object.create(TURN_VARIABLES) as Record<string, CelInput>;
  const { repoDefault, packageDefault, upstream, target, repository } = bindings;
  variables['repoDefault'] = repoDefault;
  variables['packageDefault'] = packageDefault;
  if (upstream !== undefined) variables['upstream'] = objectValue(upstream);
  variables['target'] = 'name' in target ? objectValue(target) : fields({ repo: target.repo, package: target.package });
  if (repository !== undefined) variables['repository'] = objectValue(repository);
  return variables;
}

const converted = new WeakMap<BoundObject, CelMap>();

/** The same few objects are bound to expression after expression, so each is converted once. */
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
