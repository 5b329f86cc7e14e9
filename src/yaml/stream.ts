import type { NewValue, SourceDocument } from './document.ts';
import { YamlError } from './tree/error.ts';
import { readDocuments, type ReadOptions } from './read/reader.ts';
import { withoutCarriageReturns } from './tree/positions.ts';
import { sourceDocument } from './source-document.ts';

/** A text and the documents in it. */
export interface SourceStream {
  readonly documents: readonly SourceDocument[];
  /**
   * Returns the whole current text without the documents that are left out. Text between two documents belongs to the
   * first.
   */
  text(leftOut?: ReadonlySet<SourceDocument>): string;
}

/**
 * Reads a text that holds any number of YAML or JSON documents. @throws YamlError if it is not YAML or nests too deep.
 */
export function readStream(text: string, options?: ReadOptions): SourceStream {
  // The `yaml` package counts a byte order mark as a column of the first line.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const marked = text.slice(mark.length);
  const bare = withoutCarriageReturns(marked);
  const eol = bare === undefined ? '\n' : '\r\n';
  const documents = readDocuments(bare ?? marked, options).map((read, index) =>
    sourceDocument(read, { mark: index === 0 ? mark : '', eol }),
  );
  return {
    documents,
    text(leftOut) {
      const isEdited = documents.some((document) => document.edits.length > 0);
      if (!isEdited && (leftOut === undefined || leftOut.size === 0)) return text;
      const kept = documents.filter((document) => leftOut?.has(document) !== true);
      const joined = kept.map((document) => document.text()).join('');
      // The marker separates two documents.
      return kept[0] === documents[0] ? joined : joined.replace(/^---[ \t]*\r?\n/, '');
    },
  };
}

/** Returns a new document with a value, in block style if possible. A node is copied as source text. */
export function newDocument(content: NewValue): SourceDocument {
  const document = readDocument('a: b\n');
  document.set([], content);
  return document;
}

/**
 * Reads a text that holds one YAML or JSON document.
 * @throws YamlError if it is not YAML, nests too deep, or does not hold exactly one document.
 */
export function readDocument(text: string): SourceDocument {
  const { documents } = readStream(text);
  const [document] = documents;
  if (document === undefined || documents.length > 1) {
    throw new YamlError('syntax', `expected one document, found ${documents.length}`);
  }
  return document;
}
