import fc from 'fast-check';

/** Plain data of a resource. */
export interface Item {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [field: string]: unknown };
  [field: string]: unknown;
}

/**
 * Sizes of maps and lists: small ones, those beyond the 16 keys from which maps have an index, and lists with more
 * edits than the 2,000 up to which a longest common subsequence is searched for.
 */
const WIDTH = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 4, arbitrary: fc.integer({ min: 15, max: 40 }) },
);
const LENGTH = fc.oneof(
  { weight: 30, arbitrary: WIDTH },
  { weight: 3, arbitrary: fc.integer({ min: 100, max: 300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1100, max: 1300 }) },
);

const KEYS = [
  'y',
  'no',
  'off',
  'null',
  '1',
  '1.5',
  'a b',
  'a: b',
  '# c',
  '-',
  '?',
  '<<',
  '__proto__',
  'é',
  'x'.repeat(1010),
];

const key = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z][a-z0-9./-]{0,8}$/) },
  { weight: 1, arbitrary: fc.constantFrom(...KEYS.filter((each) => each !== '__proto__')) },
);

const TEXTS = [
  '',
  'v',
  'yes',
  'n',
  '012',
  '1e3',
  '1:30',
  '2020-01-01',
  'a: b',
  '# no',
  ' lead',
  'two\nlines\n',
  'end\n\n',
  '\ttab',
  '{{ x }}',
  "it's",
  '"q"',
  '😀',
  'x'.repeat(3000),
  '\uFEFFa',
];

/** Texts that Go reads only as escapes. */
const CONTROLS = ['a\u007Fb', 'a\u0085b', 'a\u2028b'];

/** Returns values; `more`: texts among them beside the usual ones. */
function leaves(more: readonly string[] = []): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(...TEXTS, ...more),
    fc.stringMatching(/^[ -~]{0,12}$/),
    fc.integer(),
    fc.constantFrom(0, 1.5, true, false, null),
  );
}

const leaf = leaves();

function shapes(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { weight: 4, arbitrary: values },
      { weight: 2, arbitrary: tie('map') },
      { weight: 2, arbitrary: tie('list') },
    ),
    map: WIDTH.chain((size) =>
      fc.dictionary(key, size > 5 ? values : tie('value'), {
        minKeys: Math.min(size, 30),
        maxKeys: size,
        noNullPrototype: true,
      }),
    ),
    list: LENGTH.chain((size) => fc.array(size > 5 ? values : tie('value'), { minLength: size, maxLength: size })),
  })).value;
}

const shape = shapes(leaf);

/** Elements that Kubernetes merges by their names. */
const containers = WIDTH.chain((size) =>
  fc.uniqueArray(
    fc.record({ name: fc.stringMatching(/^[a-z]{1,6}$/), image: leaf, args: fc.array(leaf, { maxLength: 20 }) }),
    {
      selector: ({ name }) => name,
      maxLength: size,
    },
  ),
);

/** Returns resources whose maps, lists and number are on both sides of each limit of the code. */
export function largeItems(): fc.Arbitrary<readonly Item[]> {
  const labels = WIDTH.chain((size) =>
    fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.constantFrom('a', 'yes', '1'), {
      maxKeys: size,
      noNullPrototype: true,
    }),
  );
  const item = fc.record({ labels, data: shape, spec: shape, containers });
  return WIDTH.chain((size) => fc.array(item, { minLength: 1, maxLength: Math.max(1, Math.min(size, 20)) })).map(
    (all) =>
      all.map(({ labels: own, data, spec, containers: list }, index) => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: `item-${index}`, labels: own },
        data,
        spec: { other: spec, template: { spec: { containers: list } } },
      })),
  );
}

/** An edit of plain data by numbers, which select its place and value. */
export interface ItemEdit {
  readonly kind: 'change' | 'add' | 'delete' | 'reverse' | 'rotate' | 'rewrite';
  readonly place: number;
  readonly value: unknown;
}

export function itemEdits(): fc.Arbitrary<readonly ItemEdit[]> {
  const kind = fc.constantFrom<ItemEdit['kind'][]>(
    'change',
    'change',
    'add',
    'add',
    'delete',
    'reverse',
    'rotate',
    'rewrite',
  );
  return fc.array(fc.record({ kind, place: fc.nat(), value: shapes(leaves(CONTROLS)) }), {
    minLength: 1,
    maxLength: 8,
  });
}

/** Edits a map or a list in an item. */
export function editItem(item: Item, { kind, place, value }: ItemEdit): void {
  const all = [item['data'], item['spec'], item.metadata['labels']].flatMap(collectionsIn);
  const at = all[place % Math.max(all.length, 1)];
  if (Array.isArray(at)) editList(at, kind, place, value);
  else if (at !== undefined) editMap(at as Record<string, unknown>, kind, place, value);
}

function editList(list: unknown[], kind: ItemEdit['kind'], place: number, value: unknown): void {
  const index = place % (list.length + 1);
  if (kind === 'change' && index < list.length && typeof list[index] !== 'object') list[index] = value;
  else if (kind === 'add') list.splice(index, 0, structuredClone(list[0] ?? value));
  else if (kind === 'delete') list.splice(index, 1);
  else if (kind === 'reverse') list.reverse();
  else if (kind === 'rotate') list.unshift(...list.splice(index));
  else if (list.every((each) => typeof each !== 'object'))
    list.forEach((each, at) => (list[at] = `new ${String(each)} ${at}`));
}

function editMap(map: Record<string, unknown>, kind: ItemEdit['kind'], place: number, value: unknown): void {
  const keys = Object.keys(map);
  const name = keys[place % Math.max(keys.length, 1)] ?? 'first';
  if (kind === 'delete') delete map[name];
  else if (kind === 'rewrite') for (const each of keys) if (typeof map[each] !== 'object') map[each] = `new ${each}`;
  if (kind === 'add' || kind === 'rotate')
    for (let count = 0; count <= place % 20; count++) map[`added-${count}`] = place;
  else if (kind === 'change' && typeof map[name] !== 'object') map[name] = value;
}

function collectionsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(collectionsIn)];
}
