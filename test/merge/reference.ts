import { isDeepStrictEqual } from 'node:util';
import { diff3Merge } from 'node-diff3';
import { isList, isMap, type Path, type Value } from '../../src/yaml/index.ts';
import { plain } from '../yaml/edit/random-edits.ts';

/**
 * Three-way merge of plain data by the rules W1 to W14 alone: maps by key, scalars as a whole, lists with keys by key,
 * texts of several lines and lists of scalars by diff3.
 *
 * It covers simply: maps of free keys and lists that new deletes, which keep what local only added, also if new has
 * null in their place; lists of resources. It does not cover, and says so by `isSubtle`: keys that are found in the
 * elements of a list without any (W8), lists of maps without keys that both sides changed, elements whose key changed,
 * lists in which both sides changed the same or adjacent elements, documents inside of strings (W11), unions that
 * switch their member (W9), and null in place of a collection.
 */

/** Result of the reference. */
export interface Reference {
  /** Undefined if the document is deleted. */
  readonly value: Value | undefined;
  /** Paths of the conflicts: indexes of local's elements, or else of new's. */
  readonly conflicts: readonly Path[];
  /** True if a rule decides that is not covered: the value may be another one. */
  readonly isSubtle: boolean;
  /** True if both sides changed one list or text, or one side changed in it what the other deleted. */
  readonly isShared: boolean;
}

/** Keys of the elements of a list, with the values that stand for absent ones. */
type Keys = Readonly<Record<string, string>>;

/** Lists with keys by kind, as `KIND|PATH` without indexes; a list below a pod by the end of its path. */
const OF_PODS: readonly (readonly [RegExp, Keys])[] = [
  [/(?:^|\.)spec\.(?:init)?[cC]ontainers$/, { name: '' }],
  [/(?:^|\.)spec\.(?:init)?[cC]ontainers\.env$/, { name: '' }],
  [/(?:^|\.)spec\.(?:init)?[cC]ontainers\.ports$/, { containerPort: '', protocol: 'TCP' }],
  [/(?:^|\.)spec\.(?:init)?[cC]ontainers\.volumeMounts$/, { mountPath: '' }],
  [/(?:^|\.)spec\.volumes$/, { name: '' }],
  [/(?:^|\.)spec\.imagePullSecrets$/, { name: '' }],
];
const PODS = /^(?:Deployment|StatefulSet|DaemonSet|Job|CronJob|Pod|ReplicaSet)$/;
const OF_KINDS: Readonly<Record<string, Keys>> = {
  'Service|spec.ports': { port: '', protocol: 'TCP' },
  'ServiceAccount|secrets': { name: '' },
  'Berth|spec.crews': { team: '' },
};
const SETS: ReadonlySet<string> = new Set(['Berth|spec.flags']);

/** Maps from names to values that users choose. */
const FREE =
  /(?:^|\.)(?:labels|annotations|data|stringData|binaryData|configMap|nodeSelector|matchLabels|limits|requests)$/;

/** Maps of which only one of some keys may be set, or whose keys depend on one. */
const UNIONS =
  /(?:\.volumes|Probe|\.postStart|\.preStop|\.env|\.valueFrom|\.envFrom|\.sources|[bB]ackend|\.mutators|\.validators|\.strategy|\.updateStrategy)$/;

/** Merges the data of a document of a kind. */
export function referenceMerge(
  base: Value | undefined,
  theirs: Value | undefined,
  local: Value | undefined,
  kind: string,
): Reference {
  const merge = new Merge(kind);
  const value = merge.merge([base, theirs, local], { path: [], field: '' });
  return { value, conflicts: merge.conflicts, isSubtle: merge.isSubtle, isShared: merge.isShared };
}

/** Reports whether entries of a collection make sense without others. */
function isOpen(base: Value | undefined, local: Value | undefined, { field }: Place): boolean {
  return (isList(base) && isList(local)) || (isMap(base) && isMap(local) && FREE.test(field));
}

type Three = readonly [base: Value | undefined, theirs: Value | undefined, local: Value | undefined];

interface Place {
  readonly path: Path;
  /** Path without indexes, from the resource on. */
  readonly field: string;
}

class Merge {
  readonly conflicts: Path[] = [];
  isSubtle = false;
  isShared = false;
  #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  merge(three: Three, place: Place): Value | undefined {
    const [base, theirs, local] = three;
    if (same(theirs, base) || same(theirs, local)) return local;
    if (same(local, base)) return theirs;
    if (local === undefined) {
      this.isShared = true;
      return undefined;
    }
    if (theirs === undefined) return this.#deleted([base, undefined, local], place);
    if (theirs === null && isOpen(base, local, place)) return this.#deleted([base, undefined, local], place) ?? null;
    if (base === null && !(isScalar(theirs) && isScalar(local))) this.isSubtle = true;
    const values = [base, theirs, local].filter((value) => value !== undefined);
    if (typeof local === 'string' && /\.(?:ya?ml|json)$/.test(place.field)) this.isSubtle = true;
    if (values.every(isMap)) return this.#maps(three, place);
    if (values.every(isList)) return this.#lists([base, theirs, local], place);
    if (values.every((value) => typeof value === 'string' && value.includes('\n')) && base !== undefined)
      return this.#texts([base, theirs, local] as readonly string[], place);
    return this.#conflict(local, place);
  }

  #conflict(local: Value | undefined, { path }: Place): Value | undefined {
    this.conflicts.push(path);
    return local;
  }

  #deleted([base, , local]: Three, place: Place): Value | undefined {
    this.isShared = true;
    if (!isOpen(base, local, place)) return this.#conflict(local, place);
    const empty = isList(base) ? [] : {};
    const count = this.conflicts.length;
    const rest = isList(base) ? this.#lists([base, empty, local], place) : this.#maps([base, empty, local], place);
    if (this.conflicts.length > count) {
      this.conflicts.length = count;
      return this.#conflict(local, place);
    }
    return Object.keys(rest as object).length === 0 ? undefined : rest;
  }

  #maps(three: Three, { path, field }: Place): Value {
    if (UNIONS.test(field)) {
      const [b, n, l] = three.map((value) => Object.keys(value ?? {}).toSorted());
      if (!isDeepStrictEqual(b, n) || !isDeepStrictEqual(b, l) || field.endsWith('trategy')) this.isSubtle = true;
    }
    const keys = new Set(three.flatMap((value) => Object.keys(value ?? {})));
    const map: Record<string, Value> = Object.create(null) as Record<string, Value>;
    for (const key of keys) {
      const at = three.map((value) => entry(value, key)) as unknown as Three;
      const value = this.merge(at, { path: [...path, key], field: field === '' ? key : `${field}.${key}` });
      if (value !== undefined) map[key] = value;
    }
    return map;
  }

  #lists(three: Three, place: Place): Value {
    const lists = three.map((value) => (isList(value) ? value : []));
    const keyOf = this.#keyOf(place);
    if (keyOf === undefined) return this.#sequence(lists, three[0] !== undefined);
    const keys = lists.map((list) => list.map(keyOf));
    if (keys.some((each) => each.includes(undefined) || new Set(each).size < each.length)) {
      this.isSubtle = true;
      return three[2] ?? null;
    }
    const [b = [], n = [], l = []] = keys as readonly (readonly string[])[];
    if (isRenamed(b, n) || isRenamed(b, l)) this.isSubtle = true;
    if (isMoved(b, n) || isMoved(b, l)) this.isSubtle = true;
    const at = (side: number, key: string): Value | undefined => {
      const index = keys[side]?.indexOf(key) ?? -1;
      return index === -1 ? undefined : lists[side]?.[index];
    };
    return inOrder(b, n, l).flatMap((key) => {
      const index = l.includes(key) ? l.indexOf(key) : n.includes(key) ? n.indexOf(key) : b.indexOf(key);
      const outer = this.#kind;
      const isResource = outer === 'List' && place.field === 'items';
      const element = [at(0, key), at(1, key), at(2, key)] as const;
      if (isResource) this.#kind = kindOf(element[2] ?? element[1] ?? element[0]);
      const value = this.merge(element, { path: [...place.path, index], field: isResource ? '' : place.field });
      this.#kind = outer;
      return value === undefined ? [] : [value];
    });
  }

  #keyOf({ field }: Place): ((element: Value) => string | undefined) | undefined {
    const here = `${this.#kind}|${field}`;
    if (SETS.has(here) || field === 'metadata.finalizers') return scalarText;
    if (here === 'List|items')
      return (element) =>
        JSON.stringify([
          entry(element, 'apiVersion'),
          entry(element, 'kind'),
          entry(entry(element, 'metadata'), 'name'),
        ]);
    const keys =
      OF_KINDS[here] ?? (PODS.test(this.#kind) ? OF_PODS.find(([pattern]) => pattern.test(field))?.[1] : undefined);
    if (keys === undefined) return undefined;
    return (element) => {
      const values = Object.entries(keys).map(
        ([key, absent]) => entry(element, key) ?? (absent === '' ? undefined : absent),
      );
      const texts = values.flatMap((value) => scalarText(value) ?? []);
      return texts.length < values.length ? undefined : texts.join('|');
    };
  }

  #sequence(lists: readonly (readonly Value[])[], hasBase: boolean): Value {
    this.isShared = true;
    const [b = [], n = [], l = []] = lists;
    if (!hasBase || ![...b, ...n, ...l].every(isScalar)) this.isSubtle = true;
    const text = (list: readonly Value[]): string[] => list.map((each) => JSON.stringify(each));
    const regions = diff3Merge(text(l), text(b), text(n));
    return regions.flatMap(({ ok, conflict }): readonly Value[] => {
      if (conflict === undefined) return (ok ?? []).map((each) => JSON.parse(each) as Value);
      const { a, o, b: theirs } = conflict;
      if (o.length > 0 || isDeepStrictEqual(a, theirs) || a.some((each) => theirs.includes(each))) this.isSubtle = true;
      return [...theirs, ...a].map((each) => JSON.parse(each) as Value);
    });
  }

  #texts([base = '', theirs = '', local = '']: readonly string[], place: Place): Value | undefined {
    this.isShared = true;
    if (/\.(?:ya?ml|json)$/.test(place.field)) this.isSubtle = true;
    const lines = (text: string): string[] => text.split(/(?<=\n)/);
    const regions = diff3Merge(lines(local), lines(base), lines(theirs), { excludeFalseConflicts: true });
    if (regions.some(({ conflict }) => conflict !== undefined)) this.conflicts.push(place.path);
    return regions.flatMap(({ ok, conflict }) => ok ?? conflict?.a ?? []).join('');
  }
}

function same(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isDeepStrictEqual(plain(a), plain(b));
}

/** Returns the kind of a resource; '' if it has none. */
export function kindOf(data: Value | undefined): string {
  const kind = entry(data, 'kind');
  return typeof kind === 'string' ? kind : '';
}

function scalarText(value: Value | undefined): string | undefined {
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}

function isScalar(value: Value): boolean {
  return typeof value !== 'object' || value === null;
}

function entry(value: Value | undefined, key: string): Value | undefined {
  return value !== undefined && isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isMoved(before: readonly string[], after: readonly string[]): boolean {
  const [one, other] = [before.filter((key) => after.includes(key)), after.filter((key) => before.includes(key))];
  return one.join('\0') !== other.join('\0');
}

/** Reports whether a list both lacks an element of an earlier one and has another one: the key may have changed. */
function isRenamed(before: readonly string[], after: readonly string[]): boolean {
  return before.some((key) => !after.includes(key)) && after.some((key) => !before.includes(key));
}

/**
 * Returns base's order without what a side deletes; what a side added comes after the element before it, new's first.
 */
function inOrder(base: readonly string[], theirs: readonly string[], local: readonly string[]): readonly string[] {
  const order = [...base];
  for (const side of [local, theirs]) {
    let at = 0;
    for (const key of side) {
      const index = order.indexOf(key);
      if (index !== -1) at = index + 1;
      else order.splice(at++, 0, key);
    }
  }
  return order;
}
