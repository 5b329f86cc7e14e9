import type { Value } from './tree/value.ts';

/**
 * YAML text in a literal block whose scalars can be replaced in the lines of the document that holds it: the text is
 * not decoded, and the block is not printed. The document stays unchanged until `write`.
 */
export interface LiteralText {
  /**
   * Replaces the scalar at a path of keys. Reports whether it had another value; undefined, and replaces nothing,
   * unless it is certain that this changes one line as an edit of the text would: the text must be read then.
   */
  replace(path: readonly string[], value: Value): boolean | undefined;
  /** True if a scalar was replaced. */
  readonly isEdited: boolean;
  /** Writes the replacements into the document. */
  write(): void;
}
