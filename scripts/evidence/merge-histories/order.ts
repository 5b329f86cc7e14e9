import { identifierOf, isList, isMap, type Data, type Merge } from './judge.ts';

/**
 * Returns the places of elements that stand in another order in a merge than the sides have them in: that of both, or
 * that of the one that changed it. Elements are compared that all versions have, each once.
 */
export function misplacedIn(merge: Merge<Data>, place = ''): readonly string[] {
  const versions = Object.values(merge) as readonly Data[];
  if (versions.every(isMap)) {
    const maps = merge as Merge<Readonly<Record<string, Data>>>;
    return Object.keys(maps.merged ?? {}).flatMap((key) =>
      misplacedIn(
        mapped(maps, (map) => map[key]),
        `${place}.${key}`,
      ),
    );
  }
  if (!versions.every(isList)) return [];
  const lists = merge as Merge<readonly Data[]>;
  const nameOf = identifierOf(versions.flat());
  const places = mapped(lists, (list) => placesOf(list.map(nameOf)));
  const common = (lists.merged ?? [])
    .map(nameOf)
    .filter((name) => Object.values(places).every((each: Places) => each.has(name)));
  const isBefore = (side: Places | undefined, a: string, b: string): boolean =>
    (side?.get(a) ?? 0) < (side?.get(b) ?? 0);
  const wrong = common.slice(1).flatMap((name, index) => {
    const before = common[index] ?? '';
    const [base, ours, theirs] = [places.base, places.ours, places.theirs].map((side) => isBefore(side, before, name));
    return (ours === base ? theirs : ours) === true ? [] : [`${place}[${before.slice(0, 80)}]`];
  });
  const inside = common.flatMap((name) =>
    misplacedIn(
      mapped(lists, (list) => list.find((each) => nameOf(each) === name)),
      `${place}[${name.slice(0, 80)}]`,
    ),
  );
  return [...wrong, ...inside];
}

type Places = ReadonlyMap<string, number>;

/** Returns the index of each name that is there once. */
function placesOf(names: readonly string[]): Places {
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index));
  return new Map([...names.entries()].flatMap(([index, name]) => (twice.has(name) ? [] : [[name, index] as const])));
}

function mapped<T, U>({ base, ours, theirs, merged }: Merge<T>, of: (version: T) => U): Merge<U> {
  const each = (version: T | undefined): U | undefined => (version === undefined ? undefined : of(version));
  return { base: each(base), ours: each(ours), theirs: each(theirs), merged: each(merged) };
}
