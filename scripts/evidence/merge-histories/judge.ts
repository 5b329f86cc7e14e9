import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';

/** Plain data, as the `yaml` package reads them. */
export type Data = unknown;

/** Versions of some data, undefined where one does not have it, and what became of them. */
export interface Merge<T> {
  readonly base: T | undefined;
  readonly ours: T | undefined;
  readonly theirs: T | undefined;
  readonly merged: T | undefined;
}

/** An edit that a merge lost, or something that it has from neither side. */
export interface Flaw {
  readonly kind: 'lost' | 'invented';
  readonly place: string;
}

/**
 * Returns the documents of a text that have data, with the data of YAML and JSON in strings of several lines for these;
 * undefined if it is not YAML.
 */
export function documentsOf(text: string): readonly Data[] | undefined {
  return readDocuments(text)
    ?.filter((document) => document !== null)
    .map(opened);
}

function opened(value: Data): Data {
  if (typeof value === 'string') {
    const [inner, ...others] = (/\n./.test(value) ? readDocuments(value) : undefined) ?? [];
    return others.length === 0 && (isMap(inner) || isList(inner)) ? opened(inner) : value;
  }
  if (isList(value)) return value.map(opened);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, opened(each)]));
}

function readDocuments(text: string): readonly Data[] | undefined {
  try {
    const documents = parseAllDocuments(text, { merge: true, uniqueKeys: false, logLevel: 'silent' });
    if (documents.some(({ errors }) => errors.length > 0)) return undefined;
    return documents.map((document) => document.toJS({ maxAliasCount: -1 }) as Data);
  } catch {
    // An alias without its anchor, for one.
    return undefined;
  }
}

/**
 * Judges a merge of documents by whole entries and elements, without what the merge knows of keys: what one side added
 * or changed stands, what one side removed is gone, unless the other did the same, and nothing else is there. Where
 * several readings are possible (by this key or that, renamed or not), the one with the fewest flaws counts.
 */
export function flawsOf(merge: Merge<readonly Data[]>): readonly Flaw[] {
  const keys = [identityOf, kindAndName, kindOf];
  return best([...keys.map((keyOf) => () => byKey(merge, keyOf, '')), () => byIndex(merge), () => byCount(merge, '')]);
}

type Judging = () => readonly Flaw[] | undefined;

function best(ways: readonly Judging[]): readonly Flaw[] {
  let found: readonly Flaw[] | undefined;
  for (const way of ways) {
    const flaws = way();
    if (flaws !== undefined && flaws.length < (found?.length ?? Infinity)) found = flaws;
    if (found?.length === 0) break;
  }
  return found ?? [];
}

function judge(merge: Merge<Data>, place: string): readonly Flaw[] {
  const { base, ours, theirs, merged } = merge;
  const wanted = same(ours, theirs) || same(theirs, base) ? ours : same(ours, base) ? theirs : NONE;
  if (wanted !== NONE && same(merged, wanted)) return [];
  const versions = [base, ours, theirs, merged];
  const some = versions.find((each) => each !== undefined);
  if (isMap(some) && versions.every((each) => isMap(each ?? {})) && (isFree(place) || versions.slice(1).every(isThere)))
    return ofMaps(filled(merge, {}) as Merge<Entries>, place);
  if (isList(some) && versions.every((each) => isList(each ?? [])))
    return ofLists(filled(merge, []) as Merge<readonly Data[]>, place);
  if (wanted === NONE && versions.slice(1).every((each) => typeof each === 'string' && each.includes('\n'))) {
    const known = new Set([base, ours, theirs].flatMap((each) => String(each).split('\n')));
    const isWritten = String(merged)
      .split('\n')
      .every((line) => known.has(line));
    return isWritten ? [] : [{ kind: 'invented', place }];
  }
  const isKnown = [base, ours, theirs].some((each) => same(each, merged));
  return [{ kind: isKnown ? 'lost' : 'invented', place }];
}

const NONE = Symbol('no version is wanted');

type Entries = Readonly<Record<string, Data>>;

function ofMaps({ base = {}, ours = {}, theirs = {}, merged = {} }: Merge<Entries>, place: string): readonly Flaw[] {
  const flaws = new Map<string, readonly Flaw[]>();
  for (const key of new Set([base, ours, theirs, merged].flatMap(Object.keys))) {
    const found = judge(
      { base: base[key], ours: ours[key], theirs: theirs[key], merged: merged[key] },
      `${place}.${key}`,
    );
    if (found.length > 0) flaws.set(key, found);
  }
  // An entry whose key a side changed: that with the same value if there is one.
  const added = Object.keys(merged).filter((each) => !(each in base));
  for (const key of Object.keys(base).filter((each) => !(each in merged))) {
    const isSame = (other: string): boolean => [ours, theirs].some((map) => same(map[other], base[key]));
    for (const other of [...added.filter(isSame), ...added.filter((each) => !isSame(each))]) {
      if (!flaws.has(key) && !flaws.has(other)) continue;
      const of = (map: Entries): Data => (key in map ? map[key] : map[other]);
      const renamed = { base: base[key], ours: of(ours), theirs: of(theirs), merged: merged[other] };
      if (judge(renamed, '').length > 0) continue;
      flaws.delete(key);
      flaws.delete(other);
      break;
    }
  }
  return [...flaws.values()].flat();
}

/** Fields that tell the elements of lists apart, in Kubernetes and where people write lists of maps. */
const KEYS = [
  'name',
  'id',
  'containerPort',
  'port',
  'mountPath',
  'devicePath',
  'ip',
  'key',
  'uid',
  'type',
  'alert',
  'job_name',
];

function ofLists(merge: Merge<readonly Data[]>, place: string): readonly Flaw[] {
  const keys = KEYS.map((key) => (element: Data) => (isMap(element) ? scalarText(element[key]) : undefined));
  return best([...keys.map((keyOf) => () => byKey(merge, keyOf, place)), () => byCount(merge, place)]);
}

/**
 * Returns what names the elements of the versions of a list: the first key that all of them have, or all that they
 * have.
 */
export function identifierOf(elements: readonly Data[]): (element: Data) => string {
  const key = KEYS.find((each) =>
    elements.every((element) => isMap(element) && scalarText(element[each]) !== undefined),
  );
  return (element) =>
    (key === undefined || !isMap(element) ? identityOf(element) : scalarText(element[key])) ?? textOf(element);
}

/** Judges elements by a key; undefined if not each of them has one of its own. */
function byKey(
  merge: Merge<readonly Data[]>,
  keyOf: (element: Data) => string | undefined,
  place: string,
): readonly Flaw[] | undefined {
  const maps = mapped(merge, (list): Entries | undefined => {
    const entries = list.map((element) => [keyOf(element) ?? '', element] as const);
    const names = new Set(entries.map(([name]) => name));
    return names.size < list.length || names.has('') ? undefined : Object.fromEntries(entries);
  });
  const isKeyed = Object.entries(merge).every(
    ([side, list]) => list === undefined || maps[side as keyof Merge<Entries>],
  );
  return isKeyed ? ofMaps(maps, place) : undefined;
}

function byIndex(merge: Merge<readonly Data[]>): readonly Flaw[] | undefined {
  const { base, ours, theirs, merged } = merge;
  if ([ours, theirs, merged].some((list) => list?.length !== base?.length)) return undefined;
  return ofMaps(
    mapped(merge, (list) => ({ ...list })),
    '',
  );
}

/** Judges elements by how often each is there. One that both sides changed is judged inside. */
function byCount(merge: Merge<readonly Data[]>, place: string): readonly Flaw[] {
  const { base = [], ours = [], theirs = [], merged = [] } = merge;
  const [inBase, inOurs, inTheirs, inMerged] = [base, ours, theirs, merged].map(counted) as [
    Counts,
    Counts,
    Counts,
    Counts,
  ];
  const wrong = new Map<string, 'lost' | 'invented'>();
  for (const text of new Set([...inBase.keys(), ...inOurs.keys(), ...inTheirs.keys(), ...inMerged.keys()])) {
    const [b, o, t, m] = [inBase, inOurs, inTheirs, inMerged].map((counts) => counts.get(text) ?? 0) as Four;
    if (!isWanted(b, o, t, m)) wrong.set(text, m > Math.max(b, o, t) ? 'invented' : 'lost');
  }
  if (wrong.size === 0) return [];
  const isWrong = (element: Data): boolean => wrong.has(textOf(element));
  const added = (list: readonly Data[]): Data[] => {
    const found = list.filter((element) => !inBase.has(textOf(element)));
    return [...found.filter(isWrong), ...found.filter((each) => !isWrong(each))];
  };
  const gone = base.filter((element) => !inOurs.has(textOf(element)) && !inTheirs.has(textOf(element)));
  const [oursLeft, theirsLeft] = [added(ours), added(theirs)];
  for (const element of added(merged)) {
    const versions = gone.flatMap((b) => oursLeft.flatMap((o) => theirsLeft.map((t) => [b, o, t] as const)));
    const found = versions.find(
      ([b, o, t]) =>
        [o, t, element].some(isWrong) && judge({ base: b, ours: o, theirs: t, merged: element }, '').length === 0,
    );
    if (found === undefined) continue;
    for (const each of [...found, element]) wrong.delete(textOf(each));
    gone.splice(gone.indexOf(found[0]), 1);
    oursLeft.splice(oursLeft.indexOf(found[1]), 1);
    theirsLeft.splice(theirsLeft.indexOf(found[2]), 1);
  }
  return Array.from(wrong, ([text, kind]) => ({ kind, place: `${place}[${text.slice(0, 80)}]` }));
}

type Counts = ReadonlyMap<string, number>;
type Four = [number, number, number, number];

function counted(list: readonly Data[]): Counts {
  const counts = new Map<string, number>();
  for (const element of list) counts.set(textOf(element), (counts.get(textOf(element)) ?? 0) + 1);
  return counts;
}

function isWanted(base: number, ours: number, theirs: number, merged: number): boolean {
  if (ours === theirs || theirs === base) return merged === ours;
  if (ours === base) return merged === theirs;
  return ours < base && theirs < base && merged === Math.min(ours, theirs);
}

/** Maps from names to values that users choose: their entries are independent of each other. */
function isFree(place: string): boolean {
  return /(?:^|\.)(?:labels|annotations|data|stringData|binaryData|matchLabels|nodeSelector|limits|requests)$/.test(
    place,
  );
}

function mapped<T, U>(merge: Merge<T>, of: (version: T) => U | undefined): Merge<U> {
  const each = (version: T | undefined): U | undefined => (version === undefined ? undefined : of(version));
  return {
    base: each(merge.base),
    ours: each(merge.ours),
    theirs: each(merge.theirs),
    merged: each(merge.merged),
  };
}

function filled({ base, ours, theirs, merged }: Merge<Data>, empty: Data): Merge<Data> {
  return { base: base ?? empty, ours: ours ?? empty, theirs: theirs ?? empty, merged: merged ?? empty };
}

function identityOf(document: Data): string | undefined {
  if (!isMap(document)) return undefined;
  const { apiVersion, kind, metadata } = document;
  const { name, namespace } = isMap(metadata) ? metadata : {};
  return kind === undefined ? undefined : textOf([String(apiVersion).split('/').slice(0, -1), kind, namespace, name]);
}

function kindAndName(document: Data): string | undefined {
  const { kind, metadata } = isMap(document) ? document : {};
  return kind === undefined ? undefined : textOf([kind, isMap(metadata) ? metadata['name'] : undefined]);
}

function kindOf(document: Data): string | undefined {
  return isMap(document) ? scalarText(document['kind']) : undefined;
}

function scalarText(value: Data): string | undefined {
  return typeof value === 'object' || value === undefined ? undefined : textOf(value);
}

function same(a: Data, b: Data): boolean {
  return isDeepStrictEqual(a, b);
}

/** Returns a text that equal data share, whatever the order of the keys in their maps is. */
export function textOf(value: Data): string {
  const sorted = (each: Entries): Entries =>
    Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return JSON.stringify(value, (_, each: Data) => (isMap(each) ? sorted(each) : each));
}

function isThere(value: Data): boolean {
  return value !== undefined;
}

export function isMap(value: Data): value is Entries {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Data): value is readonly Data[] {
  return Array.isArray(value);
}
