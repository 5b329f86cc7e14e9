import type { Resource } from '../krm/resource.ts';
import { newDocument, readDocument, type Path, type SourceDocument } from '../yaml/index.ts';
import { withAddedBehind } from './added-annotations.ts';
import { annotatedText } from './annotated-text.ts';
import { withAnnotationLines } from './annotation-lines.ts';
import type { KptAnnotations } from './kpt-annotations.ts';

/**
 * Returns the text of a resource as kpt sends it: with annotations, lists at the column of their keys, and only those
 * comments around the document that are directly above its first key. `annotations`: added in this order. Each line ends in
 * a line break.
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
