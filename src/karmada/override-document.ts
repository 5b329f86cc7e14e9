import { applyPatch, PatchError, type PatchReport } from '../patch/index.ts';
import type { SourceDocument } from '../yaml/index.ts';
import type { FieldOverrider } from './field-overrider.ts';
import { keyHint } from './lacking-field.ts';
import { mergeInto } from './merge-patch.ts';

/** Effect of an overrider on a document of a text. */
export interface OverriderEffect {
  readonly overrider: FieldOverrider;
  /** Number of operations and merges that changed the text. */
  readonly changed: number;
  /** JSON pointers of removed values that were already absent. */
  readonly absent: readonly string[];
  /** Operations that were skipped, since their target is missing: a sentence each. */
  readonly skipped: readonly string[];
}

/** An overrider that cannot be applied. Its message quotes no value of the text. */
export class OverriderError extends Error {
  /** Set for a `test` that does not hold. */
  readonly isTest: boolean;

  constructor(message: string, isTest = false) {
    super(message);
    this.name = 'OverriderError';
    this.isTest = isTest;
  }
}

/** Parameters of an overrider besides the document. */
export interface DocumentContext {
  /** True for a value of a Secret: no message names a key of it. */
  readonly isSecret: boolean;
  /** Tries the operations on a copy of the data first, which then has the first error. */
  readonly tried: boolean;
}

/**
 * Does all operations of an overrider, then merges. Skips operations already done. @throws OverriderError, after which
 * the content of the document is undefined
 */
export function overrideDocument(
  document: SourceDocument,
  overrider: FieldOverrider,
  { isSecret, tried }: DocumentContext,
): OverriderEffect {
  const explained = (error: PatchError): string =>
    `${explain(overrider, error)}${isScalar(document) ? NO_FORMAT : isSecret ? '' : keyHint(error.place.near, document)}`;
  const patched = patch(document, overrider, tried, explained);
  const merged = overrider.merges.filter((merge) => mergeInto(document, merge));
  return {
    overrider,
    changed: patched.filter((outcome) => outcome === 'changed').length + merged.length,
    absent: overrider.operations.filter((_, index) => patched[index] === 'absent').map(({ path }) => path),
    skipped: patched.flatMap((outcome) => (outcome instanceof PatchError ? [explained(outcome)] : [])),
  };
}

/** End of the message about a text whose top is a scalar, as YAML reads most lines of TOML and INI. */
const NO_FORMAT =
  '; the text is neither a map nor a list of YAML or JSON, so it may be in another format, such as TOML or INI';

function isScalar(document: SourceDocument): boolean {
  return document.get([])?.kind === 'scalar';
}

function patch(
  document: SourceDocument,
  overrider: FieldOverrider,
  tried: boolean,
  explained: (error: PatchError) => string,
): PatchReport['outcomes'] {
  const { operations, ensurePath, elementsByField, ifMissing = 'error' } = overrider;
  const skipMissing = ifMissing !== 'error';
  try {
    return applyPatch(document, operations, { repeatable: true, elementsByField, ensurePath, skipMissing, tried })
      .outcomes;
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const isTest = operations[error.place.operation ?? 0]?.op === 'test' && error.code !== 'element';
    throw new OverriderError(explained(error), isTest);
  }
}

function explain({ format, operations }: FieldOverrider, { message, place }: PatchError): string {
  const index = place.operation ?? 0;
  const operation = operations[index];
  const name = operation === undefined ? '' : ` (${operation.op} ${JSON.stringify(operation.path)})`;
  return `\`${format}[${index}]\`${name}: ${message}`;
}
