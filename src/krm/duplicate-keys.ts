import { duplicateMessage, hasPlainKeys } from '../yaml/index.ts';
import type { Resource } from './resource.ts';
import { KrmError, type Result } from './result.ts';
import { makeResult } from './results.ts';

/** Throws a `KrmError` that names each duplicate key of documents: readers take the last, and ignore what the others say. */
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
