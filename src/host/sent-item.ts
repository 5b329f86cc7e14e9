import type { Resource } from '../krm/resource.ts';
import {
  compactText,
  isMap,
  newDocument,
  type Path,
  readDocument,
  type SourceDocument,
  UNKNOWN,
} from '../yaml/index.ts';
import { annotationLine, singleQuoted, withAnnotationLines } from './annotation-lines.ts';
import { isIdAnnotation, isKptAnnotation, type KptAnnotations } from './kpt-annotations.ts';

/**
 * Returns the text of a resource as kpt sends it: with annotations, lists at the column of their keys, and only those
 * comments around the document that are directly above its first key. `annotations`: added in this order. Each line
 * ends in a line break.
 */
export function sentText({ document, defaults }: Resource, annotations: KptAnnotations): string {
  const text = bodyOf(document);
  const body = readDocument(text);
  keepEnd(document, body);
  for (const [field, value] of defaults) body.set([field], value);
  return withAddedBehind(
    document,
    withAnnotationLines(body, annotations) ?? annotatedText(body, annotations),
    annotations,
  );
}

/**
 * Preserves the value of a final string without a line break: the line break that is added would belong to its block
 * scalar.
 */
function keepEnd(document: SourceDocument, body: SourceDocument): void {
  if (document.ownText().endsWith('\n')) return;
  const path = lastPath(document);
  const value = document.value(path);
  if (typeof value === 'string' && body.value(path) !== value) body.set(path, value);
}

function lastPath(document: SourceDocument): Path {
  const path: (string | number)[] = [];
  for (;;) {
    const length = document.length(path) ?? 0;
    const step = document.keys(path)?.at(-1) ?? (length > 0 ? length - 1 : undefined);
    if (step === undefined) return path;
    path.push(step);
  }
}

/** End marker of a document, with the text after it. */
const END = /(?<=\n)\.\.\.(?:[ \t\n]|$)/;

/** Lines outside the value: blank lines, comment lines, and lines with `---`, `...` or `%YAML`. */
const AROUND = /^(?:[ \t]*(?:#.*)?|(?:---|\.\.\.)[ \t]*(?:#.*)?|%.*)$/;

/** Returns the lines of a document from the comment directly above its first key to its last line. */
function bodyOf(document: SourceDocument): string {
  const text = document
    .ownText()
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
  const end = text.search(END);
  const lines = (end === -1 ? text : text.slice(0, end)).split('\n');
  const first = lines.findIndex((line) => !AROUND.test(line));
  if (first === -1 || /^---[ \t]/.test(lines[first] ?? '')) return newDocument(document.get([]) ?? null).text();
  let from = first;
  while (lines[from - 1]?.startsWith('#') === true) from--;
  return `${lines.slice(from, endOf(lines)).join('\n')}\n`;
}

/** Header of a block scalar that keeps its trailing blank lines. */
const KEEPING = /[|>]\d?\+/;

/** Returns the index just past the last line of the value. Comments below a blank line do not count. */
function endOf(lines: readonly string[]): number {
  if (lines.some((line) => KEEPING.test(line))) return lines.at(-1) === '' ? lines.length - 1 : lines.length;
  let end = lines.length;
  while (end > 0 && lines[end - 1] === '') end--;
  let above = end;
  while (lines[above - 1]?.startsWith('#') === true) above--;
  return above < end && lines[above - 1] === '' ? endOf(lines.slice(0, above)) : end;
}

const ANNOTATIONS = ['metadata', 'annotations'] as const;

/**
 * Adds annotations, in this order, to a document in any layout. Returns its text with each list at the column of its
 * key.
 */
export function annotatedText(body: SourceDocument, annotations: KptAnnotations): string {
  const own = body.value(ANNOTATIONS);
  // kpt drops an empty map of annotations when it reads, and adds its own after the other metadata.
  if (annotations.length > 0 && body.has(ANNOTATIONS) && !(isMap(own) && Object.keys(own).length > 0))
    body.remove(ANNOTATIONS);
  for (const [key, value] of annotations) setQuoted(body, key, value);
  return oneLine(body, laidOut(body));
}

/** Returns the text of a flow-style document on one line, as kpt sends JSON. */
function oneLine(body: SourceDocument, text: string): string {
  if (body.get([])?.flow !== true || text.includes('#')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '').join(' ')}\n`;
}

function laidOut(body: SourceDocument): string {
  return compactText(readDocument(body.text()));
}

function setQuoted(body: SourceDocument, key: string, value: string): void {
  const node = readDocument(`- ${singleQuoted(value)}\n`).get([0]);
  if (node !== undefined) body.set([...ANNOTATIONS, key], node);
}

/**
 * Moves annotations that functions added on separate lines after kpt's annotations for the location, which kpt sets
 * before the first function. `text`: a resource with `annotations` after its own. Returns the text unchanged in other
 * layouts, and if the file has annotations with kpt's names.
 */
function withAddedBehind(document: SourceDocument, text: string, annotations: KptAnnotations): string {
  const [first] = addedKeys(document);
  const location = annotations.filter(([key]) => !isIdAnnotation(key)).map(annotationLine);
  if (first === undefined || location.length === 0) return text;
  const lines = text.split('\n');
  const isLocation = (line: string): boolean => line.trimStart() === location[0];
  const to = lines.findIndex(isLocation);
  const column = columnOf(lines[to] ?? '');
  const starts = [first, JSON.stringify(first), singleQuoted(first)].map((key) => `${' '.repeat(column)}${key}:`);
  const at = lines.slice(0, Math.max(to, 0)).findLastIndex((line) => starts.some((start) => line.startsWith(start)));
  const isInMap = lines.slice(Math.max(at, 0), to).every((line) => line.trim() === '' || columnOf(line) >= column);
  // A string of the resource may have such lines, too.
  if (at === -1 || !isInMap || to !== lines.findLastIndex(isLocation)) return text;
  let from = at;
  while (lines[from - 1]?.trimStart().startsWith('#') === true) from--;
  const end = to + location.length;
  return [...lines.slice(0, from), ...lines.slice(to, end), ...lines.slice(from, to), ...lines.slice(end)].join('\n');
}

/** Returns the annotations that were not read with the document, if they come after those that were. */
function addedKeys(document: SourceDocument): readonly string[] {
  if (document.edits.length === 0 || document.whole.path.length > 0) return [];
  const keys = document.keys(['metadata', 'annotations']) ?? [];
  const metadata = document.scan?.get('metadata') ?? UNKNOWN;
  const annotations = metadata === UNKNOWN ? UNKNOWN : metadata.get('annotations');
  const read = annotations === undefined ? null : annotations === UNKNOWN ? UNKNOWN : annotations.value;
  if (read === UNKNOWN || keys.some(isKptAnnotation)) return [];
  const known = new Set(isMap(read) ? Object.keys(read) : []);
  const added = keys.findIndex((key) => !known.has(key));
  return added === -1 || keys.slice(added).some((key) => known.has(key)) ? [] : keys.slice(added);
}

function columnOf(line: string): number {
  return line.length - line.trimStart().length;
}
