import { entriesByName } from './duplicate-keys.ts';
import { showPlainKeys } from './plain-keys.ts';
import { duplicateKey, duplicateMessage, lineOf, mustBeQuoted, type UnsafeKey } from './tree/key-faults.ts';
import type { Dialect } from './tree/scalar-type.ts';
import { isCollection, resolveAlias, type Collection, type Entry } from './tree/tree.ts';
import type { Path } from './tree/value.ts';

/**
 * Returns the keys of all maps below an entry that are duplicates, that are not scalars, or that a reader takes for
 * another name: to Kubernetes, the plain key `y` is "true". Does not follow aliases.
 */
export function findUnsafeKeys(entry: Entry, reader: Dialect): UnsafeKey[] {
  return showPlainKeys(entry) ? [] : unsafeKeys(entry, reader, []);
}

function unsafeKeys({ value }: Entry, reader: Dialect, path: Path): UnsafeKey[] {
  if (!isCollection(value)) return [];
  const below = [...entriesByName(value, reader)].flatMap(([name, entries]) => {
    const at = [...path, name];
    const own = value.kind === 'map' ? faultsOf(String(name), entries) : [];
    return [
      ...own.map((message) => ({ path: at, message })),
      ...entries.flatMap((each) => unsafeKeys(each, reader, at)),
    ];
  });
  return [...unnamedKeys(value).map((message) => ({ path, message })), ...below];
}

/** Returns what is wrong with the entries of a map that have one name. */
function faultsOf(name: string, entries: readonly Entry[]): readonly string[] {
  const misread = entries.filter((entry) => entryText(entry) !== name);
  const sound = entries.filter((entry) => !misread.includes(entry));
  return [
    ...(sound.length > 1 ? [duplicateMessage(duplicateKey([name], sound))] : []),
    ...misread.map((entry) => mustBeQuoted(entry, entryText(entry), name)),
  ];
}

/** Returns the key of an entry as its text says it. */
function entryText({ key, newKey }: Entry): string {
  const scalar = key && resolveAlias(key);
  return newKey?.name ?? (scalar?.kind === 'scalar' ? scalar.content : '');
}

/** Returns what is wrong with the keys of a map that are maps or lists. */
function unnamedKeys({ kind, entries }: Collection): readonly string[] {
  const wrong = kind === 'map' ? entries.filter(({ key }) => key !== undefined && isCollection(resolveAlias(key))) : [];
  return wrong.map(
    (entry) => `the key in line ${lineOf(entry)} must be a string: put a value that begins with "{{" in quotes`,
  );
}
