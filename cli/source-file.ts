import { readFileSync } from 'node:fs';
import { resultsOf } from '../src/index.ts';
import { readStream, type SourceDocument, type SourceStream } from '../src/yaml/index.ts';
import { fileError, withFile } from './file-error.ts';

/** Reads a text that keeps a byte order mark, so that it encodes to the file's bytes. `name` is what errors call the file. */
export function readText(file: string, name: string): string {
  const bytes = withFile(name, () => readFileSync(file));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fileError(name, 'it must be UTF-8');
  }
}

/** The documents of a text and those of them that hold anything: kpt neither passes on nor counts the empty ones. */
export interface SourceFile {
  readonly stream: SourceStream;
  readonly documents: readonly SourceDocument[];
}

/** Reads the documents of a file. Throws a `KrmError` that names the file where its text is no YAML. */
export function readSource(text: string, name: string): SourceFile {
  try {
    const stream = readStream(text);
    return { stream, documents: stream.documents.filter(holdsAnything) };
  } catch (error) {
    const reasons = resultsOf(error).map(({ message }) => message);
    throw fileError(name, `it must be YAML, or be left out by .krmignore: ${reasons.join('; ')}`);
  }
}

function holdsAnything(document: SourceDocument): boolean {
  return (document.value([]) ?? null) !== null;
}
