import { Resource } from './resource.ts';
import { KrmError } from './result.ts';
import { makeResult } from './results.ts';
import type { SourceDocument } from '../yaml/index.ts';

/** A file that was read. */
export interface FolderFile {
  /** As messages name it. */
  readonly path: string;
  /** Those that hold anything. */
  readonly documents: readonly SourceDocument[];
}

/** Reads the YAML and JSON files of a folder, which is relative to where the program was called. Throws a `KrmError` where it cannot. */
export type ReadFolder = (path: string) => readonly FolderFile[] | Promise<readonly FolderFile[]>;

/**
 * Reads the objects in the files of a folder and of those in it: each document is an object, or a List of some. Throws a
 * `KrmError` that names every file that cannot be read, or every object that lacks its kind or name.
 */
export async function readObjectFolder(path: string, readFolder: ReadFolder): Promise<readonly Resource[]> {
  const files = await readFolder(path);
  const objects = files.flatMap(objectsIn);
  const nameless = objects.filter(({ ref }) => ref === undefined);
  if (nameless.length > 0) throw new KrmError(nameless.map((resource) => makeResult('error', NAMELESS, { resource })));
  return objects;
}

const NAMELESS = 'an object must have `apiVersion`, `kind` and `metadata.name`';

function objectsIn({ path, documents }: FolderFile): Resource[] {
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
