import { duplicateKey, type DuplicateKey } from './tree/key-faults.ts';
import { isMerge } from './tree/plain.ts';
import type { Dialect } from './tree/scalar-type.ts';
import { isCollection, type Collection, type Entry } from './tree/tree.ts';
import type { Path } from './tree/value.ts';

/** Returns the duplicate keys of all maps below an entry as Kubernetes reads them, without aliases and merge keys. */
export function findDuplicateKeys({ value }: Entry, path: Path = []): DuplicateKey[] {
  if (!isCollection(value)) return [];
  return [...entriesByName(value, 'kubernetes')].flatMap(([name, entries]) => {
    const at = [...path, name];
    const own = entries.length > 1 ? [duplicateKey(at, entries)] : [];
    return [...own, ...entries.flatMap((each) => findDuplicateKeys(each, at))];
  });
}

/** Returns the entries of a collection by key or index, without merge keys and keys that are not scalars. */
export function entriesByName(
  { kind, entries }: Collection,
  reader: Dialect,
): ReadonlyMap<string | number, readonly Entry[]> {
  const named = new Map<string | number, Entry[]>();
  for (const [index, entry] of entries.entries()) {
    const name = kind === 'seq' ? index : entry.nameTo(reader);
    if (name === undefined || (kind === 'map' && isMerge(entry))) continue;
    const same = named.get(name);
    if (same === undefined) named.set(name, [entry]);
    else same.push(entry);
  }
  return named;
}
