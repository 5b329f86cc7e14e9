/** Way to pair versions of a resource, entry or element. */
interface Row {
  readonly of: 'resource' | 'entry' | 'element';
  /** Property that paired versions share. */
  readonly by: string;
  /** False for a guess: if both sides changed the thing, something else must confirm the pair. */
  readonly isCertain: boolean;
  readonly because: string;
}

/** All ways to pair versions, in the order in which they are tried. */
export const WAYS = {
  identity: {
    of: 'resource',
    by: "group, kind, namespace and name, the latter two from kpt's `# kpt-merge:` comment if there is one",
    isCertain: true,
    because: 'a cluster has at most one object with an identity',
  },
  otherIdentity: {
    of: 'resource',
    by: 'its place in the file or most of its lines, under another identity',
    isCertain: false,
    because: 'the old one may be deleted, and another one added',
  },
  mapKey: { of: 'entry', by: 'its key', isCertain: true, because: 'keys of a map are unique' },
  otherKey: {
    of: 'entry',
    by: 'half of the scalars below it, under another key',
    isCertain: false,
    because: 'the old one may be deleted, and a similar one added',
  },
  listKeys: {
    of: 'element',
    by: "keys of the list by Kubernetes' types or by a CustomResourceDefinition",
    isCertain: true,
    because: 'the API server identifies elements by them',
  },
  set: {
    of: 'element',
    by: "its value, in a set by Kubernetes' types or by a CustomResourceDefinition",
    isCertain: true,
    because: 'values of a set are unique',
  },
  functionName: {
    of: 'element',
    by: 'name of a function in a pipeline, or its image without registry and tag',
    isCertain: true,
    because: 'a pipeline calls functions by these, and calls of the same function keep their order',
  },
  foundKeys: {
    of: 'element',
    by: '`name`, `id`, or single-line scalars that all elements have, all different',
    isCertain: true,
    because: 'they are unique in every version, and no two of them pair elements differently',
  },
  equality: {
    of: 'element',
    by: 'an equal value; duplicates are paired by count',
    isCertain: true,
    because: 'equal elements are interchangeable',
  },
  leftAlone: {
    of: 'element',
    by: 'half of its scalars, or its place, if the other side did not change the old one',
    isCertain: true,
    because: 'the merged elements are the same if it is a different one',
  },
  likeness: {
    of: 'element',
    by: 'half of its scalars, or being the only element, if both sides changed it',
    isCertain: false,
    because: 'the old one may be deleted, and a similar one added',
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Name of a way to pair versions. */
export type Way = keyof typeof WAYS;

/** Reports whether versions that are paired this way are certainly the same thing. */
export function isCertain(way: Way): boolean {
  return WAYS[way].isCertain;
}
