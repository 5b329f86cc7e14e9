// Program for `exec: node catalog-function.ts NAME`: does to plain data what the function of the catalog with this name
// does, and prints them without comments. create-setters alone prints the comments that it adds.
import { readFileSync } from 'node:fs';
import { Document, isScalar, parse, parseDocument, visit, type Node } from 'yaml';

const OPTIONS = {
  schema: 'core',
  compat: 'yaml-1.1',
  intAsBigInt: true,
  uniqueKeys: false,
  logLevel: 'error',
  merge: true,
  maxAliasCount: -1,
} as const;

type Data = Record<string, unknown>;

/** Edits of one item, by the name of the function. */
const EDITS: Readonly<Record<string, (item: Data) => void>> = {
  'set-labels': (item) => {
    for (const metadata of metadatasOf(item)) labelled(metadata)['site'] = 'oslo';
  },
  'set-namespace': (item) => {
    const { kind, metadata } = item;
    if (isData(metadata) && !CLUSTER_WIDE.test(String(kind))) metadata['namespace'] = 'shop';
  },
  // The tag of each image becomes another.
  'apply-replacements': (item) =>
    walk(item, (map) => {
      const image = map['image'];
      if (typeof image === 'string') map['image'] = `${image.replace(/:[^:/]*$/, '')}:v9`;
    }),
  'apply-setters': (item) =>
    walk(item, (map) => {
      if ('replicas' in map && typeof map['replicas'] === 'bigint') map['replicas'] = 7n;
    }),
  // As a script of Starlark: sorts, removes and adds.
  starlark: (item) =>
    walk(item, (map) => {
      const { containers } = map;
      if (!isList(containers)) return;
      map['containers'] = [...containers.toReversed(), { name: 'sidecar', image: 'sidecar:1', args: ['-v', 'on'] }];
      for (const each of containers) if (isData(each)) delete each['imagePullPolicy'];
    }),
};

const CLUSTER_WIDE = /^(?:Cluster|CustomResource|Namespace$|Kptfile$)/;

function metadatasOf(item: Data): readonly Data[] {
  if (item['kind'] === 'Kptfile') return [];
  const template = isData(item['spec']) ? item['spec']['template'] : undefined;
  return [item['metadata'], isData(template) ? template['metadata'] : undefined].filter(isData);
}

function labelled(metadata: Data): Data {
  const { labels } = metadata;
  if (isData(labels)) return labels;
  const added: Data = {};
  metadata['labels'] = added;
  return added;
}

function walk(value: unknown, change: (map: Data) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) walk(each, change);
  if (isData(value)) change(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Adds a line comment beside each number of replicas. */
function withSetters(input: string): string {
  const document = parseDocument(input, OPTIONS);
  visit(document.get('items') as Node, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === 'replicas' && isScalar(value)) value.comment = ' kpt-set: ${replicas}';
    },
  });
  return String(document);
}

/** Returns a copy in which each place has its own value. */
function unshared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unshared);
  if (!isData(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, unshared(each)] as const);
  return Object.fromEntries(entries);
}

function edited(input: string, edit: (item: Data) => void): string {
  const list = unshared(parse(input, OPTIONS)) as { readonly items: readonly Data[] };
  for (const item of list.items) edit(item);
  return String(new Document(list, { ...OPTIONS, aliasDuplicateObjects: false }));
}

const [name = ''] = process.argv.slice(2);
const input = readFileSync(0, 'utf8');
const edit = EDITS[name];
if (name === 'create-setters') process.stdout.write(withSetters(input));
else if (edit !== undefined) process.stdout.write(edited(input, edit));
else throw new Error(`no such function: ${name}`);
