import { readFileSync } from 'node:fs';
import { decodeUtf8, resultsOf } from '../src/index.ts';
import { readStream, type SourceDocument, type SourceStream } from '../src/yaml/index.ts';
import { fileError, withFile } from './file-error.ts';

/** Reads a text that keeps a byte order mark, so that it encodes to the file's bytes. `name` is what errors call the file. */
export function readText(file: string, name: string): string {
  const bytes = withFile(name, () => readFileSync(file));
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    throw fileError(name, reasonOf(error));
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
    throw fileError(name, `it must be YAML: ${reasonOf(error)}`);
  }
}

function holdsAnything(document: SourceDocument): boolean {
  const isCollection = document.keys([]) !== undefined || document.length([]) !== undefined;
  return isCollection || (document.value([]) ?? null) !== null;
}

function reasonOf(error: unknown): string {
  return resultsOf(error)
    .map(({ message }) => message)
    .join('; ');
}
