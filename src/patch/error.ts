/**
 * What is wrong: the text is no JSON pointer; the operation is none, or lacks a field; it cannot be done to any document;
 * nothing is where it points; a token is no index, and points into a sequence; a `test` failed; the result would be too large.
 */
export type PatchErrorCode = 'pointer' | 'operation' | 'move' | 'missing' | 'index' | 'test' | 'limit';

/** Where an error is. */
export interface PatchErrorPlace {
  /** The JSON pointer, as it was given. */
  readonly pointer?: string;
  /** Offset in the pointer, in UTF-16 units, where it is no JSON pointer. */
  readonly offset?: number;
  /** Zero-based number of the operation in its patch. */
  readonly operation?: number;
}

/** A text that is no JSON pointer, or a patch that does not apply. The message quotes no value of a document. */
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
