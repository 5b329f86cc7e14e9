import { readDocument, type Path, type SourceDocument, type SourceNode, type Value } from '../../src/yaml/index.ts';

/** Type that go-yaml, and so Kustomize, gives to a scalar. */
export type ScalarType = 'string' | 'integer' | 'float' | 'boolean' | 'null' | 'timestamp';

/** A scalar as Kustomize sees it: a text with a type. */
export interface ScalarText {
  readonly text: string;
  readonly type: ScalarType;
  /** True if it is a string without quotes. */
  readonly isPlain: boolean;
}

/** Returns the scalar at a path with its text as written, without quotes; undefined for a map, a list, or nothing. */
export function scalarAt(document: SourceDocument, path: Path): ScalarText | undefined {
  const node = document.get(path);
  if (node?.kind !== 'scalar') return undefined;
  const value = document.value(path, 'kpt') ?? null;
  const isPlain = node.tag === undefined && !node.isQuoted;
  if (typeof value === 'string') {
    const isTimestamp = isPlain && plainType(value) === 'timestamp';
    return { text: value, type: isTimestamp ? 'timestamp' : 'string', isPlain };
  }
  const text = sourceText(document, path, node) ?? (typeof value === 'object' ? 'null' : String(value));
  return { text, type: typeOf(value, text), isPlain };
}

/** Returns a number, boolean or null as it is written: `0x10`, and not 16. */
function sourceText(document: SourceDocument, path: Path, node: SourceNode): string | undefined {
  const text = document.view(path).text().trim();
  return node.tag !== undefined || text.startsWith('*') || text.startsWith('&') ? undefined : text;
}

const TIMESTAMP =
  /^\d{4}-\d\d?-\d\d?(?:[Tt]\d\d?:\d\d?:\d\d?(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| \d\d?:\d\d?:\d\d?(?:\.\d+)?)?$/;

/** Characters of numbers and words: no text of others alone is of another type than string. */
const SIMPLE = /^(?!-$)[-+.~_0-9A-Za-z]*$/;

/** Returns the type of a plain scalar with a text. */
export function plainType(text: string): ScalarType {
  if (TIMESTAMP.test(text)) return 'timestamp';
  return SIMPLE.test(text) ? typeOf(plainDocument(text).value(['a'], 'kpt') ?? null, text) : 'string';
}

/**
 * Reports whether Kubernetes takes a text for a boolean that go-yaml takes for a string: `yes`, `no`, `on` or `off`.
 */
export function isOldBoolean(text: string): boolean {
  return SIMPLE.test(text) && plainType(text) === 'string' && typeof plainDocument(text).value(['a']) !== 'string';
}

/** Returns a text as a scalar without quotes, to be copied. */
export function plainNode(text: string): SourceNode | null {
  return plainDocument(text).get(['a']) ?? null;
}

function plainDocument(text: string): SourceDocument {
  return readDocument(`a: ${text}\n`);
}

const INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F_]+|0[bBoO][0-7_]+|[0-9][0-9_]*)$/;

function typeOf(value: Value, text: string): ScalarType {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return INTEGER.test(text) ? 'integer' : 'float';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

/** Reports whether null, an empty map or an empty list is at a path: Kustomize takes it for absent. */
export function isEmptyAt(document: SourceDocument, path: Path): boolean {
  const value = document.value(path) ?? null;
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
