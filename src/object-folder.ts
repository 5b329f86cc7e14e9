import type { ReadFolder } from './function.ts';
import { Resource } from './resource.ts';
import { KrmError, resultsOf, type Result } from './result.ts';
import { makeResult } from './results.ts';
import { readStream, type SourceDocument } from './yaml/index.ts';

/**
 * Reads the objects in the files of a folder and of those in it: each document is an object, or a List of some. Throws a
 * `KrmError` that names every file that is no YAML, and every object that lacks its kind or name.
 */
export async function readObjectFolder(path: string, readFolder: ReadFolder): Promise<readonly Resource[]> {
  const errors: Result[] = [];
  const objects: Resource[] = [];
  for (const file of await readFolder(path)) {
    try {
      objects.push(...objectsIn(file.text, file.path));
    } catch (error) {
      const about = { file: { path: file.path, index: 0 } };
      errors.push(
        ...resultsOf(error).map((result) => ({ ...result, message: `it must be YAML: ${result.message}`, ...about })),
      );
    }
  }
  const nameless = objects.filter(({ ref }) => ref === undefined);
  errors.push(...nameless.map((resource) => makeResult('error', NAMELESS, { resource })));
  if (errors.length > 0) throw new KrmError(errors);
  return objects;
}

const NAMELESS = 'an object must have `apiVersion`, `kind` and `metadata.name`';

function objectsIn(text: string, path: string): Resource[] {
  const documents = readStream(text).documents.filter((document) => document.keys([]) !== undefined);
  return documents.flatMap((document, index) =>
    unlisted(document).map((object) => new Resource(object, { path, index })),
  );
}

/** What `kubectl get` prints of several objects is a List. */
function unlisted(document: SourceDocument): SourceDocument[] {
  const length = document.length(['items']);
  const kind = document.value(['kind']);
  if (length === undefined || typeof kind !== 'string' || !kind.endsWith('List')) return [document];
  return Array.from({ length }, (_, index) => document.view(['items', index]));
}
