import { findSecrets, type FoundSecret, REDACTED, SecretValues } from '../krm/index.ts';
import {
  isList,
  isMap,
  type Path,
  readStream,
  type SourceDocument,
  type SourceNode,
  type SourceStream,
  type Value,
  YamlError,
} from '../yaml/index.ts';

/**
 * Returns the lines of each version of a text. Secret values are replaced by `(redacted)`, with the rest of their line,
 * and comments of Secrets by `# (redacted)`. A value that is secret in one version is redacted in all. If a text that
 * is not YAML contains a Secret, all its lines are replaced.
 */
export function redactedLines(versions: readonly string[]): string[][] {
  const texts = versions.map((text) => text.replace(/^\uFEFF/, ''));
  const read = texts.map(streamOf);
  if (read.includes(undefined)) return plainLines(versions);
  const streams = read.map((stream) => stream?.documents ?? []);
  const count = Math.max(0, ...streams.map(({ length }) => length));
  const secrets = Array.from({ length: count }, (_, index) =>
    streams.flatMap((documents) => secretsIn(documents[index])),
  );
  const copied = secrets.map(
    (found, index) => new Set(streams.flatMap((documents) => copiedScalars(documents[index], found))),
  );
  const shared = new SecretValues(streams.flat().map(dataWithAliases));
  return streams.map((documents, version) => {
    const text = texts[version] ?? '';
    const asked = documents.map((document, index) => ({
      document,
      secrets: secrets[index] ?? [],
      copied: copied[index] ?? new Set(),
    }));
    const lines = redactLines(text, secretSpans(text, asked));
    const [first = '', ...others] = lines.map((line) => shared.redact(line));
    return [versions[version]?.length === text.length ? first : `\uFEFF${first}`, ...others];
  });
}

/**
 * Returns the data of a document with aliases: copies of secret values may be anywhere, even below a merge key whose
 * values are overridden.
 */
function dataWithAliases(document: SourceDocument): Value {
  try {
    return document.hasAliases ? (document.value([]) ?? null) : null;
  } catch (error) {
    // The whole document is redacted.
    if (error instanceof YamlError) return null;
    throw error;
  }
}

/** Reads a text; undefined if it is not YAML. */
function streamOf(text: string): SourceStream | undefined {
  try {
    return readStream(text);
  } catch (error) {
    if (error instanceof YamlError) return undefined;
    throw error;
  }
}

function plainLines(versions: readonly string[]): string[][] {
  const hasSecret = versions.some((text) => findSecrets(text).length > 0);
  return versions.map((text) => text.split('\n').map((line) => (hasSecret && line !== '' ? REDACTED : line)));
}

function redactLines(text: string, { values, commented }: SecretSpans): string[] {
  let start = 0;
  const [valueAt, commentedAt] = [finder(values), finder(commented)];
  return text.split('\n').map((line) => {
    const lineStart = start;
    start += line.length + 1;
    const span = valueAt(lineStart, start - 1);
    if (span !== undefined) return redactLine(line, lineStart, span);
    return commentedAt(lineStart, start - 1) === undefined ? line : redactComment(line);
  });
}

/** Returns a function that finds the first span touched by a line; lines must be queried in order. */
function finder(spans: readonly Span[]): (lineStart: number, lineEnd: number) => Span | undefined {
  let next = 0;
  return (lineStart, lineEnd) => {
    while (next < spans.length && (spans[next]?.end ?? 0) <= lineStart) next++;
    const span = spans[next];
    return span !== undefined && span.start <= lineEnd ? span : undefined;
  };
}

/** Redacts a line. Keeps a key located at the column of its map. */
function redactLine(line: string, lineStart: number, { start, keyColumn }: Span): string {
  const from = Math.max(0, start - lineStart);
  const [, indent = '', content = '', end = ''] = /^(\s*)(.*?)(\r?)$/s.exec(line.slice(from)) ?? [];
  const key = from + indent.length === keyColumn ? secretKey(content) : '';
  const rest = content.slice(key.length) === '' ? '' : `${key === '' ? '' : ' '}${REDACTED}`;
  return `${line.slice(0, from)}${indent}${key}${rest}${end}`;
}

/**
 * Returns the key of a line. Secrets have keys of letters, digits, `-`, `_` and `.`: other text before a colon may be
 * part of a value.
 */
function secretKey(content: string): string {
  return /^(["']?)[\w.-]+\1:(?=\s|$)/.exec(content)?.[0] ?? '';
}

/** Cuts a line at its first `#`, which may begin a comment. */
function redactComment(line: string): string {
  return line.replace(/(^|\s)#.*?(\r?)$/s, `$1# ${REDACTED}$2`);
}

/** Part of a text that a diff must not show. */
interface Span {
  readonly start: number;
  readonly end: number;
  /** Column of the keys that may be shown; undefined if the whole part is hidden. */
  readonly keyColumn?: number;
}

/** Parts of one text, each list in the order of the text and without overlaps. */
interface SecretSpans {
  readonly values: readonly Span[];
  /** Secrets with the comment lines around them: their comments are hidden. */
  readonly commented: readonly Span[];
}

/** Finds the Secrets of a document. One that cannot be read as data may contain a Secret anywhere. */
function secretsIn(document: SourceDocument | undefined): FoundSecret[] {
  try {
    return findSecrets(document?.value([]) ?? null);
  } catch (error) {
    if (error instanceof YamlError) return [{ path: [], fields: [[]] }];
    throw error;
  }
}

/**
 * Returns the scalars of Secrets in a document that edits may have copied to other places: those of aliases and merge
 * keys. None if the document has no alias.
 */
function copiedScalars(document: SourceDocument | undefined, secrets: readonly FoundSecret[]): readonly Value[] {
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
interface DocumentSecrets {
  readonly document: SourceDocument;
  readonly secrets: readonly FoundSecret[];
  readonly copied: ReadonlySet<Value>;
}

/** Locates secret values and comments in a text with these documents. */
function secretSpans(text: string, documents: readonly DocumentSecrets[]): SecretSpans {
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
  return { start, end, ...(hasKeys && { keyColumn: start - startOfLine(text, start) }) };
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
  let start = startOfLine(text, node.start);
  while (start > 0 && isCommentLine(text, startOfLine(text, start - 1))) start = startOfLine(text, start - 1);
  let end = endOfLine(text, node.end);
  while (end < text.length && isCommentLine(text, end + 1)) end = endOfLine(text, end + 1);
  return { start, end };
}

function isCommentLine(text: string, start: number): boolean {
  return /^\s*(?:#|$)/.test(text.slice(start, endOfLine(text, start)));
}

function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function endOfLine(text: string, offset: number): number {
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
