import { isMap, isScalar, isSeq, Scalar, type Document } from 'yaml';
import type { Data } from '../merge-histories/judge.ts';
import { nodesIn, valueAt, type Doc, type Placed, type Step } from './documents.ts';

/**
 * Form of an edit: it adds lines that have a token, removes an element or entry, moves an element, removes or adds a
 * document, or adds, removes or renames a file.
 */
export type Form =
  'mark' | 'remove' | 'move' | 'removeDocument' | 'addDocument' | 'addFile' | 'removeFile' | 'renameFile';

/** Result of an edit of a file of the base version. */
export interface Change {
  readonly form: Form;
  /** New text of the file; undefined if the file is removed. */
  readonly text: string | undefined;
  /** Path of the new text; that of the file if undefined. */
  readonly to?: string;
  /** Document that is edited; undefined for a whole file, or one that is not YAML. */
  readonly doc?: Doc;
  /** Field that is edited. */
  readonly path?: readonly Step[];
  /** Value that is removed. */
  readonly removed?: Data;
  /** Two elements that changed places, in the new order. */
  readonly order?: readonly [Data, Data];
}

/** File of the base version. */
export interface Source {
  readonly file: string;
  readonly text: string;
  readonly docs: readonly Doc[] | undefined;
  readonly documents: readonly Document[];
}

/** Makes an edit; returns undefined if a file has nothing for it. */
export type Make = (
  source: Source,
  random: () => number,
  id: number,
) => (Change & { readonly token: string }) | undefined;

export function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}

export function lastKey(path: readonly Step[]): string {
  const last = path.at(-1);
  return typeof last === 'string' ? last : '';
}

/** Returns the key of the map or list that holds a value. */
export function keyBefore(path: readonly Step[]): string {
  return lastKey(path.slice(0, -1));
}

type Found = Placed & { readonly doc: Doc };

/** Returns the nodes of a file, with their documents. */
function nodesOf({ docs, documents }: Source): readonly Found[] {
  return (docs ?? []).flatMap((doc) => {
    const node = documents[doc.index]?.contents;
    const root = isSeq(node) ? [{ path: [], node, start: doc.offset }] : [];
    return [...root, ...nodesIn(node)].map((placed) => ({ ...placed, doc }));
  });
}

/** Sets a string or number of one line to one that has the token. */
export function setScalar(isWanted: (path: readonly Step[], value: unknown) => boolean): Make {
  return (source, random, id) => {
    const found = nodesOf(source).filter(
      ({ node, path }) => isScalar(node) && isPlain(node, source.text) && isWanted(path, node.value),
    );
    const target = pick(found, random);
    if (target === undefined || !isScalar(target.node)) return undefined;
    const { node, doc, path } = target;
    const [start = 0, end = 0] = node.range ?? [];
    const token = typeof node.value === 'number' ? String(7_000_000 + id) : `zq${id}z`;
    const before = String(node.value);
    const after = /^[\w./-]+:[\w.-]+$/.test(before) ? before.replace(/:[^:]*$/, `:${token}`) : token;
    const quote = node.type === Scalar.QUOTE_DOUBLE ? '"' : node.type === Scalar.QUOTE_SINGLE ? "'" : '';
    const text = `${source.text.slice(0, start)}${quote}${after}${quote}${source.text.slice(end)}`;
    return { form: 'mark', text, doc, path, token };
  };
}

function isPlain(node: Scalar, text: string): boolean {
  const [start = 0, end = 0] = node.range ?? [];
  const isBare = node.anchor === undefined && node.tag === undefined && node.type !== Scalar.BLOCK_LITERAL;
  const isKnown = typeof node.value === 'number' || (typeof node.value === 'string' && node.value !== '');
  return isBare && isKnown && node.type !== Scalar.BLOCK_FOLDED && !text.slice(start, end).includes('\n');
}

export function splitLines(text: string): readonly string[] {
  return text.split('\n');
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

function columnOf(line: string): number {
  return line.search(/\S|$/);
}

/** Lines of a list element: the first, and the one after the last. Undefined if a dash does not start its line. */
function linesOfElement(text: string, placed: Placed): readonly [number, number] | undefined {
  const lines = splitLines(text);
  const start = lineOf(text, placed.start);
  const column = columnOf(lines[start] ?? '');
  const before = text.slice(text.lastIndexOf('\n', placed.start - 1) + 1, placed.start);
  if (!/^\s*- +$/.test(before)) return undefined;
  let end = start + 1;
  while (end < lines.length && ((lines[end] ?? '').trim() === '' || columnOf(lines[end] ?? '') > column)) end++;
  while ((lines[end - 1] ?? '').trim() === '') end--;
  return [start, end];
}

/** Lists with their elements. */
function listsOf(source: Source): readonly { readonly list: Found; readonly elements: readonly Found[] }[] {
  const nodes = nodesOf(source);
  return nodes
    .filter(({ node }) => isSeq(node))
    .map((list) => ({
      list,
      elements: nodes.filter(
        ({ doc, path }) =>
          doc === list.doc && path.length === list.path.length + 1 && list.path.every((step, at) => path[at] === step),
      ),
    }));
}

/** Adds an element below the last one of a list: a string, or a copy of the last one with another name. */
export function addElement(isWanted: (path: readonly Step[]) => boolean): Make {
  return (source, random, id) => {
    const token = `zq${id}z`;
    const lists = listsOf(source).filter(({ list, elements }) => elements.length > 0 && isWanted(list.path));
    const { list, elements } = pick(lists, random) ?? {};
    const last = elements?.at(-1);
    const range = last && linesOfElement(source.text, last);
    if (list === undefined || last === undefined || range === undefined) return undefined;
    const lines = splitLines(source.text);
    const copied = lines.slice(...range);
    const indent = ' '.repeat(columnOf(copied[0] ?? ''));
    const isString = isScalar(last.node) && typeof last.node.value === 'string' && copied.length === 1;
    const added = isString ? [`${indent}- ${token}`] : likeLines(copied, token);
    if (added === undefined) return undefined;
    return {
      form: 'mark',
      text: lines.toSpliced(range[1], 0, ...added).join('\n'),
      doc: list.doc,
      path: list.path,
      token,
    };
  };
}

/** Returns the lines of an element with another name or, if it has none, another last value. */
function likeLines(lines: readonly string[], token: string): readonly string[] | undefined {
  if (lines.length > 7 || lines.join('').includes('&')) return undefined;
  const named = lines.map((line, at) => (at === 0 ? line.replace(/^(\s*- +name: ).*/, `$1${token}`) : line));
  // Two mounts at one path are an error.
  if (named[0] !== lines[0]) return named.map((line) => line.replace(/^(\s*mountPath: ).*/, `$1/${token}`));
  const last = (lines.at(-1) ?? '').replace(/^(\s*(?:- +)?[\w.-]+: +)[\w./"'-]+$/, `$1${token}`);
  return last === lines.at(-1) ? undefined : lines.with(lines.length - 1, last);
}

/** Swaps an element with the next one, unless a comment above one of them would then be above the other. */
export function moveElement(source: Source, random: () => number, id: number): ReturnType<Make> {
  const { elements = [] } =
    pick(
      listsOf(source).filter((each) => each.elements.length > 1),
      random,
    ) ?? {};
  const at = Math.floor(random() * (elements.length - 1));
  const [first, second] = elements.slice(at, at + 2);
  if (first === undefined || second === undefined) return undefined;
  const [one, other] = [linesOfElement(source.text, first), linesOfElement(source.text, second)];
  const { doc, path } = first;
  if (one === undefined || other?.[0] !== one[1]) return undefined;
  const lines = splitLines(source.text);
  const above = [one[0], other[0], other[1]].map((line) => lines[line - 1] ?? '');
  if (above.some((line) => line.trim().startsWith('#'))) return undefined;
  const swapped = [...lines.slice(...other), ...lines.slice(...one)];
  const text = lines.toSpliced(one[0], other[1] - one[0], ...swapped).join('\n');
  const order = [valueAt(doc.data, second.path), valueAt(doc.data, path)] as const;
  return { form: 'move', text, doc, path, order, token: `zq${id}z` };
}

export function removeElement(isWanted: (path: readonly Step[]) => boolean): Make {
  return (source, random, id) => {
    const lists = listsOf(source).filter(({ list, elements }) => elements.length > 1 && isWanted(list.path));
    const target = pick(pick(lists, random)?.elements ?? [], random);
    const range = target && linesOfElement(source.text, target);
    if (target === undefined || range === undefined) return undefined;
    const lines = splitLines(source.text);
    const text = lines.toSpliced(range[0], range[1] - range[0]).join('\n');
    const { doc, path } = target;
    return { form: 'remove', text, doc, path, removed: valueAt(doc.data, path), token: `zq${id}z` };
  };
}

/** Removes an entry with a scalar from a map that has another one. */
export function removeEntry(source: Source, random: () => number, id: number): ReturnType<Make> {
  const found = nodesOf(source).filter(({ node, path }) => {
    const isFree = path.length > 1 && lastKey(path) !== '' && !/^(?:name|kind|apiVersion)$/.test(lastKey(path));
    return isFree && isScalar(node) && isPlain(node, source.text);
  });
  const target = pick(found, random);
  if (target === undefined) return undefined;
  const lines = splitLines(source.text);
  const at = lineOf(source.text, target.start);
  if (/^\s*- /.test(lines[at] ?? '')) return undefined;
  const { doc, path } = target;
  const isAlone = Object.keys(valueAt(doc.data, path.slice(0, -1)) ?? {}).length < 2;
  if (isAlone) return undefined;
  const removed = valueAt(doc.data, path);
  return { form: 'remove', text: lines.toSpliced(at, 1).join('\n'), doc, path, removed, token: `zq${id}z` };
}

/** Adds a label or annotation below the first one, or the first one of a resource. */
export function addEntry(source: Source, random: () => number, id: number): ReturnType<Make> {
  const token = `zq${id}z`;
  const nodes = nodesOf(source);
  const found = nodes.filter(
    ({ node, path }) => isMap(node) && /^(?:labels|annotations|data|metadata)$/.test(lastKey(path)),
  );
  const target = pick(found, random);
  if (target === undefined || !isMap(target.node)) return undefined;
  const { doc, path, node } = target;
  const first = nodes.find(
    (each) =>
      each.doc === doc && each.path.length === path.length + 1 && path.every((step, at) => each.path[at] === step),
  );
  const [start = 0] = node.range ?? [];
  if (first === undefined || first.start !== start) return undefined;
  const isMetadata = lastKey(path) === 'metadata';
  const data = valueAt(doc.data, path) as Readonly<Record<string, Data>>;
  if (isMetadata && 'annotations' in data) return undefined;
  const lines = splitLines(source.text);
  const at = lineOf(source.text, start);
  if (/^\s*- /.test(lines[at] ?? '') || !(lines[at] ?? '').includes(':')) return undefined;
  const indent = ' '.repeat(columnOf(lines[at] ?? ''));
  const added = isMetadata ? [`${indent}annotations:`, `${indent}  ${token}: "true"`] : [`${indent}${token}: "true"`];
  return { form: 'mark', text: lines.toSpliced(at, 0, ...added).join('\n'), doc, path, token };
}

/** Adds a comment above or beside an entry. */
export function addComment(source: Source, random: () => number, id: number): ReturnType<Make> {
  const token = `zq${id}z`;
  const isAbove = random() < 0.5;
  const target = pick(
    nodesOf(source).filter(({ path }) => lastKey(path) !== ''),
    random,
  );
  if (target === undefined) return undefined;
  const lines = splitLines(source.text);
  const at = lineOf(source.text, target.start);
  const line = lines[at] ?? '';
  const { doc, path, node } = target;
  if (isAbove) {
    const text = lines.toSpliced(at, 0, `${' '.repeat(columnOf(line))}# ${token}`).join('\n');
    return { form: 'mark', text, doc, path, token };
  }
  if (!isScalar(node) || !isPlain(node, source.text) || line.includes('#')) return undefined;
  return { form: 'mark', text: lines.with(at, `${line.trimEnd()} # ${token}`).join('\n'), doc, path, token };
}

/** Changes a line of a text in a block. */
export function editEmbedded(source: Source, random: () => number, id: number): ReturnType<Make> {
  const token = `zq${id}z`;
  const found = nodesOf(source).filter(({ node }) => isScalar(node) && node.type === Scalar.BLOCK_LITERAL);
  const target = pick(found, random);
  if (target === undefined) return undefined;
  const { node, doc, path } = target;
  const lines = splitLines(source.text);
  const [start = 0, end = 0] = node.range ?? [];
  const [first, last] = [lineOf(source.text, start) + 1, lineOf(source.text, end)];
  const at = first + Math.floor(random() * (last - first));
  if ((lines[at] ?? '').trim() === '') return undefined;
  return { form: 'mark', text: lines.with(at, `${lines[at] ?? ''} ${token}`).join('\n'), doc, path, token };
}
