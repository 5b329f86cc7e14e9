import type { SourceDocument, SourceNode } from '../yaml/index.ts';
import { PatchError } from './error.ts';
import type { PointerOptions } from './locate.ts';
import type { Operation } from './operation.ts';
import { operate } from './operators.ts';
import { withParents } from './parents.ts';
import { fits, PlainDocument } from './plain-document.ts';
import type { PatchOutcome } from './put.ts';
import { outcomeBefore } from './repeat.ts';
import type { Target, TargetNode } from './target.ts';

/** Results of a patch. */
export interface PatchReport {
  /** Outcome of each operation, in order; of a skipped one, the error that it would be. */
  readonly outcomes: readonly (PatchOutcome | PatchError)[];
}

/** Options of a patch. */
export interface PatchOptions extends PointerOptions {
  /**
   * Counts operations that were done before as done: a removal of an absent value, a move whose value is already in
   * place and no longer at its source, an insertion into a sequence that has an equal element. By the RFC, the first
   * two fail and the third inserts it again. Default: false.
   */
  readonly repeatable?: boolean;
  /** Creates missing parents of values to add. Default: false. */
  readonly ensurePath?: boolean;
  /** Skips operations whose pointer leads to nothing, except a `test`. Default: false. */
  readonly skipMissing?: boolean;
  /**
   * Tries several operations on a copy of the data first, so that a document stays as it was if one does not apply. Without, its
   * content is then undefined. Default: true.
   */
  readonly tried?: boolean;
}

/**
 * Applies a JSON patch (RFC 6902) to a document, or to a view of one: all operations, or none if one does not apply, unless
 * `tried` is false.
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
  // One operation changes nothing if it does not apply; to copy all data for each of many takes quadratic time. Only those
  // that copy data can exceed the limits of the trial.
  if (!operations.every(isAtomic) || (operations.length > 1 && options.tried !== false))
    operateAll(new PlainDocument(document.value([]) ?? null), operations, options);
  return { outcomes: operateAll<SourceNode>(document, operations, options) };
}

/**
 * Reports whether an operation alone is done as a whole or not at all: it copies and moves nothing, and its value fits at
 * its path.
 */
function isAtomic({ op, path, value = null }: Operation): boolean {
  const pointer: unknown = path;
  const isOfOne = op === 'add' || op === 'remove' || op === 'replace' || op === 'test';
  return isOfOne && typeof pointer === 'string' && fits(value, pointer.split('/').length - 1);
}

function operateAll<Node extends TargetNode>(
  target: Target<Node>,
  operations: readonly Operation[],
  options: PatchOptions,
): (PatchOutcome | PatchError)[] {
  return operations.map((operation, index) => {
    try {
      return operateOne(target, operation, options);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const placed = new PatchError(error.code, error.message, { ...error.place, operation: index });
      if (options.skipMissing && error.code === 'missing' && operation.op !== 'test') return placed;
      throw placed;
    }
  });
}

function operateOne<Node extends TargetNode>(
  target: Target<Node>,
  operation: Operation,
  { repeatable = false, ensurePath = false, elementsByField = false }: PatchOptions,
): PatchOutcome {
  const given = { ...operation, elementsByField };
  const step = ensurePath && operation.op === 'add' ? withParents(target, given) : given;
  return (repeatable ? outcomeBefore(target, step) : undefined) ?? operate(target, step);
}
