/**
 * Kinds of errors: the text is not a JSON pointer; the operation is unknown or lacks a field; it cannot be done in any
 * document; its pointer leads to nothing; a token into a sequence is not an index; a token names several elements, or one
 * that the value to put there does not match; a `test` failed; the result would be too large.
 */
export type PatchErrorCode = 'pointer' | 'operation' | 'move' | 'missing' | 'index' | 'element' | 'test' | 'limit';

/** Position of an error. */
export interface PatchErrorPlace {
  /** The original JSON pointer. */
  readonly pointer?: string;
  /** Offset in the pointer, in UTF-16 units, at which it is not a JSON pointer. */
  readonly offset?: number;
  /** Zero-based number of the operation in its patch. */
  readonly operation?: number;
}

/**
 * An error of a text that is not a JSON pointer, or of a patch that does not apply. The message quotes no value of a
 * document.
 */
export class PatchError extends Error {
  readonly code: PatchErrorCode;
  readonly place: PatchErrorPlace;

  constructor(code: PatchErrorCode, message: string, place: PatchErrorPlace = {}) {
    super(message);
    this.name = 'PatchError';
    this.code = code;
    this.place = place;
  }
}
