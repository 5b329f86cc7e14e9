import { readDocument, readStream, type SourceDocument } from '../../../src/yaml/index.ts';
import { readComplete } from '../../../src/yaml/read/complete-reader.ts';
import { sourceDocument } from '../../../src/yaml/source-document.ts';

/** Ways of reading a document, by name, which make no difference. */
export const WAYS: Readonly<Record<string, (text: string) => SourceDocument | undefined>> = {
  'with the fast reader where it can': readDocument,
  lazily: (text) => readStream(text, { lazy: true }).documents[0],
  'with the complete reader': (text) =>
    readComplete(text).map((read) => sourceDocument(read, { mark: '', eol: '\n' }))[0],
};
