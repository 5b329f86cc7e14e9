import { YamlError } from '../tree/error.ts';
import { readComplete, readEntry } from './complete-reader.ts';
import { readFast } from './fast-reader.ts';
import type { ReadDocument } from '../tree/read-document.ts';

/** Options of reading a text. */
export interface ReadOptions {
  /**
   * Parses parts only on first access, so errors in others are not noticed. Access to a part that is not YAML throws a
   * YamlError. Default: false.
   */
  readonly lazy?: boolean;
}

/** Reads every document of a text. @throws YamlError if the text is not YAML or nests too deep. */
export function readDocuments(text: string, { lazy = false }: ReadOptions = {}): readonly ReadDocument[] {
  return readFast(text, readEntry, !lazy) ?? readComplete(text);
}

/**
 * Reads a text that holds one document.
 * @throws YamlError if it is not YAML, nests too deep, or does not hold exactly one document.
 */
export function readSingle(text: string): ReadDocument {
  const documents = readDocuments(text);
  const [document] = documents;
  if (document === undefined || documents.length > 1)
    throw new YamlError('syntax', `expected one document, found ${documents.length}`);
  return document;
}
