import { readDocument, YamlError, type Path, type SourceDocument } from '../yaml/index.ts';

/**
 * Returns the current comments of each element of a list, including those above it and excluding those below the last
 * one. Empty if there is no list; `undefined` if the list cannot be read without its surroundings.
 */
export function listComments(document: SourceDocument, path: Path): readonly string[] | undefined {
  const length = document.length(path) ?? 0;
  if (length === 0) return [];
  const text = document.view(path).text();
  if (!text.includes('#')) return Array.from({ length }, () => '');
  try {
    return elementComments(text, readDocument(text), length);
  } catch (error) {
    // Alias whose anchor is elsewhere.
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function elementComments(text: string, list: SourceDocument, length: number): string[] {
  const bare = withoutScalars(text, list);
  let from = 0;
  return Array.from({ length }, (_, index) => {
    const start = from;
    from = index === length - 1 ? text.length : lineEnd(bare, Math.max(start, list.get([index])?.end ?? 0));
    return [...bare.slice(start, from).matchAll(COMMENT)].map(([comment]) => comment).join('\n');
  });
}

/** Returns the offset just past the line that contains or ends at an offset. */
function lineEnd(text: string, end: number): number {
  const newline = text.indexOf('\n', Math.max(0, end - 1));
  return newline === -1 ? text.length : newline + 1;
}

/**
 * Returns the comments below the last element of a list as it was read, which kpt attributes to that element: those as
 * deep as its dash, unless a key follows that they could belong to, or deeper.
 */
export function footComments(document: SourceDocument, path: Path): string {
  const last = [...path, (document.length(path) ?? 0) - 1];
  const lines = document.elements(path).at(-1)?.lines;
  if (lines === undefined) return '';
  const holder = path.slice(0, -1);
  const [list, map] = [document.position(path)?.column ?? 1, document.position(holder)?.column ?? 1];
  const isFollowed = list === map && document.keys(holder)?.at(-1) !== path.at(-1);
  const text = document.view(last).text().replaceAll('\r\n', '\n').trimEnd();
  const at = lines.indexOf(text);
  const [, ...below] = lines.slice(at === -1 ? 0 : at + text.length).split('\n');
  return below
    .filter((line) => line.trimStart().startsWith('#') && depth(line) >= list - (isFollowed ? 0 : 1))
    .join('\n');
}

function depth(line: string): number {
  return line.length - line.trimStart().length;
}

const COMMENT = /(?<=^|\s)#.*$/gm;

/** Returns the text with its values replaced by `x`, since `#` begins no comment in them. */
function withoutScalars(text: string, list: SourceDocument): string {
  const out: string[] = [];
  let at = 0;
  for (const [start, end] of scalars(list, []).toSorted(([a], [b]) => a - b)) {
    if (start < at) continue;
    out.push(text.slice(at, start), text.slice(start, end).replaceAll(/[^\n]/g, 'x'));
    at = end;
  }
  return `${out.join('')}${text.slice(at)}`;
}

function scalars(list: SourceDocument, path: Path): (readonly [number, number])[] {
  const node = list.get(path);
  if (node === undefined) return [];
  if (node.kind === 'scalar') return [[node.start, node.end]];
  const steps = list.keys(path) ?? Array.from({ length: list.length(path) ?? 0 }, (_, index) => index);
  return steps.flatMap((step) => scalars(list, [...path, step]));
}
