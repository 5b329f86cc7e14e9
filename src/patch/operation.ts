import type { Value } from '../yaml/index.ts';
import { PatchError } from './error.ts';
import type { PointerOptions, Tokens } from './locate.ts';
import { tokensOf } from './pointer.ts';

/** Names of operations: RFC 6902, section 4. */
export type OperationName = 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';

/** One operation of a JSON patch. Unneeded fields are ignored. */
export interface Operation {
  readonly op: OperationName;
  /** A JSON pointer. */
  readonly path: string;
  /** A JSON pointer, required by `move` and `copy`. */
  readonly from?: string;
  /** For `add`, `replace` and `test`; defaults to null. */
  readonly value?: Value;
}

/** Operation that sets or removes one value. */
export interface ValueOperation extends Operation {
  readonly op: 'add' | 'remove' | 'replace';
}

/** One operation whose turn has come. */
export interface PatchStep extends Operation, PointerOptions {}

/** A JSON pointer and its tokens. */
export interface Pointer extends Required<Tokens> {
  readonly text: string;
}

/** Reads a pointer of an operation. @throws PatchError if it is missing or not a pointer. */
export function readPointer(operation: PatchStep, field: 'path' | 'from'): Pointer {
  const text: unknown = operation[field];
  if (typeof text !== 'string') {
    throw new PatchError('operation', `operation ${JSON.stringify(operation.op)} must have a string in \`${field}\``);
  }
  return { text, tokens: tokensOf(text), elementsByField: operation.elementsByField ?? false };
}
