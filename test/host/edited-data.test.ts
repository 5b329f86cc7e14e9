import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parse,
  parseAllDocuments,
  parseDocument,
  stringify,
  visit,
  type Node,
  type Pair,
} from 'yaml';
import { readDocument } from '../../src/yaml/index.ts';
import { hostOnFiles, HOSTING_KPTFILE } from '../support/hosted-files.ts';
import { anchoredDocuments } from '../yaml/generate-anchors.ts';
import { isReadable, layouts } from '../yaml/generate-layouts.ts';
import { documents } from '../yaml/generate.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(1000);

const HEAD = 'apiVersion: example.com/v1\nkind: Odd\nmetadata: # of it\n  name:  odd\n';

const OPTIONS = {
  schema: 'core',
  compat: 'yaml-1.1',
  intAsBigInt: true,
  uniqueKeys: false,
  logLevel: 'error',
  aliasDuplicateObjects: false,
  merge: true,
  maxAliasCount: -1,
} as const;

type Path = readonly (string | number)[];

/** An edit of plain data by numbers, which select its place and value. */
interface Aim {
  readonly kind: (typeof KINDS)[number];
  readonly place: number;
  readonly choice: number;
}

const KINDS = ['change', 'change', 'insert', 'delete', 'reverse', 'rename'] as const;

const aim = fc.record({ kind: fc.constantFrom(...KINDS), place: fc.nat(), choice: fc.nat() });

const VALUES: readonly unknown[] = [
  'new',
  '',
  '012',
  'a: b',
  '# no',
  'two\nlines\n',
  ' lead',
  7,
  2.5,
  true,
  null,
  [],
  {},
  ['x'],
  { k: 'v' },
  { name: 'n', l: [1, { m: 2 }] },
];

/** Texts of resources in odd layouts. */
const resources = fc
  .tuple(fc.oneof(layouts(), documents(), anchoredDocuments()), fc.boolean())
  // A number that YAML 1.2 and kpt read differently would be another one as soon as a function prints it.
  .map(([text, isNested]) =>
    (isNested ? nested : joined)(text.replaceAll(/\b012\b/g, '0o14').replaceAll(/\byes\b/g, 'no-one')),
  )
  .filter((text) => isReadable(text) && isOne(text) && !hasMergeKeys(text));

/** Puts a document below a field. */
function nested(text: string): string {
  const body = text.replace(/^---[^\n]*\n/, '');
  const lines = `${HEAD}spec:\n${body.replaceAll(/^(?=[^\r\n])/gm, '  ')}`;
  return text.includes('\r\n') ? lines.replaceAll(/\r?\n/g, '\r\n') : lines;
}

/** Puts the fields of a resource above a document. */
function joined(text: string): string {
  const lines = text.replace(/^(---[^\n]*\n)?/, (mark) => `${mark}${HEAD}`);
  return text.includes('\r\n') ? lines.replaceAll(/\r?\n/g, '\r\n') : lines;
}

function isOne(text: string): boolean {
  const all = parseAllDocuments(text, OPTIONS);
  try {
    return all.length === 1 && all[0]?.errors.length === 0 && (dataOf(text) as Data)['kind'] === 'Odd';
  } catch {
    return false;
  }
}

/**
 * Reports whether a map has several merge keys: Go's reader of kpt refuses it, and `yaml` takes another one than
 * kubectl.
 */
function hasMergeKeys(text: string): boolean {
  let isThere = false;
  visit(parseDocument(text, OPTIONS), {
    Map: (_, { items }) =>
      void (isThere ||= items.filter(({ key }) => isScalar(key) && key.source === '<<').length > 1),
  });
  return isThere;
}

describe('data that a function of another program has edited in a resource of any layout', () => {
  it('are those of the resource then, whose other lines stay, and it has nothing to change again', () => {
    return fc.assert(fc.asyncProperty(resources, aim, check), { numRuns: RUNS });
  });

  it('are those of the resource after many edits', () => {
    const aims = fc.array(aim, { minLength: 2, maxLength: 6 });
    return fc.assert(
      fc.asyncProperty(resources, aims, async (text, list) => {
        await host(text, (item) => list.forEach((each) => edit(item, each)));
      }),
      { numRuns: RUNS },
    );
  });
});

type Data = Record<string, unknown>;

async function check(text: string, how: Aim): Promise<void> {
  let path: Path | undefined;
  const after = await host(text, (item) => void (path = edit(item, how)));
  if (path === undefined) assert.equal(after, text);
  // An edit of one of several aliases writes the others out.
  else if (after !== undefined && !/[*&]/.test(text)) assertLines(text, after, path);
}

/** Hosts a function on a resource, and then one that only prints. Returns the text; undefined if it was refused. */
async function host(text: string, change: (item: Data) => void): Promise<string | undefined> {
  let printed: unknown;
  const files = { Kptfile: HOSTING_KPTFILE, 'odd.yaml': text };
  const { files: edited, errors } = await hostOnFiles(files, (input) => {
    const list = copied(parse(input, OPTIONS)) as { items: Data[] };
    const item = list.items.find(({ kind }) => kind === 'Odd');
    if (item === undefined) throw new Error('it is not there');
    change(item);
    printed = own(item);
    return stringify(list, OPTIONS);
  });
  if (errors.length > 0) {
    assert.match(errors.join('\n'), REFUSED);
    return undefined;
  }
  const after = edited['odd.yaml'] ?? '';
  assert.deepEqual(comparable(dataOf(after)), comparable(printed), after);
  const again = await hostOnFiles(edited, (input) => stringify(copied(parse(input, OPTIONS)), OPTIONS));
  assert.deepEqual(again, { files: edited, errors: [], results: [] });
  return after;
}

/** Errors of documents whose keys are not those of all readers. */
const REFUSED = /duplicate|must be quoted: Kubernetes reads it as/i;

/** Returns the data of a text. At an end without a line break the readers differ, and ours is that of kpt. */
function dataOf(text: string): unknown {
  return copied(text.endsWith('\n') ? parse(text, OPTIONS) : readDocument(text).value([], 'kpt'));
}

/** Returns data without annotations, all of which are kpt's here. */
function own({ metadata, ...others }: Data): unknown {
  const { annotations: _, ...rest } = metadata as Data;
  return { ...others, metadata: rest };
}

/** Returns a copy in which each place has its own value, and keys are properties of their maps alone. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).reduce<Data>(
    (map, [key, each]) => {
      map[key] = copied(each);
      return map;
    },
    Object.create(null) as Data,
  );
}

function comparable(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint' || typeof each === 'number') return `number ${Number(each)}`;
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return {
      map: Object.entries(each)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .flat(),
    };
  });
}

/** Edits a map or a list below an item. Returns the path of what is another now; undefined if nothing is. */
function edit(item: Data, { kind, place, choice }: Aim): Path | undefined {
  const paths = pathsIn(item).filter(([top]) => !['apiVersion', 'kind', 'metadata'].includes(String(top)));
  if (paths.length === 0) return undefined;
  const path = pick(paths, place);
  const parent = path.slice(0, -1).reduce<unknown>((value, step) => (value as Data)[step], item);
  const step = path.at(-1) ?? '';
  const value = copied(pick(VALUES, choice));
  if (Array.isArray(parent)) return editList(parent, Number(step), kind, value) ? path : undefined;
  return editMap(parent as Data, String(step), kind, value) ? path : undefined;
}

function editList(list: unknown[], index: number, kind: Aim['kind'], value: unknown): boolean {
  const before = comparable(list);
  if (kind === 'change' || kind === 'rename') list[index] = value;
  else if (kind === 'insert') list.splice(index, 0, value);
  else if (kind === 'delete') list.splice(index, 1);
  else list.reverse();
  return comparable(list) !== before;
}

function editMap(map: Data, key: string, kind: Aim['kind'], value: unknown): boolean {
  const before = comparable(map);
  if (kind === 'change') map[key] = value;
  else if (kind === 'insert') map['added'] = value;
  else if (kind === 'delete') delete map[key];
  else if (kind === 'rename') {
    map['renamed'] = map[key];
    delete map[key];
  }
  return comparable(map) !== before;
}

function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, each]) => {
    const at = [...path, isList ? Number(key) : key];
    return [at, ...pathsIn(each, at)];
  });
}

function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

/** Asserts that lines before and after the collection with a path are unchanged. */
function assertLines(before: string, after: string, path: Path): void {
  const [first, last] = linesOf(before, path.slice(0, -1));
  const lines = before.split('\n');
  const now = after.split('\n');
  assert.deepEqual(now.slice(0, first), lines.slice(0, first), `${path.join('.')} in\n${before}\n--->\n${after}`);
  const rest = lines.slice(last);
  if (rest.join('') !== '')
    assert.deepEqual(now.slice(-rest.length), rest, `${path.join('.')} in\n${before}\n--->\n${after}`);
}

/** Returns the first line of the entry of a path, and the one after its last. */
function linesOf(text: string, path: Path): readonly [first: number, end: number] {
  const counter = new LineCounter();
  const root = parseDocument(text, { ...OPTIONS, lineCounter: counter }).contents as Node;
  const [, end] = rangeOf(root, path);
  return [counter.linePos(startOf(root, path)).line - 1, counter.linePos(Math.max(0, end - 1)).line];
}

/** Returns where a key starts, or the end of what is before an element. */
function startOf(root: Node, path: Path): number {
  const step = path.at(-1);
  const above = path.slice(0, -1);
  if (typeof step === 'string' || step === undefined) return rangeOf(root, path)[0];
  return step === 0 ? startOf(root, above) : rangeOf(root, [...above, step - 1])[1];
}

function rangeOf(node: Node | null, [step, ...rest]: Path): readonly [number, number] {
  if (step === undefined) return [node?.range?.[0] ?? 0, node?.range?.[1] ?? 0];
  if (isSeq(node)) return rangeOf(node.items[Number(step)] as Node, rest);
  if (!isMap(node)) throw new Error('no such path');
  const pair = node.items.findLast(({ key }) => String(key) === step) as Pair<Node, Node | null>;
  if (rest.length > 0) return rangeOf(pair.value, rest);
  return [pair.key.range?.[0] ?? 0, pair.value?.range?.[1] ?? pair.key.range?.[1] ?? 0];
}
