import { groupBy } from '../../group-by.ts';
import { textOf } from '../../pairing/align-equal.ts';
import { areAlike, likeness } from '../../pairing/likeness.ts';
import type { Value } from '../../yaml/index.ts';
import { mapSides, type Side, type Sides } from '../sides.ts';

/** Keys of an entry in the versions; `old` for a key whose entry has a different key in the merged map. */
type Rename = Readonly<Record<Side, string>> | 'old';

/** Entries of a map whose keys changed. */
export interface RenamedKeys {
  /** Keys of each entry by its new key, and `old` by its old key. */
  readonly renames: ReadonlyMap<string, Rename>;
  /** Old key by each new one that a side may have given to an entry that the other side deleted, or gave another key. */
  readonly apart: ReadonlyMap<string, string>;
  /** With `splits`: each key of base that one side may have changed, and the key that it would have now. */
  readonly split: ReadonlyMap<string, { readonly key: string; readonly side: 'theirs' | 'local' }>;
}

/**
 * Finds map entries whose key one side changed while the other side changed the value, or whose key both sides changed
 * equally: pairs a removed key with an added one that shares half of its scalars. Single scalars are never paired. `splits`: true to not
 * pair entries with different keys. Default: false.
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
    const isChanged = (side: ReadonlyMap<string, Value>): boolean => textOf(side.get(key) ?? null) !== textOf(value);
    if (!isChanged(theirs) || !isChanged(local)) continue;
    const keys = mapSides(maps, (map) => (map.has(key) ? key : mostAlike(value, map, base, renames)));
    const [n, l] = [keys.theirs, keys.local];
    // If the other side deleted the entry, pairing is unnecessary: the old one is deleted, the new one added.
    if (n === undefined || l === undefined || (n !== key && l !== key && n !== l)) {
      for (const each of [n, l]) if (each !== undefined && each !== key) apart.set(each, key);
      continue;
    }
    const added = n === key ? l : n;
    if (added === key) continue;
    // An entry that both sides have equally is certain, whatever it was before.
    if (n === l && textOf(theirs.get(n) ?? null) === textOf(local.get(l) ?? null)) continue;
    if (splits && n !== l) {
      split.set(key, { key: added, side: n === key ? 'local' : 'theirs' });
      continue;
    }
    renames.set(added, { base: key, theirs: n, local: l });
    renames.set(key, 'old');
  }
  return { renames, apart, split };
}

/** Reports whether a value has enough content to be recognized under another key. */
function isTelling(value: Value): boolean {
  return typeof value === 'object' ? value !== null : typeof value === 'string' && value.includes('\n');
}

/**
 * Returns the keys that a side gave to scalars of keys that both sides removed: it has the same scalar in the same place. A
 * boolean, null or an empty string says too little.
 */
function scalarsInPlace({ base, theirs, local }: Each, side: ReadonlyMap<string, Value>): ReadonlyMap<string, string> {
  const other = side === theirs ? local : theirs;
  const places = placesOf(side, base);
  const added = groupBy([...places.keys()].filter((key) => !other.has(key)).toReversed(), (key) =>
    textOf([places.get(key) ?? '', side.get(key) ?? null]),
  );
  const found = new Map<string, string>();
  if (added.size === 0) return found;
  for (const [old, place] of placesOf(base, side)) {
    const value = base.get(old) ?? null;
    if (other.has(old) || value === '' || typeof value === 'boolean' || typeof value === 'object') continue;
    const key = added.get(textOf([place, value]))?.pop();
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
