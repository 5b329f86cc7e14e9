import type { Resource } from '../krm/resource.ts';
import { compactText, isMap, newDocument, readDocument, type Path, type SourceDocument } from '../yaml/index.ts';
import { isKptAnnotation, KPT } from './kpt-annotations.ts';

const ANNOTATIONS = ['metadata', 'annotations'] as const;

/**
 * Returns the text of a resource as kpt sends it: with annotations, lists at the column of their keys, and of the comments
 * around the document the one directly above its first key. `annotations`: set on it, in this order. Each line ends in a line break.
 */
export function sentText({ document }: Resource, annotations: readonly (readonly [string, string])[]): string {
  const text = bodyOf(document);
  const body = readDocument(text);
  keepEnd(document, body);
  const own = body.value(ANNOTATIONS);
  // kpt drops a map without annotations when it reads, and adds its own behind the other metadata.
  if (annotations.length > 0 && body.has(ANNOTATIONS) && !(isMap(own) && Object.keys(own).length > 0))
    body.remove(ANNOTATIONS);
  const isBlock = [[], ['metadata'], ANNOTATIONS].every((path) => body.get(path)?.flow !== true);
  const isFree = !isMap(own) || !Object.keys(own).some(isKptAnnotation);
  if (isBlock && isFree && annotations.length > 0) return oneLine(body, withLines(body, text, annotations));
  for (const [key, value] of annotations) setQuoted(body, key, value);
  return oneLine(body, laidOut(body));
}

/** Keeps the last string of a text without a line break at its end: the one that is added belongs to a block scalar. */
function keepEnd(document: SourceDocument, body: SourceDocument): void {
  if (document.text().endsWith('\n')) return;
  const path = lastPath(document);
  const value = document.value(path);
  if (typeof value === 'string' && body.value(path) !== value) body.set(path, value);
}

/** Returns the path of the last value of a document. */
function lastPath(document: SourceDocument): Path {
  const path: (string | number)[] = [];
  for (;;) {
    const length = document.length(path) ?? 0;
    const step = document.keys(path)?.at(-1) ?? (length > 0 ? length - 1 : undefined);
    if (step === undefined) return path;
    path.push(step);
  }
}

/** Returns a document on one line if it is in flow style, as kpt sends JSON. */
function oneLine(body: SourceDocument, text: string): string {
  if (body.get([])?.flow !== true || text.includes('#')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  return `${lines.filter((line) => line !== '').join(' ')}\n`;
}

function laidOut(body: SourceDocument): string {
  return compactText(readDocument(body.text()));
}

/** Adds all annotations at the place of one, since each edit costs more than a line. */
function withLines(body: SourceDocument, text: string, annotations: readonly (readonly [string, string])[]): string {
  let marker = KPT.id;
  while (text.includes(marker)) marker += '-';
  setQuoted(body, marker, '');
  const lines = annotations.map(([key, value]) => `${key}: ${quoted(value)}`);
  return laidOut(body).replace(new RegExp(`^( *)${marker.replaceAll('.', '\\.')}:.*`, 'm'), (_, pad: string) =>
    lines.map((line) => `${pad}${line}`).join('\n'),
  );
}

function setQuoted(body: SourceDocument, key: string, value: string): void {
  const node = readDocument(`- ${quoted(value)}\n`).get([0]);
  if (node !== undefined) body.set([...ANNOTATIONS, key], node);
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** End marker of a document, with all that follows it. */
const END = /(?<=\n)\.\.\.(?:[ \t\n]|$)/;

/** Lines that are not part of the value: blank, of a comment alone, or `---`, `...` and `%YAML`. */
const AROUND = /^(?:[ \t]*(?:#.*)?|(?:---|\.\.\.)[ \t]*(?:#.*)?|%.*)$/;

/** Returns the lines of a document from the comment directly above its first key to its last line. */
function bodyOf(document: SourceDocument): string {
  const text = document
    .text()
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

/** Header of a block scalar that keeps the blank lines at its end. */
const KEEPING = /[|>]\d?\+/;

/** Returns the index past the last line that belongs to the value: comments below a blank line do not. */
function endOf(lines: readonly string[]): number {
  if (lines.some((line) => KEEPING.test(line))) return lines.at(-1) === '' ? lines.length - 1 : lines.length;
  let end = lines.length;
  while (end > 0 && lines[end - 1] === '') end--;
  let above = end;
  while (lines[above - 1]?.startsWith('#') === true) above--;
  return above < end && lines[above - 1] === '' ? endOf(lines.slice(0, above)) : end;
}
