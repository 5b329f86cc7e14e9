/** Manner in which versions of something are found to be the same one. */
interface Row {
  readonly of: 'resource' | 'entry' | 'element';
  /** What they have in common. */
  readonly by: string;
  /** False for a guess: where both sides changed it, something else must confirm it. */
  readonly isCertain: boolean;
  readonly because: string;
}

/** Everything that pairs versions, in the order in which it is tried, and whether that is certain. */
export const WAYS = {
  identity: {
    of: 'resource',
    by: "group, kind, namespace and name, those in kpt's `# kpt-merge:` comment before its own",
    isCertain: true,
    because: 'a cluster has one object of an identity',
  },
  otherIdentity: {
    of: 'resource',
    by: 'its place in the file or most of its lines, under another identity',
    isCertain: false,
    because: 'the old one may be deleted, and another one added',
  },
  mapKey: { of: 'entry', by: 'its key', isCertain: true, because: 'a map has a key once' },
  otherKey: {
    of: 'entry',
    by: 'half of the scalars below it, under another key',
    isCertain: false,
    because: 'the old one may be deleted, and an alike one added',
  },
  listKeys: {
    of: 'element',
    by: "keys of the list by Kubernetes' types or by a CustomResourceDefinition",
    isCertain: true,
    because: 'the API server tells elements apart by them',
  },
  set: {
    of: 'element',
    by: "its value, in a set by Kubernetes' types or by a CustomResourceDefinition",
    isCertain: true,
    because: 'a set has a value once',
  },
  functionName: {
    of: 'element',
    by: 'name of a function in a pipeline, or its image without registry and tag',
    isCertain: true,
    because: 'a pipeline calls a function by these, and those with the same keep their order',
  },
  foundKeys: {
    of: 'element',
    by: '`name`, `id`, or scalars of one line that all elements have, each another',
    isCertain: true,
    because: 'they tell the elements of all versions apart, and no two of them pair differently',
  },
  equality: {
    of: 'element',
    by: 'an equal value, as often as the counts tell',
    isCertain: true,
    because: 'which of several equal ones it is makes no difference',
  },
  leftAlone: {
    of: 'element',
    by: 'half of its scalars or its place, where the other side left the old one alone',
    isCertain: true,
    because: 'the merged elements are the same if it is another one',
  },
  likeness: {
    of: 'element',
    by: 'half of its scalars, or that it is the only one, where both sides changed it',
    isCertain: false,
    because: 'the old one may be deleted, and an alike one added',
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Name of a way to pair versions. */
export type Way = keyof typeof WAYS;

/** Reports whether versions that a way pairs are certainly the same one. */
export function isCertain(way: Way): boolean {
  return WAYS[way].isCertain;
}
