import type { NewValue, SourceDocument } from './document.ts';
import { readDocuments, readSingle, type ReadOptions } from './read/reader.ts';
import { splitLayout } from './read/text-layout.ts';
import { sourceDocument } from './source-document.ts';
import { verifyText, type UneditedDocument } from './verify-text.ts';

/** A text and the documents in it. */
export interface SourceStream {
  /** The text as it was read. */
  readonly read: string;
  readonly documents: readonly SourceDocument[];
  /**
   * Returns the whole current text without the documents that are left out. Text between two documents belongs to the
   * first.
   */
  text(leftOut?: ReadonlySet<SourceDocument>): string;
  /**
   * Reads the whole current text again and compares the data of each document with those that were read, edited without
   * any text. Call it before the text is written. @throws Error if they differ, or if the text cannot be read.
   */
  verify(): void;
  /** Does the same, and returns what it read; itself if the edits leave the text the same. */
  written(): SourceStream;
}

/**
 * Reads a text that holds any number of YAML or JSON documents. @throws YamlError if it is not YAML or nests too deep.
 */
export function readStream(text: string, options?: ReadOptions): SourceStream {
  const { layout, bare } = splitLayout(text);
  const following = layout.mark === '' ? layout : { ...layout, mark: '' };
  const documents = readDocuments(bare, options).map((read, index) =>
    sourceDocument(read, index === 0 ? layout : following),
  );
  const isEdited = (): boolean => documents.some((document) => document.edits.length > 0);
  return {
    read: text,
    documents,
    text(leftOut) {
      if (!isEdited() && (leftOut === undefined || leftOut.size === 0)) return text;
      const kept = documents.filter((document) => leftOut?.has(document) !== true);
      const joined = kept.map((document) => document.text()).join('');
      // The marker separates two documents.
      return kept[0] === documents[0] ? joined : joined.replace(/^---[ \t]*\r?\n/, '');
    },
    verify() {
      this.written();
    },
    written() {
      if (!isEdited()) return this;
      const now = this.text();
      const written = verifyText('text', {
        written: () => readStream(now),
        edited: documents,
        original: options?.lazy === true ? readStream(text).documents : uneditedDocuments(text, documents),
      });
      return now === text ? this : written;
    },
  };
}

/**
 * Returns the documents of a text, which was read completely, as they were before edits. A scan is of the lines that
 * were read, which no edit changes; data are edited, so that they are read again, which few edits need.
 */
function uneditedDocuments(text: string, documents: readonly SourceDocument[]): readonly UneditedDocument[] {
  let again: readonly SourceDocument[] | undefined;
  return documents.map(({ scan }, index) => ({
    scan,
    value: (path) => (again ??= readStream(text).documents)[index]?.value(path),
  }));
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
