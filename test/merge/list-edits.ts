import fc from 'fast-check';
import type { Value } from '../../src/yaml/index.ts';

/** An element of a list with an identity that no text shows: the oracle of a merge by it. */
interface Tracked {
  readonly id: string;
  readonly value: Value;
}

/** Numbers that select an edit of a list. */
interface Aim {
  readonly kind: 'insert' | 'remove' | 'move' | 'edit' | 'insertSame';
  readonly at: number;
  readonly to: number;
  readonly value: number;
}

/** Kind of list: how its elements are made and edited. */
export interface ListKind {
  readonly name: string;
  /** Path of the list in its document, and the document around it. */
  readonly document: (list: string) => string;
  readonly make: (n: number) => Value;
  readonly edit: (value: Value, by: number, tag: string) => Value;
  readonly insert: (by: number, tag: string) => Value;
}

/** Three versions of a list, and what a merge by identity makes of them. */
export interface ListVersions {
  readonly kind: ListKind;
  readonly base: readonly Value[];
  readonly theirs: readonly Value[];
  readonly local: readonly Value[];
  /** Elements of the merged list in any order; undefined where both sides edited an element, or one removed it. */
  readonly wanted: readonly Value[] | undefined;
  readonly isFlow: boolean;
}

type Fields = Readonly<Record<string, Value>>;

const withField = (value: Value, fields: Fields): Value => ({ ...(value as Fields), ...fields });

const strings = (list: Value | undefined, extra: string): Value => [
  ...(Array.isArray(list) ? (list as readonly Value[]) : []),
  extra,
];

const at = (list: readonly string[], n: number): string => list[n % list.length] ?? '';

const RESOURCES = ['pods', 'secrets', 'configmaps', 'nodes'];
const VERBS = ['get', 'list', 'watch', 'delete'];

const wrap = (head: string) => (list: string) => `${head}${list}`;

/** Lists without keys by Kubernetes' types, each as people edit them. */
export const LIST_KINDS: readonly ListKind[] = [
  {
    name: 'rules of a Role',
    document: wrap('apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: r\nrules:'),
    make: (n) => ({
      apiGroups: [n % 3 === 0 ? 'apps' : ''],
      resources: [at(RESOURCES, n), `r${n}`],
      verbs: ['get', at(VERBS, n)],
    }),
    edit: (value, by, tag) => {
      const rule = value as Fields;
      const key = at(['resources', 'verbs', 'apiGroups'], by);
      return withField(value, { [key]: strings(rule[key], tag) });
    },
    insert: (by, tag) => ({ apiGroups: [''], resources: [tag], verbs: ['get', at(VERBS, by)] }),
  },
  {
    name: 'alerts',
    document: wrap('apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata:\n  name: p\nrules:'),
    make: (n) => ({ alert: `A${n}`, expr: `up{n="${n}"} == 0`, for: `${n % 3}m`, labels: { severity: 'warning' } }),
    edit: (value, by, tag) =>
      by % 3 === 0
        ? withField(value, { for: tag })
        : by % 3 === 1
          ? withField(value, { labels: { severity: tag } })
          : withField(value, { expr: tag }),
    insert: (by, tag) => ({ alert: tag, expr: `up == ${by % 2}`, for: '1m', labels: { severity: 'warning' } }),
  },
  {
    name: 'words',
    document: wrap('apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:'),
    make: (n) => `r${n}.yaml`,
    edit: (_, by, tag) => `${tag}-${by % 2}.yaml`,
    insert: (_, tag) => `${tag}.yaml`,
  },
  {
    name: 'maps without a unique field',
    document: wrap('apiVersion: v1\nkind: X\nmetadata:\n  name: x\nsteps:'),
    make: (n) => ({ run: `go ${n % 2}`, with: { a: n, b: 'x' }, if: 'always' }),
    edit: (value, by, tag) =>
      by % 2 === 0 ? withField(value, { run: tag }) : withField(value, { with: { a: 1, b: tag } }),
    insert: (by, tag) => ({ run: tag, with: { a: by % 3, b: 'x' }, if: 'always' }),
  },
  {
    name: 'arguments',
    document: wrap('apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: c\n    args:'),
    make: (n) => `--flag-${n}=${n}`,
    edit: (value, _, tag) => `${typeof value === 'string' ? value.replace(/=.*/, '') : ''}=${tag}`,
    insert: (_, tag) => `--${tag}`,
  },
];

const aim = fc.record<Aim>({
  kind: fc.constantFrom<Aim['kind'][]>('insert', 'remove', 'move', 'edit', 'edit', 'insertSame'),
  at: fc.nat(50),
  to: fc.nat(50),
  value: fc.nat(50),
});

/** Generates versions of a list of some kind, of up to 8 elements, or of 20 to 40. */
export function listVersions(kinds: readonly ListKind[] = LIST_KINDS): fc.Arbitrary<ListVersions> {
  const aims = fc.array(aim, { minLength: 1, maxLength: 4 });
  const size = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.integer({ min: 20, max: 40 }));
  return fc
    .tuple(fc.constantFrom(...kinds), size, aims, aims, fc.nat(9), fc.nat(9))
    .map(([kind, length, ofNew, ofLocal, flow, repeats]) => {
      const base = Array.from({ length }, (_, n): Tracked => ({
        id: `b${n}`,
        value: kind.make(repeats === 0 ? n % 3 : n),
      }));
      const theirs = edited(kind, base, ofNew, 'n');
      const local = edited(kind, base, ofLocal, 'l');
      const values = (list: readonly Tracked[]): readonly Value[] => list.map(({ value }) => value);
      const isUnclear = repeats === 0;
      return {
        kind,
        base: values(base),
        theirs: values(theirs),
        local: values(local),
        wanted: isUnclear ? undefined : byIdentity(base, theirs, local),
        isFlow: flow === 0,
      };
    });
}

/** Versions of a list of which one side removes an element that the other side moves and changes. */
export interface ContestedLists {
  readonly kind: ListKind;
  readonly base: readonly Value[];
  readonly removed: readonly Value[];
  readonly moved: readonly Value[];
  /** The element, before and after the change. */
  readonly before: Value;
  readonly after: Value;
}

/** Generates versions of a list of some kind, of which one side removes an element that the other moves and changes. */
export function contestedLists(kinds: readonly ListKind[]): fc.Arbitrary<ContestedLists> {
  const numbers = fc.record({ length: fc.integer({ min: 2, max: 8 }), from: fc.nat(), to: fc.nat(), by: fc.nat(50) });
  return fc
    .tuple(fc.constantFrom(...kinds), numbers, fc.boolean())
    .map(([kind, { length, from, to, by }, isEdited]) => {
      const base = Array.from({ length }, (_, n) => kind.make(n));
      const index = from % length;
      const before = base[index] ?? null;
      const after = kind.edit(before, by, 'l0');
      const others = base.toSpliced(index, 1);
      const removed = isEdited ? others.with(0, kind.edit(others[0] ?? null, by, 'n0')) : others;
      return { kind, base, removed, moved: others.toSpliced(to % length, 0, after), before, after };
    });
}

/** Documents of a list with a comment above an element, of which local moved elements. */
export interface CommentedLists {
  readonly base: string;
  readonly theirs: string;
  readonly local: string;
}

/**
 * Generates documents in which local swaps two elements of a list, while comments stay where they are or are added. The
 * comment of new stays with its element.
 */
export function commentedLists(kinds: readonly ListKind[]): fc.Arbitrary<CommentedLists> {
  const place = fc.nat(50);
  const numbers = fc.record({
    length: fc.integer({ min: 2, max: 6 }),
    note: place,
    from: place,
    to: place,
    own: place,
  });
  return fc.tuple(fc.constantFrom(...kinds), numbers, aim).map(([kind, { length, note, from, to, own }, ofNew]) => {
    const base = Array.from({ length }, (_, n): Tracked => ({ id: `b${n}`, value: kind.make(n) }));
    const [one, other] = [from % length, to % length];
    const swapped = base.with(one, base[other] ?? NOTHING).with(other, base[one] ?? NOTHING);
    const text = (list: readonly Tracked[], ...comments: readonly number[]): string =>
      withComments(
        listDocument(
          { kind, isFlow: false },
          list.map(({ value }) => value),
        ),
        comments.map((each) => each % list.length),
      );
    const changed = edited(kind, base, [ofNew], 'n');
    // The comment stays with its element, or is removed with it.
    const noted = changed.findIndex(({ id }) => id === base[note % length]?.id);
    return {
      base: text(base, note),
      theirs: noted === -1 ? text(changed) : text(changed, noted),
      local: own % 3 === 0 ? text(swapped, note, own) : text(swapped, note),
    };
  });
}

const NOTHING: Tracked = { id: '', value: null };

/** Writes a comment above the elements at some indexes. */
function withComments(document: string, indexes: readonly number[]): string {
  let count = 0;
  return document.replaceAll(/^ {4}- /gm, (dash) => {
    const index = count++;
    return indexes.includes(index) ? `    # comment ${indexes.indexOf(index)}\n${dash}` : dash;
  });
}

function edited(kind: ListKind, base: readonly Tracked[], list: readonly Aim[], side: string): readonly Tracked[] {
  return list.reduce<readonly Tracked[]>((made, each, n) => {
    const tag = `${side}${n}`;
    const index = each.at % Math.max(made.length, 1);
    const target = made[index];
    if (each.kind === 'insert')
      return made.toSpliced(each.at % (made.length + 1), 0, { id: tag, value: kind.insert(each.value, tag) });
    if (each.kind === 'insertSame')
      return made.some(({ id }) => id === 'same')
        ? made
        : made.toSpliced(each.at % (made.length + 1), 0, { id: 'same', value: kind.insert(0, 'same') });
    if (target === undefined) return made;
    if (each.kind === 'remove') return made.toSpliced(index, 1);
    if (each.kind === 'move') return made.toSpliced(index, 1).toSpliced(each.to % made.length, 0, target);
    return made.with(index, { ...target, value: kind.edit(target.value, each.value, tag) });
  }, base);
}

function byIdentity(
  base: readonly Tracked[],
  theirs: readonly Tracked[],
  local: readonly Tracked[],
): readonly Value[] | undefined {
  const of = (list: readonly Tracked[]): ReadonlyMap<string, Value> =>
    new Map(list.map(({ id, value }) => [id, value]));
  const [b, n, l] = [of(base), of(theirs), of(local)];
  const merged: Value[] = [];
  const same = (one: Value | undefined, other: Value | undefined): boolean =>
    JSON.stringify(one) === JSON.stringify(other);
  for (const id of new Set([...b.keys(), ...n.keys(), ...l.keys()])) {
    const [before, one, other] = [b.get(id), n.get(id), l.get(id)];
    const value = same(one, before) || same(one, other) ? other : same(other, before) ? one : null;
    if (value === null) return undefined;
    if (value !== undefined) merged.push(value);
  }
  return merged;
}

/** Returns the document of a version. */
export function listDocument({ kind, isFlow }: Pick<ListVersions, 'kind' | 'isFlow'>, list: readonly Value[]): string {
  if (list.length === 0) return kind.document(' []\n');
  if (isFlow) return kind.document(` ${JSON.stringify(list).replaceAll('":', '": ').replaceAll(',', ', ')}\n`);
  return kind.document(`\n${list.map((each) => block(each)).join('')}`).replace('args:\n', 'args:\n');
}

function block(value: Value): string {
  if (typeof value !== 'object' || value === null) return `    - ${JSON.stringify(value)}\n`;
  const lines = Object.entries(value).flatMap(([key, each]) => blockEntry(key, each));
  return lines.map((line, n) => `    ${n === 0 ? '- ' : '  '}${line}\n`).join('');
}

function blockEntry(key: string, value: Value): readonly string[] {
  if (Array.isArray(value)) return [`${key}:`, ...value.map((each) => `- ${JSON.stringify(each)}`)];
  if (typeof value === 'object' && value !== null)
    return [`${key}:`, ...Object.entries(value).map(([inner, each]) => `  ${inner}: ${JSON.stringify(each)}`)];
  return [`${key}: ${JSON.stringify(value)}`];
}
