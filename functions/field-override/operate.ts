import { applyPatch, PatchError, type PatchOutcome, type SourceDocument } from '../../src/index.ts';
import { describeOperation, type Entry } from './entry.ts';
import { mergeInto } from './merge.ts';

/** Effect of the operations of an entry on a document. */
export interface Done {
  readonly changed: number;
  /** JSON pointers of removed values that were already absent. */
  readonly absent: readonly string[];
}

/** An operation that cannot be done, or a `test` that does not hold. */
export class OperationError extends Error {
  readonly isTest: boolean;

  constructor(entry: Entry, { message, place: { operation = 0 } }: PatchError) {
    super(`${describeOperation(entry, operation)}: ${message}`);
    this.name = 'OperationError';
    this.isTest = entry.operations[operation]?.op === 'test';
  }
}

/** Does all operations of an entry, then merges. Skips operations already done. @throws OperationError */
export function operate(document: SourceDocument, entry: Entry): Done {
  const patched = patch(document, entry);
  const merged = entry.merges.filter((merge) => mergeInto(document, merge));
  return {
    changed: patched.filter((outcome) => outcome === 'changed').length + merged.length,
    absent: entry.operations.filter((_, index) => patched[index] === 'absent').map(({ path }) => path),
  };
}

function patch(document: SourceDocument, entry: Entry): readonly PatchOutcome[] {
  try {
    return applyPatch(document, entry.operations, { repeatable: true }).outcomes;
  } catch (error) {
    throw error instanceof PatchError ? new OperationError(entry, error) : error;
  }
}
