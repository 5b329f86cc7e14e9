import type { Path } from '../yaml/index.ts';

/**
 * Kinds of errors: the text is not a JSON pointer; the operation is unknown or lacks a field; it cannot be done in any
 * document; its pointer leads to nothing; a token into a sequence is not an index; a token names several elements, or
 * one that the value to put there does not match; a `test` failed; the result would be too large.
 */
export type PatchErrorCode = 'pointer' | 'operation' | 'move' | 'missing' | 'index' | 'element' | 'test' | 'limit';

/** Existing key that a pointer most likely means. */
export interface NearKey {
  /** Path of the map that has the key. The caller knows whether its keys may be shown. */
  readonly map: Path;
  /** JSON pointer to the key, or to what the original pointer names below it, if that exists. */
  readonly pointer: string;
}

/** Position of an error. */
export interface PatchErrorPlace {
  /** The original JSON pointer. */
  readonly pointer?: string;
  /** Offset in the pointer, in UTF-16 units, at which it is not a JSON pointer. */
  readonly offset?: number;
  /** Zero-based number of the operation in its patch. */
  readonly operation?: number;
  /** Set if a map lacks a key of the pointer, and a similar one exists. The message does not quote it. */
  readonly near?: NearKey | undefined;
}

/**
 * An error of a text that is not a JSON pointer, or of a patch that does not apply. The message quotes no value and no
 * key of a document that the patch does not name.
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
