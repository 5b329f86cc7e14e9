import { readComplete } from './complete-reader.ts';
import type { ReadDocument } from './tree.ts';

/** Reads every document of a text. @throws YamlError where the text is no YAML, or nests too deep. */
export function readDocuments(text: string): readonly ReadDocument[] {
  return readComplete(text);
}
