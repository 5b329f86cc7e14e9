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
    by: 'group, kind, namespace and name, if they occur once in the same file, or once in the package',
    isCertain: true,
    because: 'a cluster has at most one object with these',
  },
  fileOrder: {
    of: 'resource',
    by: 'if these occur several times in a file: the same text, or the place between the same texts',
    isCertain: true,
    because: 'git merges lines in the same way',
  },
  renamedFile: {
    of: 'resource',
    by: 'if these occur several times in the package: these, in a file that was renamed without a change, or with its folder',
    isCertain: true,
    because: 'the name and the other files agree',
  },
  similarFile: {
    of: 'resource',
    by: 'the same, in a file that is clearly more similar to the renamed one than all others',
    isCertain: false,
    because: 'it may be another resource: the old one deleted, a new one added',
  },
  sameIdentity: {
    of: 'resource',
    by: 'the same, and it is clearly more similar than all others with these',
    isCertain: false,
    because: 'it may be another resource: the old one deleted, a new one added',
  },
  onlyName: {
    of: 'resource',
    by: 'the same data but for name and namespace, in the same file, where no other resource has these data',
    isCertain: false,
    because: 'it may be another resource; it counts as the same one, with a warning, if another merge finds that, too',
  },
  onlyNamespace: {
    of: 'resource',
    by: 'if the namespace changed: group, kind and name in the same file, where no other resource has these, and at least half of the lines',
    isCertain: false,
    because: 'it may be another resource; it counts as the same one, with a warning, if another merge finds that, too',
  },
  otherIdentity: {
    of: 'resource',
    by: 'if one of these changed: most lines are the same, only its name changed, or it is the only resource of its file',
    isCertain: false,
    because: 'it may be another resource: the old one deleted, a new one added',
  },
  mapKey: { of: 'entry', by: 'its key', isCertain: true, because: 'keys of a map are unique' },
  sameValue: {
    of: 'entry',
    by: 'if the key changed: the same map, list or text, which no other entry has',
    isCertain: true,
    because: 'somebody changed the key in place',
  },
  otherKey: {
    of: 'entry',
    by: 'if the key changed: at least half of the values are the same',
    isCertain: false,
    because: 'it may be another entry: the old one deleted, a new one added',
  },
  listKeys: {
    of: 'element',
    by: 'the keys that Kubernetes or a CustomResourceDefinition defines for the list',
    isCertain: true,
    because: 'the API server identifies elements by them',
  },
  set: {
    of: 'element',
    by: 'its value, if Kubernetes, kustomize or a CustomResourceDefinition defines the list as a set',
    isCertain: true,
    because: 'values of a set are unique',
  },
  functionName: {
    of: 'element',
    by: 'in a pipeline: the name of the function, or its image without registry and tag; duplicates by their order',
    isCertain: true,
    because: 'a pipeline calls functions by these',
  },
  foundKeys: {
    of: 'element',
    by: '`name`, `id` or another field with a different value in each element; if there are several such fields, all must lead to the same matches',
    isCertain: true,
    because: 'no two elements of a version have the same value',
  },
  option: {
    of: 'element',
    by: 'in a list of arguments: the name of an option with a value, as in `--name=value` or `NAME=value`, if each version has it once',
    isCertain: true,
    because: 'a program reads one value of an option',
  },
  equality: {
    of: 'element',
    by: 'an equal value; duplicates are counted',
    isCertain: true,
    because: 'equal elements are interchangeable',
  },
  leftAlone: {
    of: 'element',
    by: 'if only one side changed it: at least half of the values, or the position, are the same',
    isCertain: true,
    because: 'the result is the same, whether the element was edited or replaced',
  },
  likeness: {
    of: 'element',
    by: 'if both sides changed it: at least half of the values are the same, or it is the only element',
    isCertain: false,
    because: 'it may be another element: the old one deleted, a new one added',
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Name of a way to pair versions. */
export type Way = keyof typeof WAYS;

/** Name of a way to pair versions of a resource. */
export type ResourceWay = {
  [Name in Way]: (typeof WAYS)[Name]['of'] extends 'resource' ? Name : never;
}[Way];

/** Reports whether versions that are paired this way are certainly the same thing. */
export function isCertain(way: Way): boolean {
  return WAYS[way].isCertain;
}

/** Reports whether a resource that was found this way has another identity. */
export function isOtherIdentity(way: ResourceWay | undefined): boolean {
  return way === 'otherIdentity' || isInPlace(way);
}

/** Reports whether a resource that was found this way is the only one in its file that it can be. */
export function isInPlace(way: ResourceWay | undefined): way is 'onlyName' | 'onlyNamespace' {
  return way === 'onlyName' || way === 'onlyNamespace';
}
