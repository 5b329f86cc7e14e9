import { groupBy } from '../group-by.ts';
import { type DuplicateKey, duplicateMessage, hasPlainKeys, type Path, type SourceDocument } from '../yaml/index.ts';
import { namespacedName, type Resource } from './resource.ts';
import { KrmError, type Result } from './result.ts';
import { makeResult, type Results } from './results.ts';

/**
 * Throws a `KrmError` that names each duplicate key of documents: readers take the last, and ignore what the others
 * say.
 */
export function refuseDuplicateKeys(documents: readonly Resource[]): void {
  const errors = documents.flatMap((resource) =>
    resource.document
      .findDuplicateKeys()
      .map((duplicate) =>
        makeResult('error', duplicateMessage(duplicate), { code: 'duplicate-key', resource, field: duplicate.path }),
      ),
  );
  if (errors.length > 0) throw new KrmError(errors);
}

/** Returns errors about the keys of an object that is read if its data lack any of its entries. */
export function lostKeysOf(resource: Resource): readonly Result[] {
  const { document } = resource;
  if (hasPlainKeys(document)) return [];
  return document
    .findUnsafeKeys()
    .map(({ path, message }) => makeResult('error', message, { code: 'unsafe-key', resource, field: path }));
}

/** Returns the first duplicate key on a path; undefined if each is unique in its map. */
export function duplicateOn(document: SourceDocument, path: Path): DuplicateKey | undefined {
  for (const [depth, key] of path.entries()) {
    const found = document.duplicateIn(path.slice(0, depth), [String(key)]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Reports each resource of one kind that repeats the namespace and name of an earlier one, since the intended one is
 * ambiguous.
 */
export function rejectDuplicates(resources: Iterable<Resource>, results: Results): void {
  for (const [, ...duplicates] of groupBy(resources, ({ namespace, name }) => namespacedName(namespace, name)).values())
    for (const resource of duplicates)
      results.error(`duplicate ${resource.kind}: namespace and name must be unique`, {
        code: 'duplicate-resource',
        resource,
      });
}
