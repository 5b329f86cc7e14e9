import { YamlError } from './error.ts';
import { keyName, resolvePlain, type Dialect } from './scalar-type.ts';
import { position } from './positions.ts';
import { resolveAlias, type Alias, type Collection, type Entry, type TreeNode } from './tree.ts';
import type { Value } from './value.ts';

/**
 * Maximum number of values that one reading creates by expanding aliases: texts that expand to more are made to exhaust
 * memory.
 */
const MAX_EXPANDED = 1_000_000;

/** @throws YamlError at the outermost alias if `count` exceeds the maximum number of expanded values. */
export function checkExpanded(count: number, alias: TreeNode | undefined): void {
  if (count <= MAX_EXPANDED) return;
  const { line, column } = alias === undefined ? NOWHERE : position(alias.text, alias.start);
  throw new YamlError('value', `aliases must expand to at most ${MAX_EXPANDED} values`, line, column);
}

const NOWHERE = { line: 0, column: 0 };

/** Returns the plain data of a node as a reader sees it, with aliases and merge keys expanded. */
export function plainValue(node: TreeNode, reader: Dialect = 'kubernetes'): Value {
  return new Expansion(reader).value(node, false);
}

class Expansion {
  readonly #reader: Dialect;
  #expanded = 0;
  /** Outermost alias that was expanded last. */
  #alias: Alias | undefined;

  constructor(reader: Dialect) {
    this.#reader = reader;
  }

  value(node: TreeNode, expanding: boolean): Value {
    if (expanding) checkExpanded(++this.#expanded, this.#alias);
    if (node.kind === 'alias') {
      if (!expanding) this.#alias = node;
      return this.value(node.target, true);
    }
    if (node.kind === 'scalar') return node.valueTo(this.#reader);
    if (node.kind === 'seq') return node.entries.map((entry) => this.value(entry.value, expanding));
    return this.#simpleMap(node, expanding) ?? this.#map(node, expanding);
  }

  #map(node: Collection, expanding: boolean): Value {
    const map = Object.create(null) as Record<string, Value>;
    for (const [name, { entry, merged }] of mapEntries(node, this.#reader))
      map[name] = this.value(entry.value, expanding || merged);
    return map;
  }

  /** Returns the data of a map without merge keys and duplicate keys; undefined for any other. */
  #simpleMap(node: Collection, expanding: boolean): Value | undefined {
    const named = new Map<string, Entry>();
    for (const entry of node.entries) {
      const name = entry.nameTo(this.#reader);
      if (name === '<<' || (name !== undefined && named.has(name))) return undefined;
      if (name !== undefined) named.set(name, entry);
    }
    const map = Object.create(null) as Record<string, Value>;
    for (const [name, entry] of named) map[name] = this.value(entry.value, expanding);
    return map;
  }
}

/**
 * Reports whether the entry of a map is a merge key to Go: `<<` with the tag of merge keys or with `!`, or plain and
 * without a tag. With any other tag, it is a key like others.
 */
export function isMerge(entry: Entry): boolean {
  const { key } = entry;
  if (key?.kind !== 'scalar' || key.content !== '<<' || entry.newKey !== undefined) return false;
  return key.tag === undefined ? key.style === 'plain' : key.tag === MERGE_TAG || key.tag === '!';
}

const MERGE_TAG = 'tag:yaml.org,2002:merge';

/** Returns the entries of a map by key: its own, the last of duplicate keys, then those that merge keys supply. */
export function mapEntries(
  map: Collection,
  reader: Dialect = 'kubernetes',
): Map<string, { readonly entry: Entry; readonly merged: boolean }> {
  const found = new Map<string, { readonly entry: Entry; readonly merged: boolean }>();
  for (const source of mergeOrder(map)) {
    const own = new Map<string, Entry>();
    for (const entry of source.entries) {
      const name = entry.nameTo(reader);
      if (name !== undefined && !isMerge(entry)) own.set(name, entry);
    }
    for (const [name, entry] of own) if (!found.has(name)) found.set(name, { entry, merged: source !== map });
  }
  return found;
}

/**
 * Returns the entry for a key of a map, as a reader sees it: its own, or else that of the first merged map that has it.
 */
export function lookUp(map: Collection, name: string, reader?: Dialect): Entry | undefined {
  return ownEntries(map, name, reader).at(-1) ?? mergedEntry(map, name, reader);
}

/** Returns the entry that merge keys would supply for a key that the map itself does not have. */
export function mergedEntry(map: Collection, name: string, reader?: Dialect): Entry | undefined {
  if (map.named('<<').length === 0) return undefined;
  const [, ...merged] = mergeOrder(map);
  for (const source of merged) {
    const entry = ownEntries(source, name, reader).at(-1);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Returns the map's own entries with a key, in order. */
export function ownEntries(map: Collection, name: string, reader: Dialect = 'kubernetes'): readonly Entry[] {
  const entries = map.named(name);
  const own = name === '<<' ? entries.filter((entry) => !isMerge(entry)) : entries;
  if (reader === 'kubernetes') return own;
  const other = keyName(resolvePlain(name), name);
  const all = other === name ? own : [...own, ...map.named(other)];
  return all.filter((entry) => entry.nameTo(reader) === name);
}

/**
 * Yields a map and the maps that it merges, directly or not, each once, in order of precedence: of several merge keys,
 * the last comes first, as to kubectl.
 */
function* mergeOrder(map: Collection, seen = new Set<Collection>()): Generator<Collection> {
  if (seen.has(map)) return;
  seen.add(map);
  yield map;
  for (const merge of map.named('<<').filter(isMerge).toReversed()) {
    const value = resolveAlias(merge.value);
    const sources = value.kind === 'seq' ? value.entries.map((entry) => resolveAlias(entry.value)) : [value];
    for (const source of sources) {
      if (source.kind !== 'map') throw badMerge(merge);
      yield* mergeOrder(source, seen);
    }
  }
}

function badMerge({ text, start }: Entry): YamlError {
  const { line, column } = position(text, start);
  return new YamlError('value', 'a merge key must have a map or a sequence of maps', line, column);
}
