import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Document, isMap, isScalar, isSeq, parse, parseAllDocuments, visit, type Node, type Pair } from 'yaml';
import { hostOnFiles, HOSTING_KPTFILE, type Texts } from '../support/hosted-files.ts';
import { hostOnList, listOf } from '../support/hosted-list.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(700);

const FILES = {
  Kptfile: HOSTING_KPTFILE,
  'web.yaml': `# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web # main
  labels: {app: web}   # flow
spec:
  # two are enough
  replicas: 2
  template:
    spec:
      containers:
        # the server
        - name: web
          image: 'web:1' # pinned
          ports: [{containerPort: 80}, {containerPort: 81}]
        - name: log # beside
          image: "log:1"
`,
  'two.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  annotations:
    own: x # kept
data:
  k: v
  n: "1"
---
# second
apiVersion: v1
kind: ConfigMap
metadata: {name: b, namespace: n}
data: {k: [1, 2.50, yes, ~]}
`,
} as const;

/** The same resources in lists, of which one gives its elements their kind. */
const LISTS = {
  Kptfile: HOSTING_KPTFILE,
  'web.yaml': `apiVersion: v1\nkind: List\nitems:\n  # of the shop\n  - ${indented(FILES['web.yaml'])}  - no: resource\n`,
  'two.yaml': `apiVersion: v1\nkind: ConfigMapList\nitems:\n${FILES['two.yaml']
    .replaceAll(/^(?:apiVersion|kind): .*\n/gm, '')
    .split('---\n')
    .map((text) => `- ${indented(text).replaceAll(/^ {2}/gm, '')}`)
    .join('')}`,
};

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ').slice(4);
}

const RESOURCE_LIST = listOf({ 'web.yaml': FILES['web.yaml'], 'a.yaml': FILES['two.yaml'].split('---\n')[0] ?? '' });

const KPT = 'internal.config.kubernetes.io/';

/** Texts that some part of the host has a meaning for. */
const TEXTS = [
  '0',
  '1',
  '2',
  '3',
  '9',
  '-1',
  '',
  'a',
  'b',
  'web',
  'x.yaml',
  'two.yaml',
  'web.yaml',
  '../x.yaml',
  '/x.yaml',
  'a/../../x.yaml',
  '.git/config',
  'Kptfile',
  'sub/Kptfile',
  '__proto__',
  'constructor',
  '/shop',
  '/shop/x',
  '/',

  'Secret',
  'List',
  'ConfigMap',
  'kpt.dev/v1',
  'yes',
  '<<',
  '\u001b[31m',
  'a\nb',
  '\0',
  '\uFEFF',
  '\u2028',
  '12345678901',
];

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  '',
  '<<',
  'name',
  'metadata',
  'annotations',
  'labels',
  'items',
  'kind',
  'internal.config.k8s.io/kpt-resource-id',
  'config.k8s.io/id',
  'config.kubernetes.io/path',
  ...['config.kubernetes.io/index', 'path', 'index', 'id', 'package-path'].map((key) =>
    key.includes('/') ? key : `${KPT}${key}`,
  ),
];

/** Values in place of a node. */
const VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  true,
  0,
  1,
  -1,
  1.5,
  1e21,
  [],
  {},
  ['x'],
  [{ name: 'web' }],
  { a: 1 },
];

/** Choices of one mutation. */
interface Mutation {
  readonly kind: (typeof KINDS)[number];
  readonly place: number;
  readonly choice: number;
}

const KINDS = ['drop', 'duplicate', 'replace', 'rekey', 'annotate', 'swap', 'copy item', 'add'] as const;

const mutation = fc.record({ kind: fc.constantFrom(...KINDS), place: fc.nat(), choice: fc.nat() });

describe('a ResourceList that a stranger has changed anywhere', () => {
  it('is refused, and changes nothing, or makes the data that it has', () => {
    return fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 5 }), async (mutations) => {
        const program = (input: string): string => mutations.reduce(mutated, input);
        await checkFiles(FILES, program);
        await checkFiles(LISTS, program);
        await checkList(program);
      }),
      { numRuns: RUNS },
    );
  });
});

type Program = (input: string) => string;

async function checkFiles(texts: Texts, program: Program): Promise<void> {
  let printed = '';
  const { files, errors } = await hostOnFiles(texts, (input) => (printed = program(input)));
  assertNoDefect(errors, printed);
  if (errors.length > 0) assert.deepEqual(files, texts);
  else assert.deepEqual(resourcesOf(files), meant(printed), printed);
}

/** Checks what is printed for a ResourceList. */
async function checkList(program: Program): Promise<void> {
  let printed = '';
  const { text, errors } = await hostOnList(RESOURCE_LIST, (input) => (printed = program(input)));
  assertNoDefect(errors, printed);
  if (errors.length > 0) assert.equal(text, RESOURCE_LIST);
  else assert.deepEqual(meant(text), meant(printed), printed);
}

function assertNoDefect(errors: readonly string[], printed: string): void {
  assert.deepEqual(
    errors.filter((error) => /defect/.test(error)),
    [],
    printed,
  );
}

/** Edits a text at a place. Leaves it as it is where that is not possible. */
function mutated(text: string, { kind, place, choice }: Mutation): string {
  if (text === '') return text;
  const document = new Document(parse(text, OPTIONS) as unknown, OPTIONS);
  const items = document.get('items');
  if (!isSeq(items) || items.items.length === 0) return text;
  const item = pick(items.items, place);
  if (kind === 'copy item') items.items.splice(choice % items.items.length, 0, (item as Node).clone());
  else if (kind === 'swap') items.items.push(...items.items.splice(place % items.items.length, 1));
  else if (kind === 'annotate') annotate(document, place, choice);
  else if (kind === 'add') items.items.push(document.createNode(addedItem(choice)));
  else mutateNode(document, kind, place, choice);
  return String(document);
}

function annotate(document: Document, place: number, choice: number): void {
  const at = ['items', place % 4, 'metadata', 'annotations'];
  if (!isMap(document.getIn(at.slice(0, -1)))) return;
  if (!isMap(document.getIn(at))) document.setIn(at, document.createNode({}));
  document.setIn([...at, pick(KEYS, choice)], pick(TEXTS, choice >> 8));
}

function addedItem(choice: number): object {
  const annotations = { [pick(KEYS, choice)]: pick(TEXTS, choice >> 6) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: pick(TEXTS, choice >> 12), annotations }, data: {} };
}

/** A collection and the index of one of its members. */
type Slot = readonly [list: unknown[], index: number];

function mutateNode(document: Document, kind: string, place: number, choice: number): void {
  const slots: Slot[] = [];
  visit(document.get('items') as Node, {
    Collection(_, { items }) {
      slots.push(...items.map((__, index) => [items, index] as const));
    },
  });
  if (slots.length === 0) return;
  const [list, index] = pick(slots, place);
  const member = list[index];
  if (kind === 'drop') list.splice(index, 1);
  else if (kind === 'duplicate') list.splice(choice % (list.length + 1), 0, copyOf(member));
  else if (isPair(member) && kind === 'rekey') member.key = document.createNode(pick(KEYS, choice));
  else if (isPair(member)) member.value = document.createNode(pick(VALUES, choice));
  else list[index] = document.createNode(pick(VALUES, choice));
}

function isPair(value: unknown): value is Pair {
  return typeof value === 'object' && value !== null && 'key' in value;
}

function copyOf(value: unknown): unknown {
  return isPair(value) || isScalar(value) || isMap(value) || isSeq(value) ? value.clone() : value;
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

const OPTIONS = {
  schema: 'core',
  compat: 'yaml-1.1',
  intAsBigInt: true,
  uniqueKeys: false,
  logLevel: 'error',
  aliasDuplicateObjects: false,
  version: '1.2',
} as const;

/** Returns the data of all resources of a package, in an order of their texts. */
function resourcesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const all = Object.values(files).flatMap((text) => parseAllDocuments(text, OPTIONS));
  return all
    .flatMap((document) => elementsOf(document.toJS({ mapAsMap: true }) as ReadonlyMap<string, unknown>))
    .map(normal)
    .toSorted();
}

/** Returns the resources of a list without a name, with the kind that it gives them, or a resource itself. */
function elementsOf(item: ReadonlyMap<string, unknown>): readonly unknown[] {
  const [kind, items] = [item.get('kind'), item.get('items')];
  if (!Array.isArray(items) || item.has('metadata')) return [item];
  const own =
    kind === 'List'
      ? []
      : ([
          ['apiVersion', item.get('apiVersion')],
          ['kind', 'ConfigMap'],
        ] as const);
  const elements = items as readonly ReadonlyMap<string, unknown>[];
  return elements.filter((each) => !each.has('no')).map((each) => new Map([...own, ...each]));
}

/** Returns the data of the resources that a list means. */
function meant(list: string): readonly string[] {
  const data = parse(list, { ...OPTIONS, mapAsMap: true }) as Map<string, unknown>;
  return ((data.get('items') ?? []) as unknown[]).map(normal).toSorted();
}

const KPTS = new Set([
  ...['index', 'path', 'id'].flatMap((key) => [`${KPT}${key}`, `config.kubernetes.io/${key}`]),
  ...['package-path', 'seqindent', 'annotations-migration-resource-id'].map((key) => `${KPT}${key}`),
  'config.k8s.io/id',
  'internal.config.k8s.io/kpt-resource-id',
]);
KPTS.delete('config.kubernetes.io/id');

/** Returns the text of an item's data: without the annotations of kpt, and maps that are empty without them. */
function normal(item: unknown): string {
  const metadata = item instanceof Map ? (item.get('metadata') as unknown) : undefined;
  if (metadata instanceof Map) {
    const annotations = metadata.get('annotations') as unknown;
    if (annotations instanceof Map) for (const key of KPTS) annotations.delete(key);
    if (annotations === null || (annotations instanceof Map && annotations.size === 0)) metadata.delete('annotations');
  }
  return JSON.stringify(plain(item));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'bigint' || typeof value === 'number') return `number ${Number(value)}`;
  if (!(value instanceof Map)) return value;
  return [
    'map',
    ...Array.from(value, ([key, each]) => [String(key), plain(each)]).toSorted(([a], [b]) =>
      String(a) < String(b) ? -1 : 1,
    ),
  ];
}
