import { findSecrets, type FoundSecret } from '../krm/index.ts';
import {
  isList,
  isMap,
  YamlError,
  type Path,
  type SourceDocument,
  type SourceNode,
  type Value,
} from '../yaml/index.ts';

/** Part of a text that a diff must not show. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** Column of the keys that may be shown; undefined if the whole part is hidden. */
  readonly keyColumn?: number;
}

/** Parts of one text, each list in the order of the text and without overlaps. */
export interface SecretSpans {
  readonly values: readonly Span[];
  /** Secrets with the comment lines around them: their comments are hidden. */
  readonly commented: readonly Span[];
}

/** Finds the Secrets of a document. One that cannot be read as data may contain a Secret anywhere. */
export function secretsIn(document: SourceDocument | undefined): FoundSecret[] {
  try {
    return findSecrets(document?.value([]) ?? null);
  } catch (error) {
    if (error instanceof YamlError) return [{ path: [], fields: [[]] }];
    throw error;
  }
}

/**
 * Returns the scalars of Secrets in a document that edits may have copied to other places: those of aliases and merge keys.
 * None if the document has no alias.
 */
export function copiedScalars(document: SourceDocument | undefined, secrets: readonly FoundSecret[]): readonly Value[] {
  if (document?.hasAliases !== true) return [];
  const paths = secrets.flatMap(({ path, fields }) => fields.map((field) => [...path, ...field]));
  try {
    return paths.flatMap((path) => scalarsIn(document.value(path) ?? null));
  } catch (error) {
    // The whole document is hidden.
    if (error instanceof YamlError) return [];
    throw error;
  }
}

function scalarsIn(value: Value): readonly Value[] {
  if (isList(value)) return value.flatMap(scalarsIn);
  if (isMap(value)) return Object.values(value).flatMap(scalarsIn);
  return value === null || value === '' ? [] : [value];
}

/** A document with its Secrets, and scalars to hide anywhere in it. */
export interface DocumentSecrets {
  readonly document: SourceDocument;
  readonly secrets: readonly FoundSecret[];
  readonly copied: ReadonlySet<Value>;
}

/** Locates secret values and comments in a text with these documents. */
export function secretSpans(text: string, documents: readonly DocumentSecrets[]): SecretSpans {
  const values: Span[] = [];
  const commented: Span[] = [];
  for (const { document, secrets, copied } of documents) {
    if (copied.size > 0) values.push(...scalarNodes(document, copied).map((node) => spanOf(text, node)));
    for (const secret of secrets) {
      values.push(...valueSpans(text, document, secret));
      const node = document.get(secret.path);
      if (node?.kind === 'map') commented.push(withCommentLines(text, node));
    }
  }
  return { values: outermost(values), commented: outermost(commented) };
}

function valueSpans(text: string, document: SourceDocument, { path, fields, isKeyed = false }: FoundSecret): Span[] {
  const found = fields.map((field) => nodesAt(document, [...path, ...field])).filter(({ length }) => length > 0);
  const spans = outermost(found.flat().map((node) => (isKeyed ? withoutKey(text, node) : spanOf(text, node))));
  if (isKeyed) return spans;
  const secret = document.get(path);
  if (secret === undefined || fieldCount(text, secret, spans) <= found.length) return spans;
  // Reading uses the last of duplicate fields, but the text shows all of them.
  return [spanOf(text, secret)];
}

/** Returns the nodes of a document whose value is among some scalars. */
function scalarNodes(document: SourceDocument, scalars: ReadonlySet<Value>, path: Path = []): SourceNode[] {
  const node = document.get(path);
  if (node?.kind === 'scalar') return scalars.has(document.value(path) ?? null) ? [node] : [];
  return stepsBelow(document, path).flatMap((step) => scalarNodes(document, scalars, [...path, step]));
}

/** Returns the node at a path and all nodes below it, since an alias leads to another part of the text. */
function nodesAt(document: SourceDocument, path: Path): SourceNode[] {
  const node = document.get(path);
  if (node === undefined) return [];
  return [node, ...stepsBelow(document, path).flatMap((step) => nodesAt(document, [...path, step]))];
}

function stepsBelow(document: SourceDocument, path: Path): readonly (string | number)[] {
  return document.keys(path) ?? Array.from({ length: document.length(path) ?? 0 }, (_, index) => index);
}

function spanOf(text: string, { kind, flow, start, end }: SourceNode): Span {
  const hasKeys = kind === 'map' && !flow;
  return { start, end, ...(hasKeys && { keyColumn: start - lineStart(text, start) }) };
}

/** Returns the part of a text `KEY=VALUE` after the first `=`; all of it if there is none in its first line. */
function withoutKey(text: string, { start, end }: SourceNode): Span {
  const key = /^[^=\n]*=/.exec(text.slice(start, end))?.[0] ?? '';
  return { start: start + key.length, end };
}

const FIELD = /(?<![\w./-])(?:data|stringData|kubectl\.kubernetes\.io\/last-applied-configuration)["']?\s*:/g;

/** Counts the keys of secret fields in a Secret, outside hidden parts. */
function fieldCount(text: string, { start, end }: SourceNode, hidden: readonly Span[]): number {
  const inside = hidden.filter((span) => span.start >= start && span.end <= end);
  const starts = [start, ...inside.map((span) => span.end)];
  const ends = [...inside.map((span) => span.start), end];
  const shown = starts.map((from, index) => text.slice(from, ends[index]));
  return [...shown.join('').matchAll(FIELD)].length;
}

/** Extends a node over the lines above and below it that are comments or blank. */
function withCommentLines(text: string, node: SourceNode): Span {
  let start = lineStart(text, node.start);
  while (start > 0 && isCommentLine(text, lineStart(text, start - 1))) start = lineStart(text, start - 1);
  let end = lineEnd(text, node.end);
  while (end < text.length && isCommentLine(text, end + 1)) end = lineEnd(text, end + 1);
  return { start, end };
}

function isCommentLine(text: string, start: number): boolean {
  return /^\s*(?:#|$)/.test(text.slice(start, lineEnd(text, start)));
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline;
}

/** Sorts spans and drops those inside of others. */
function outermost(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (span.end > (kept.at(-1)?.end ?? -1)) kept.push(span);
  return kept;
}
