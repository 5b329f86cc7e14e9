import { KrmError, makeResult, type Resource } from '../../src/krm/index.ts';
import type { DuplicateKey } from '../../src/yaml/index.ts';

/** Throws a `KrmError` that names each duplicate key of documents: readers take the last, and ignore what the others say. */
export function refuseDuplicateKeys(documents: readonly Resource[]): void {
  const errors = documents.flatMap((resource) =>
    resource.document
      .findDuplicateKeys()
      .map((duplicate) => makeResult('error', duplicateMessage(duplicate), { resource, field: duplicate.path })),
  );
  if (errors.length > 0) throw new KrmError(errors);
}

/** States that a key is a duplicate, and its lines. */
export function duplicateMessage({ path, lines }: DuplicateKey): string {
  return `duplicate key ${JSON.stringify(path.at(-1))} in lines ${lines.join(' and ')}: a key must be unique`;
}
