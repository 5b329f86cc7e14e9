import { isSecretField, REDACTED, Resource } from '../src/index.ts';
import { readStream, type SourceNode } from '../src/yaml/index.ts';

/**
 * The lines of a text, those of a Secret's `data` and `stringData` with their keys alone. What a line holds beside a key,
 * a comment too, is replaced by `(redacted)`.
 */
export function redactedLines(text: string): string[] {
  const nodes = secretNodes(text);
  if (nodes.length === 0) return text.split('\n');
  let start = 0;
  return text.split('\n').map((line) => {
    const lineStart = start;
    const lineEnd = lineStart + line.length;
    start = lineEnd + 1;
    const node = nodes.find((candidate) => candidate.start <= lineEnd && candidate.end > lineStart);
    return node === undefined ? line : redactLine(line, lineStart, node, columnOf(text, node));
  });
}

/** In the order of the text: where two of them share a line, what follows the first one's start is redacted. */
function secretNodes(text: string): SourceNode[] {
  const resources = readStream(text).documents.map((document) => new Resource(document));
  const nodes = resources.flatMap((resource) =>
    ['data', 'stringData']
      .filter((field) => isSecretField(resource, [field]))
      .flatMap((field) => resource.document.get([field]) ?? []),
  );
  return nodes.toSorted((a, b) => a.start - b.start);
}

function columnOf(text: string, { start }: SourceNode): number {
  return start - (text.lastIndexOf('\n', start - 1) + 1);
}

/** A key stands at the indentation of its map; a flow map is redacted as a whole. */
function redactLine(line: string, lineStart: number, node: SourceNode, column: number): string {
  const from = Math.max(0, node.start - lineStart);
  const [, indent = '', content = '', end = ''] = /^(\s*)(.*?)(\r?)$/s.exec(line.slice(from)) ?? [];
  const key = node.kind === 'map' && !node.flow && from + indent.length === column ? keyOf(content) : '';
  const rest = content.slice(key.length) === '' ? '' : `${key === '' ? '' : ' '}${REDACTED}`;
  return `${line.slice(0, from)}${indent}${key}${rest}${end}`;
}

/** Secrets have keys of letters, digits, `-`, `_` and `.`: what else stands before a colon may be part of a value. */
function keyOf(content: string): string {
  return /^(["']?)[\w.-]+\1:(?=\s|$)/.exec(content)?.[0] ?? '';
}
