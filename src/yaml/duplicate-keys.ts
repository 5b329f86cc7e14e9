import { isMerge } from './tree/plain.ts';
import { position } from './tree/positions.ts';
import { isCollection, type Entry } from './tree/tree.ts';
import type { Path } from './tree/value.ts';

/** Key that a map of a document has several times: readers take the last. */
export interface DuplicateKey {
  readonly path: Path;
  /** Line of each, one-based. */
  readonly lines: readonly number[];
}

/** Returns the duplicate keys of all maps below an entry as Kubernetes reads them, without aliases and merge keys. */
export function findDuplicateKeys(entry: Entry, path: Path = []): DuplicateKey[] {
  const { value } = entry;
  if (!isCollection(value)) return [];
  const named = new Map<string | number, Entry[]>();
  for (const [index, each] of value.entries.entries()) {
    const name = value.kind === 'seq' ? index : each.nameTo('kubernetes');
    if (name === undefined || (value.kind === 'map' && isMerge(each))) continue;
    const same = named.get(name);
    if (same === undefined) named.set(name, [each]);
    else same.push(each);
  }
  return [...named].flatMap(([name, entries]) => {
    const at = [...path, name];
    const own = entries.length > 1 ? [{ path: at, lines: entries.map(lineOf) }] : [];
    return [...own, ...entries.flatMap((each) => findDuplicateKeys(each, at))];
  });
}

function lineOf({ text, start }: Entry): number {
  return position(text, start).line;
}
