import { isMap as isMapNode, isScalar as isScalarNode, isSeq, parseAllDocuments, type Document, type Node } from 'yaml';
import { isList, isMap, type Data } from '../merge-histories/judge.ts';
import type { Texts } from '../upgrades/versions.ts';

/** Step into data: the key of an entry, or the index of an element with its name if it has one. */
export type Step = string | { readonly index: number; readonly name: string | undefined };

/** Document of a file, as the `yaml` package reads it. */
export interface Doc {
  readonly file: string;
  readonly index: number;
  readonly kind: string;
  readonly name: string;
  /** Group, kind, namespace and name. */
  readonly identity: string;
  readonly data: Data;
  readonly text: string;
  /** Offset of the text in the file. */
  readonly offset: number;
}

/** Returns the documents of a YAML file that have data; undefined if it is not YAML. */
export function docsOf(file: string, text: string | undefined): readonly Doc[] | undefined {
  if (text === undefined || !isYamlPath(file)) return undefined;
  const key = `${file}\0${text}`;
  const known = CACHE.get(key);
  if (known !== undefined || CACHE.has(key)) return known;
  const docs = readDocs(file, text);
  CACHE.set(key, docs);
  return docs;
}

const CACHE = new Map<string, readonly Doc[] | undefined>();

function isYamlPath(file: string): boolean {
  return /(?:\.ya?ml|(?:^|\/)Kptfile)$/.test(file);
}

/** Returns the documents of a text with the nodes that their source has; undefined if it is not YAML. */
export function parsed(text: string): readonly Document[] | undefined {
  try {
    const documents = parseAllDocuments(text, { merge: true, uniqueKeys: false, logLevel: 'silent' });
    return Array.isArray(documents) && documents.every(({ errors }) => errors.length === 0) ? documents : undefined;
  } catch {
    return undefined;
  }
}

function readDocs(file: string, text: string): readonly Doc[] | undefined {
  const documents = parsed(text);
  if (documents === undefined) return undefined;
  try {
    return documents.flatMap((document, index) => {
      const data = document.toJS({ maxAliasCount: -1 }) as Data;
      if (data === null) return [];
      const [start, , end] = document.range ?? [0, 0, text.length];
      return [{ file, index, ...identityOf(data), data, text: text.slice(start, end), offset: start }];
    });
  } catch {
    return undefined;
  }
}

function identityOf(data: Data): Pick<Doc, 'kind' | 'name' | 'identity'> {
  const { apiVersion, kind, metadata } = isMap(data) ? data : {};
  const { name, namespace } = isMap(metadata) ? metadata : {};
  const word = (value: Data): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  const group = word(apiVersion).split('/').slice(0, -1).join('/');
  return {
    kind: word(kind),
    name: word(name),
    identity: [group, word(kind), word(namespace), word(name)].join('|'),
  };
}

/** All documents of a package. */
export function docsIn(files: Texts): readonly Doc[] {
  return [...files].flatMap(([file, text]) => docsOf(file, text) ?? []);
}

/** Node of a document with its place. */
export interface Placed {
  readonly path: readonly Step[];
  readonly node: Node;
  /** Offset of the key or of the dash before the node. */
  readonly start: number;
}

/** Returns the nodes of a document that are in blocks, outermost first. */
export function nodesIn(node: unknown, path: readonly Step[] = []): readonly Placed[] {
  if (isMapNode(node) && node.flow !== true)
    return node.items.flatMap(({ key, value }) => {
      if (!isScalarNode(key) || !isNode(value)) return [];
      const inner = [...path, String(key.value)];
      return [{ path: inner, node: value, start: key.range?.[0] ?? 0 }, ...nodesIn(value, inner)];
    });
  if (!isSeq(node) || node.flow === true) return [];
  return node.items.flatMap((value, index) => {
    if (!isNode(value)) return [];
    const name = isMapNode(value) ? value.get('name') : undefined;
    const inner = [...path, { index, name: typeof name === 'string' ? name : undefined }];
    return [{ path: inner, node: value, start: value.range?.[0] ?? 0 }, ...nodesIn(value, inner)];
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'range' in value;
}

/** Returns the name of an element. */
export function nameOf(element: Data): string | undefined {
  const { name } = isMap(element) ? element : {};
  return typeof name === 'string' ? name : undefined;
}

/** Returns the value at a path; elements are found by name if they have one. Undefined if there is none. */
export function valueAt(data: Data, path: readonly Step[]): Data {
  const [step, ...rest] = path;
  if (step === undefined || data === undefined) return data;
  if (typeof step === 'string') return isMap(data) && Object.hasOwn(data, step) ? valueAt(data[step], rest) : undefined;
  if (!isList(data)) return undefined;
  const element = step.name === undefined ? data[step.index] : data.find((each) => nameOf(each) === step.name);
  return valueAt(element, rest);
}

/** Returns the paths of the scalars and keys that contain a text. */
export function pathsTo(data: Data, token: string, path: readonly Step[] = []): readonly (readonly Step[])[] {
  if (isList(data))
    return data.flatMap((each, index) => pathsTo(each, token, [...path, { index, name: nameOf(each) }]));
  if (isMap(data))
    return Object.entries(data).flatMap(([key, each]) =>
      key.includes(token) ? [[...path, key]] : pathsTo(each, token, [...path, key]),
    );
  return String(data).includes(token) ? [path] : [];
}

/** Returns a path as people write it. */
export function pathText(path: readonly Step[]): string {
  return path
    .map((step) => (typeof step === 'string' ? `.${step}` : `[${step.name ?? step.index}]`))
    .join('')
    .replace(/^\./, '');
}

/** Counts of the lines of a text, without indentation, dashes and quotes. */
export type LineCounts = ReadonlyMap<string, number>;

/** Counts the lines of a text. Blank lines, and those that only separate documents, do not count. */
export function lineCounts(text: string | undefined): LineCounts {
  const counts = new Map<string, number>();
  for (const each of (text ?? '').split(/\r?\n/)) {
    const line = bareLine(each);
    if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

/** Returns a line without indentation, dashes and quotes. */
export function bareLine(line: string): string {
  return line
    .replaceAll(/^\s*(?:- +)*|["']/g, '')
    .replace(/^---$/, '')
    .replace(/ +#/, ' #')
    .trim();
}

/** Returns the sum of counts, each with a sign. */
export function sumOf(parts: readonly (readonly [sign: 1 | -1, counts: LineCounts])[]): LineCounts {
  const sum = new Map<string, number>();
  for (const [sign, counts] of parts)
    for (const [line, count] of counts) sum.set(line, (sum.get(line) ?? 0) + sign * count);
  return new Map([...sum].filter(([, count]) => count !== 0));
}

/** Returns the share of lines that two texts have in common, from 0 to 1. */
export function likeness(a: string, b: string): number {
  const [inA, inB] = [lineCounts(a), lineCounts(b)];
  const size = (counts: LineCounts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const common = [...inA].reduce((sum, [line, count]) => sum + Math.min(count, inB.get(line) ?? 0), 0);
  return common / Math.max(size(inA), size(inB), 1);
}
