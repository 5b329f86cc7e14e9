/** An object of a cluster as expressions see it: these four fields, whatever else it has. */
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

type Value = string | Map<string, Value>;

/** What the evaluator looks names up in: it has no prototype, so that no name finds what is inherited. */
export function activation(bindings: Bindings): Readonly<Record<string, Value>> {
  const variables = Object.create(null) as Record<string, Value>;
  const { repoDefault, packageDefault, upstream, target, repository } = bindings;
  variables['repoDefault'] = repoDefault;
  variables['packageDefault'] = packageDefault;
  if (upstream !== undefined) variables['upstream'] = objectValue(upstream);
  variables['target'] = 'repo' in target ? new Map(Object.entries(target)) : objectValue(target);
  if (repository !== undefined) variables['repository'] = objectValue(repository);
  return variables;
}

const converted = new WeakMap<BoundObject, Value>();

/** The same few objects are bound to expression after expression, so each is converted once. */
function objectValue(object: BoundObject): Value {
  const known = converted.get(object);
  if (known !== undefined) return known;
  const { name, namespace, labels = {}, annotations = {} } = object;
  const value = new Map<string, Value>([
    ['name', name],
    ['namespace', namespace],
    ['labels', new Map(Object.entries(labels))],
    ['annotations', new Map(Object.entries(annotations))],
  ]);
  converted.set(object, value);
  return value;
}
