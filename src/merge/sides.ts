/** A thing in each of the three versions; undefined in a version that does not have it. */
export interface Sides<T> {
  /** The common ancestor of the other two. */
  readonly base: T | undefined;
  /** The new upstream version: `new` in options, messages and MergePolicies. */
  readonly theirs: T | undefined;
  /** The version with local changes. */
  readonly local: T | undefined;
}

/** Name of a version. */
export type Side = keyof Sides<unknown>;

/** The versions, the common ancestor first. */
export const SIDES = ['base', 'theirs', 'local'] as const satisfies readonly Side[];

/** Returns something for each version. */
export function bySide<T>(of: (side: Side) => T): Readonly<Record<Side, T>> {
  return { base: of('base'), theirs: of('theirs'), local: of('local') };
}

/** Name of a side of a merge. */
export type MergedSide = Exclude<Side, 'base'>;

/** The sides of a merge, in the order in which they are asked. */
export const MERGED_SIDES: readonly MergedSide[] = ['theirs', 'local'];

/** Returns the other side. */
export function otherOf(side: MergedSide): MergedSide {
  return side === 'theirs' ? 'local' : 'theirs';
}

/** Returns the name of a version in options, messages and MergePolicies. */
export function wordFor(side: Side): string {
  return side === 'theirs' ? 'new' : side;
}

/** Applies a function to each version that has the thing. */
export function mapSides<T, U>(sides: Sides<T>, of: (thing: T, side: Side) => U | undefined): Sides<U> {
  const each = (side: Side): U | undefined => {
    const thing = sides[side];
    return thing === undefined ? undefined : of(thing, side);
  };
  return { base: each('base'), theirs: each('theirs'), local: each('local') };
}

/** Returns the things of the versions that have one. */
export function presentSides<T>({ base, theirs, local }: Sides<T>): readonly T[] {
  return [base, theirs, local].filter((thing) => thing !== undefined);
}

/**
 * Returns the version to take for an attribute that only one side changed; `local` if neither or both changed it
 * equally; undefined if both changed it differently.
 */
export function changedSide<T>(
  { base, theirs, local }: Sides<T>,
  isSame: (a: T | undefined, b: T | undefined) => boolean = Object.is,
): 'theirs' | 'local' | undefined {
  if (isSame(theirs, base) || isSame(theirs, local)) return 'local';
  return isSame(local, base) ? 'theirs' : undefined;
}
