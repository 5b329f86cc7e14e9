import { OPEN_MAPS } from '../../kubernetes-types.ts';
import { isMap, type Value } from '../../yaml/index.ts';

/**
 * Reports whether each of two maps has an entry that the other lacks, in itself or in a map inside it, so that a merge would
 * combine what nobody tried together. Entries of open maps are independent, and so are elements of lists. A map inside that
 * mixes both by itself does not count.
 */
export function mixes(theirs: Value, local: Value): boolean {
  const { inTheirs, inLocal } = extras(theirs, local);
  return inTheirs && inLocal;
}

/** Sides that have an entry that the other lacks. */
interface Extras {
  readonly inTheirs: boolean;
  readonly inLocal: boolean;
}

function extras(theirs: Value, local: Value): Extras {
  if (!isMap(theirs) || !isMap(local)) return { inTheirs: false, inLocal: false };
  const inside = Object.keys(theirs)
    .filter((key) => Object.hasOwn(local, key) && !OPEN_MAPS.has(key))
    .map((key) => extras(theirs[key] ?? null, local[key] ?? null))
    .filter(({ inTheirs, inLocal }) => inTheirs !== inLocal);
  const lacks = (map: typeof theirs, other: typeof theirs): boolean =>
    Object.keys(map).some((key) => !Object.hasOwn(other, key));
  return {
    inTheirs: lacks(theirs, local) || inside.some(({ inTheirs }) => inTheirs),
    inLocal: lacks(local, theirs) || inside.some(({ inLocal }) => inLocal),
  };
}
