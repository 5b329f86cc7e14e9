import type { SourceDocument } from './document.ts';
import { YamlError } from './error.ts';
import { readDocuments, type ReadOptions } from './reader.ts';
import { sourceDocument } from './tree-document.ts';

/** A text and the documents in it. */
export interface SourceStream {
  readonly documents: readonly SourceDocument[];
  /** The whole text as it is now. What stands between two documents belongs to the first. */
  text(): string;
}

/** Reads a text that holds any number of YAML or JSON documents. @throws YamlError where it is no YAML or nests too deep. */
export function readStream(text: string, options?: ReadOptions): SourceStream {
  // The `yaml` package takes a byte order mark for a column of the first line.
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const documents = readDocuments(text.slice(mark.length), options).map((read, index) =>
    sourceDocument(read, index === 0 ? mark : ''),
  );
  return {
    documents,
    text: () => (documents.length === 0 ? text : documents.map((document) => document.text()).join('')),
  };
}

/** Reads a text that holds one YAML or JSON document. @throws YamlError where it is no YAML, nests too deep, or holds none or more. */
export function readDocument(text: string): SourceDocument {
  const { documents } = readStream(text);
  const [document] = documents;
  if (document === undefined || documents.length > 1) {
    throw new YamlError('syntax', `expected one document, found ${documents.length}`);
  }
  return document;
}
