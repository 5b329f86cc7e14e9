import { groupBy } from '../../group-by.ts';
import { canonicalText } from '../../pairing/align-equal.ts';
import { areAlike, likeness } from '../../pairing/likeness.ts';
import { equalValues, type Value } from '../../yaml/index.ts';
import { mapSides, type MergedSide, type Side, type Sides } from '../sides.ts';

/**
 * Keys of an entry in the versions, and how they were found; `old` for a key whose entry has a different key in the
 * merged map.
 */
type Rename = (Readonly<Record<Side, string>> & { readonly way: 'sameValue' | 'otherKey' }) | 'old';

/** Entries of a map whose keys changed. */
export interface RenamedKeys {
  /** Keys of each entry by its new key, and `old` by its old key. */
  readonly renames: ReadonlyMap<string, Rename>;
  /**
   * Old key by each new one that a side may have given to an entry that the other side deleted, or gave another key.
   */
  readonly apart: ReadonlyMap<string, string>;
  /** With `splits`: each key of base that one side may have changed, and the key that it would have now. */
  readonly split: ReadonlyMap<string, { readonly key: string; readonly side: 'theirs' | 'local' }>;
}

/**
 * Finds map entries whose key one side changed while the other side changed the value, or whose key both sides changed
 * equally: pairs a removed key with an added one that has its value, or else shares half of its scalars. Single scalars
 * are never paired. `splits`: true to pair entries with different keys only if their values are equal. Default: false.
 */
export function renamedKeys(
  sides: Sides<ReadonlyMap<string, Value>>,
  { splits = false }: { readonly splits?: boolean } = {},
): RenamedKeys {
  const renames = new Map<string, Rename>();
  const apart = new Map<string, string>();
  const split = new Map<string, { readonly key: string; readonly side: 'theirs' | 'local' }>();
  const { base, theirs, local } = sides;
  if (base === undefined || theirs === undefined || local === undefined) return { renames, apart, split };
  const maps = { base, theirs, local };
  for (const side of [theirs, local]) for (const [key, old] of scalarsInPlace(maps, side)) apart.set(key, old);
  for (const [key, value] of base) {
    if (!isTelling(value) || (theirs.has(key) && local.has(key))) continue;
    const isChanged = (side: ReadonlyMap<string, Value>): boolean =>
      canonicalText(side.get(key) ?? null) !== canonicalText(value);
    if (!isChanged(theirs) || !isChanged(local)) continue;
    const same = sameKeys(key, maps);
    const isSame = same.theirs !== undefined || same.local !== undefined;
    const keys = mapSides(maps, (map, side) =>
      map.has(key) ? key : ((side === 'base' ? undefined : same[side]) ?? mostAlike(value, map, base, renames)),
    );
    const [n, l] = [keys.theirs, keys.local];
    // If the other side deleted the entry, pairing is unnecessary: the old one is deleted, the new one added.
    if (n === undefined || l === undefined || (n !== key && l !== key && n !== l)) {
      for (const each of [n, l]) if (each !== undefined && each !== key) apart.set(each, key);
      continue;
    }
    const added = n === key ? l : n;
    if (added === key) continue;
    // An entry that both sides have equally is certain, whatever it was before.
    if (n === l && canonicalText(theirs.get(n) ?? null) === canonicalText(local.get(l) ?? null)) continue;
    if (splits && n !== l && !isSame) {
      split.set(key, { key: added, side: n === key ? 'local' : 'theirs' });
      continue;
    }
    renames.set(added, { base: key, theirs: n, local: l, way: isSame ? 'sameValue' : 'otherKey' });
    renames.set(key, 'old');
  }
  return { renames, apart, split };
}

/** Reports whether a value has enough content to be recognized under another key. */
function isTelling(value: Value): boolean {
  return typeof value === 'object' ? value !== null : typeof value === 'string' && value.includes('\n');
}

/**
 * Returns the keys that a side gave to scalars of keys that both sides removed: it has the same scalar in the same
 * place. A boolean, null or an empty string says too little.
 */
function scalarsInPlace({ base, theirs, local }: Each, side: ReadonlyMap<string, Value>): ReadonlyMap<string, string> {
  const other = side === theirs ? local : theirs;
  const places = placesOf(side, base);
  const added = groupBy([...places.keys()].filter((key) => !other.has(key)).toReversed(), (key) =>
    canonicalText([places.get(key) ?? '', side.get(key) ?? null]),
  );
  const found = new Map<string, string>();
  if (added.size === 0) return found;
  for (const [old, place] of placesOf(base, side)) {
    const value = base.get(old) ?? null;
    if (other.has(old) || value === '' || typeof value === 'boolean' || typeof value === 'object') continue;
    const key = added.get(canonicalText([place, value]))?.pop();
    if (key !== undefined) found.set(key, old);
  }
  return found;
}

type Each = Readonly<Record<Side, ReadonlyMap<string, Value>>>;

/** Returns the place of each key of a map that another map does not have: the common key before it. */
function placesOf(map: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  let before = '';
  for (const key of map.keys())
    if (other.has(key)) before = `after ${key}`;
    else places.set(key, before);
  return places;
}

/**
 * Returns the key of each side that certainly stands for one of base: one with its value, or with that of the other
 * side, or the other side's key.
 */
function sameKeys(key: string, { base, theirs, local }: Each): Partial<Record<MergedSide, string>> {
  const found = (map: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): string | undefined =>
    map.has(key)
      ? undefined
      : [base, other].map((each) => keyOfSameValue(each.get(key), map, base)).find((each) => each !== undefined);
  const [n, l] = [found(theirs, local), found(local, theirs)];
  const follows = (map: ReadonlyMap<string, Value>, to: string | undefined): string | undefined =>
    to !== undefined && !map.has(key) && map.has(to) ? to : undefined;
  const [ofNew, ofLocal] = [n ?? follows(theirs, l), l ?? follows(local, n)];
  return { ...(ofNew !== undefined && { theirs: ofNew }), ...(ofLocal !== undefined && { local: ofLocal }) };
}

/** Returns the only added key with a value that is equal and not empty, if base has no other such value. */
function keyOfSameValue(
  value: Value | undefined,
  map: ReadonlyMap<string, Value>,
  base: ReadonlyMap<string, Value>,
): string | undefined {
  if (value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)) return undefined;
  const keysIn = (among: ReadonlyMap<string, Value>): readonly string[] =>
    [...among].flatMap(([key, each]) => (equalValues(each, value) ? [key] : []));
  const [key, ...others] = keysIn(map);
  return key !== undefined && others.length === 0 && !base.has(key) && keysIn(base).length <= 1 ? key : undefined;
}

function mostAlike(
  value: Value,
  map: ReadonlyMap<string, Value>,
  base: ReadonlyMap<string, Value>,
  taken: ReadonlyMap<string, Rename>,
): string | undefined {
  const found = [...map].filter(
    ([key, each]) => !base.has(key) && !taken.has(key) && isTelling(each) && areAlike(value, each, [], 2),
  );
  return found.toSorted(([, a], [, b]) => likeness(value, b) - likeness(value, a))[0]?.[0];
}
