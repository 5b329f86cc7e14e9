import { isDeepStrictEqual } from 'node:util';

/** A reference in short form. */
export interface PlainReference {
  readonly componentName: string;
  readonly version: string;
  readonly repositoryContext?: object;
  readonly digest?: object;
}

/** One overwrite of a list. */
export interface PlainOverwrite {
  readonly source: Partial<PlainReference>;
  readonly substitution: Partial<PlainReference>;
}

/** A descriptor that is an item. */
export interface PlainDescriptor {
  readonly componentName: string;
  readonly version: string;
  readonly references: readonly PlainReference[];
}

/** An Installation or DeployItem with a reference, or with a descriptor of the same component. */
export interface PlainRoot {
  readonly ref: PlainReference;
  readonly isInline: boolean;
  readonly isDeployItem: boolean;
  readonly hasOverwrites: boolean;
  /** References of its descriptor. */
  readonly references: readonly PlainReference[];
}

interface Plain {
  readonly roots: readonly PlainRoot[];
  readonly descriptors: readonly PlainDescriptor[];
  readonly overwrites: readonly PlainOverwrite[];
  /** Default repository context. */
  readonly inherited: object | null;
}

/** Possible results of each reference of a package. */
type Found = Map<string, PlainReference[]>;

/** Expected result for a package. */
export interface Expected extends Pick<Plain, 'roots' | 'descriptors'> {
  readonly isRefused: boolean;
  /** Set if a digest covers a cycle, which no digest can. */
  readonly isCircular: boolean;
}

/** Expected result for a package. */
export function expected(plain: Plain): Expected {
  const found: Found = new Map();
  const circles: PlainReference[] = [];
  plain.roots.forEach((root, index) => search(plain, root, index, found, circles));
  const isDisputed = [...found.values()].some((ones) => ones.some((one) => !isDeepStrictEqual(one, ones[0])));
  const isElsewhere = [...found].some(([key, [one]]) => !key.startsWith('root') && one?.repositoryContext);
  const pick = (key: string, reference: PlainReference): PlainReference => found.get(key)?.[0] ?? reference;
  const pickAll = (key: string, references: readonly PlainReference[]): readonly PlainReference[] =>
    references.map((reference, index) => pick(`${key}/${index}`, reference));
  return {
    roots: plain.roots.map((root, index) => ({
      ...root,
      ref: pick(`root ${index}`, root.ref),
      references: pickAll(`inline ${index}`, root.references),
    })),
    descriptors: plain.descriptors.map((one) => ({ ...one, references: pickAll(keyOf(one), one.references) })),
    isRefused: isDisputed || isElsewhere,
    isCircular: circles.length > 0,
  };
}

function keyOf({ componentName, version }: Pick<PlainReference, 'componentName' | 'version'>): string {
  return `${componentName}:${version}`;
}

function search(plain: Plain, root: PlainRoot, index: number, found: Found, circles: PlainReference[]): void {
  const overwrites = root.hasOverwrites ? plain.overwrites : [];
  const where = root.ref.repositoryContext ?? plain.inherited ?? undefined;
  const before = { ...root.ref, ...(where && { repositoryContext: where }) };
  const visited = new Set<string>();
  const find = ({ componentName, version }: PlainReference): PlainDescriptor | undefined =>
    plain.descriptors.find((one) => keyOf(one) === keyOf({ componentName, version }));
  const become = (reference: PlainReference, place: object | undefined): PlainReference =>
    replaced({ ...reference, ...(place && { repositoryContext: place }) }, overwrites);
  /** Reports whether a reference changes, or any that it leads to. */
  const isRewritten = (reference: PlainReference, place: object | undefined, above: readonly string[]): boolean => {
    const after = become(reference, place);
    const isChanged = keyOf(after) !== keyOf(reference);
    if (above.includes(keyOf(after))) {
      circles.push(reference);
      return isChanged;
    }
    const further = [...above, keyOf(after)];
    const below = find(after)?.references.filter((one) => isRewritten(one, place, further)) ?? [];
    return isChanged || below.length > 0;
  };
  /** Visits references, which inherit the repository context of the root. Another one is recorded, and is refused. */
  const visit = (key: string, references: readonly PlainReference[], place: object | undefined): void => {
    if (visited.has(key)) return;
    visited.add(key);
    references.forEach((reference, at) => {
      const after = become(reference, place);
      const { repositoryContext, digest, ...rest } = after;
      const isElsewhere = !isDeepStrictEqual(repositoryContext, place);
      add(found, `${key}/${at}`, {
        ...rest,
        ...(digest && !isRewritten(reference, place, [key]) && { digest }),
        ...(isElsewhere && repositoryContext && { repositoryContext }),
      });
      visitItem(after, place);
    });
  };
  const visitItem = (component: PlainReference, place: object | undefined): void => {
    const item = find(component);
    if (item) visit(keyOf(item), item.references, place);
  };
  const after = replaced(before, overwrites);
  const { repositoryContext, ...rest } = after;
  if (root.isInline) {
    visit(`inline ${index}`, root.references, repositoryContext);
    return;
  }
  const written = isDeepStrictEqual(repositoryContext, where) ? root.ref.repositoryContext : repositoryContext;
  add(found, `root ${index}`, { ...rest, ...(written && { repositoryContext: written }) });
  visitItem(after, repositoryContext);
}

function add(found: Found, key: string, reference: PlainReference): void {
  found.set(key, [...(found.get(key) ?? []), reference]);
}

/** Returns a reference after overwrites. */
function replaced(reference: PlainReference, overwrites: readonly PlainOverwrite[]): PlainReference {
  let set: Partial<PlainReference> = {};
  for (const { source, substitution } of overwrites) {
    const matches = isDeepStrictEqual({ ...reference, ...source }, { ...reference });
    const isFree = Object.keys(substitution).every((attribute) => !Object.hasOwn(set, attribute));
    if (matches && isFree) set = { ...set, ...substitution };
  }
  return { ...reference, ...set };
}
