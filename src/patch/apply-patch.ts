import type { SourceDocument } from '../yaml/index.ts';
import { PatchError } from './error.ts';
import type { Operation } from './operation.ts';
import { operate } from './operators.ts';
import { PlainDocument } from './plain-document.ts';
import type { Outcome } from './put.ts';
import { outcomeBefore } from './repeat.ts';
import type { Target, TargetNode } from './target.ts';

/** What a patch did. */
export interface PatchReport {
  /** What each operation did, in their order. */
  readonly outcomes: readonly Outcome[];
}

/** How a patch is applied. */
export interface PatchOptions {
  /**
   * Whether operations that were done before count as done: to remove what is not there, to move what is there already and
   * no longer where it was, to insert an element into a sequence that has an equal one. As the RFC has it, the first two
   * fail and the third inserts it once more. Default: false.
   */
  readonly repeatable?: boolean;
}

/**
 * Applies a JSON patch (RFC 6902) to a document, or to a view of one: all operations, or none where one does not apply.
 * `move` and `copy` take the text along, with its comments. As in evanphx/json-patch, elements have negative indexes too,
 * and a missing `value` is null.
 *
 * @throws PatchError where an operation does not apply: nothing has changed then.
 * @throws YamlError where the document cannot be edited there, as under a key that is given twice: what it holds is then
 * undefined.
 */
export function applyPatch(
  document: SourceDocument,
  operations: readonly Operation[],
  options: PatchOptions = {},
): PatchReport {
  operateAll(new PlainDocument(document.value([]) ?? null), operations, options);
  return { outcomes: operateAll(document, operations, options) };
}

function operateAll<Node extends TargetNode>(
  target: Target<Node>,
  operations: readonly Operation[],
  { repeatable = false }: PatchOptions,
): Outcome[] {
  return operations.map((operation, index) => {
    try {
      return (repeatable ? outcomeBefore(target, operation) : undefined) ?? operate(target, operation);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      throw new PatchError(error.code, error.message, { ...error.place, operation: index });
    }
  });
}
