import { isMap, type Value } from '../../yaml/index.ts';

/** Annotation that kpt adds to each resource that it fetches. */
const IDENTIFIER = 'internal.kpt.dev/upstream-identifier';

/** Upstream identity of a resource, as kpt writes it. */
export interface UpstreamIdentity {
  readonly group: string;
  readonly kind: string;
  /** '' if unset. */
  readonly namespace: string;
  readonly name: string;
}

/** Returns the data of a resource without the additions that kpt makes when it fetches it. */
export function withoutMarks(resource: Value): Value {
  if (!isMap(resource) || !isMap(resource['metadata'])) return resource;
  const { annotations, ...metadata } = resource['metadata'];
  if (!isMap(annotations) || !Object.hasOwn(annotations, IDENTIFIER)) return resource;
  const { [IDENTIFIER]: _, ...others } = annotations;
  const isEmpty = Object.keys(others).length === 0;
  return { ...resource, metadata: isEmpty ? metadata : { ...metadata, annotations: others } };
}

/** Reports whether a map of annotations has only kpt's additions. */
export function isOnlyMarks(annotations: Value): boolean {
  return isMap(annotations) && Object.keys(annotations).every((key) => key === IDENTIFIER);
}

/** Returns the text of a resource with its marks changed to another upstream identity. */
export function remarked(text: string, from: UpstreamIdentity, to: UpstreamIdentity): string {
  return text
    .replace(`# kpt-merge: ${from.namespace}/${from.name}\n`, `# kpt-merge: ${to.namespace}/${to.name}\n`)
    .replace(`${IDENTIFIER}: '${identifier(from)}'`, `${IDENTIFIER}: '${identifier(to)}'`);
}

function identifier({ group, kind, namespace, name }: UpstreamIdentity): string {
  return `${group}|${kind}|${namespace || 'default'}|${name}`;
}
