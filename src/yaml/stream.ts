import type { NewValue, SourceDocument } from './document.ts';
import { readDocuments, readSingle, type ReadOptions } from './read/reader.ts';
import { splitLayout } from './read/text-layout.ts';
import { sourceDocument } from './source-document.ts';
import { verifyText } from './verify-text.ts';

/** A text and the documents in it. */
export interface SourceStream {
  readonly documents: readonly SourceDocument[];
  /**
   * Returns the whole current text without the documents that are left out. Text between two documents belongs to the
   * first.
   */
  text(leftOut?: ReadonlySet<SourceDocument>): string;
  /**
   * Reads the whole current text again and compares the data of each document with those that were read, edited without any
   * text. Call it before the text is written. @throws Error if they differ, or if the text cannot be read.
   */
  verify(): void;
}

/**
 * Reads a text that holds any number of YAML or JSON documents. @throws YamlError if it is not YAML or nests too deep.
 */
export function readStream(text: string, options?: ReadOptions): SourceStream {
  const { layout, bare } = splitLayout(text);
  const documents = readDocuments(bare, options).map((read, index) =>
    sourceDocument(read, index === 0 ? layout : { ...layout, mark: '' }),
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
    verify() {
      const now = this.text();
      if (now === text) return;
      const original = readStream(text).documents;
      verifyText('text', { written: () => readStream(now).documents, edited: documents, original });
    },
  };
}

/** Returns a new document with a value, in block style if possible. A node is copied as source text. */
export function newDocument(content: NewValue): SourceDocument {
  const document = readDocument(Array.isArray(content) ? '- a\n' : `${unusedKey(content)}: b\n`);
  document.set([], content);
  return document;
}

/** Returns a key that a value does not have: one that it has would keep its place before the others. */
function unusedKey(content: NewValue, key = 'a'): string {
  return typeof content === 'object' && content !== null && Object.hasOwn(content, key)
    ? unusedKey(content, `${key}a`)
    : key;
}

/**
 * Reads a text that holds one YAML or JSON document.
 * @throws YamlError if it is not YAML, nests too deep, or does not hold exactly one document.
 */
export function readDocument(text: string): SourceDocument {
  const { layout, bare } = splitLayout(text);
  return sourceDocument(readSingle(bare), layout);
}
