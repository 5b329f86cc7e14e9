import type { SourceDocument } from '../yaml/index.ts';
import { PatchError } from './error.ts';
import type { Operation } from './operation.ts';
import { operate } from './operators.ts';
import { PlainDocument } from './plain-document.ts';
import type { Outcome } from './put.ts';
import { outcomeBefore } from './repeat.ts';
import type { Target, TargetNode } from './target.ts';

/** Results of a patch. */
export interface PatchReport {
  /** Outcome of each operation, in order. */
  readonly outcomes: readonly Outcome[];
}

/** Options of a patch. */
export interface PatchOptions {
  /**
   * Counts operations that were done before as done: a removal of an absent value, a move whose value is already in
   * place and no longer at its source, an insertion into a sequence that has an equal element. By the RFC, the first
   * two fail and the third inserts it again. Default: false.
   */
  readonly repeatable?: boolean;
}

/**
 * Applies a JSON patch (RFC 6902) to a document, or to a view of one: all operations, or none if one does not apply.
 * `move` and `copy` keep the source text, with its comments. As in evanphx/json-patch, elements also have negative
 * indexes, and a missing `value` is null.
 *
 * @throws PatchError if an operation does not apply: nothing has changed then.
 * @throws YamlError if the document cannot be edited there, as under a duplicate key: its content is then undefined.
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
