import { findSecrets, REDACTED, SecretValues } from '../krm/index.ts';
import { readStream, YamlError, type SourceDocument, type SourceStream, type Value } from '../yaml/index.ts';
import { copiedScalars, secretsIn, secretSpans, type SecretSpans, type Span } from './secret-spans.ts';

/**
 * Returns the lines of each version of a text. Secret values are replaced by `(redacted)`, with the rest of their line, and
 * comments of Secrets by `# (redacted)`. A value that is secret in one version is redacted in all. If a text that is not
 * YAML contains a Secret, all its lines are replaced.
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
 * Returns the data of a document with aliases: copies of secret values may be anywhere, even below a merge key whose values
 * are overridden.
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
  const key = from + indent.length === keyColumn ? keyOf(content) : '';
  const rest = content.slice(key.length) === '' ? '' : `${key === '' ? '' : ' '}${REDACTED}`;
  return `${line.slice(0, from)}${indent}${key}${rest}${end}`;
}

/**
 * Returns the key of a line. Secrets have keys of letters, digits, `-`, `_` and `.`: other text before a colon may be
 * part of a value.
 */
function keyOf(content: string): string {
  return /^(["']?)[\w.-]+\1:(?=\s|$)/.exec(content)?.[0] ?? '';
}

/** Cuts a line at its first `#`, which may begin a comment. */
function redactComment(line: string): string {
  return line.replace(/(^|\s)#.*?(\r?)$/s, `$1# ${REDACTED}$2`);
}
