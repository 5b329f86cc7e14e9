import { readComplete, readEntry } from './complete-reader.ts';
import { readFast } from './fast-reader.ts';
import type { ReadDocument } from '../tree/tree.ts';

/** How a text is read. */
export interface ReadOptions {
  /**
   * Whether parts are read only when they are looked at: what is wrong in others is not noticed. A part that is no YAML
   * throws a YamlError when it is looked at. Default: false.
   */
  readonly lazy?: boolean;
}

/** Reads every document of a text. @throws YamlError where the text is no YAML, or nests too deep. */
export function readDocuments(text: string, { lazy = false }: ReadOptions = {}): readonly ReadDocument[] {
  return readFast(text, lazy ? readEntry : undefined) ?? readComplete(text);
}
