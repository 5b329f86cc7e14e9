import type { Origin } from '../krm/index.ts';
import type { DataEdit } from '../yaml/index.ts';

/** A changed file in terms of its edits. */
export interface EditedFile {
  /** Relative to the input, with slashes. */
  readonly path: string;
  /** Documents that were read and are not empty, and new resources, in their order. */
  readonly documents: readonly (EditedDocument | AddedDocument)[];
}

/** Edits of a document. */
export interface EditedDocument {
  readonly edits: readonly DataEdit[];
  /** Origins of its removal; undefined if it stays. */
  readonly removed: readonly Origin[] | undefined;
}

/** New document. */
export interface AddedDocument {
  readonly added: readonly Origin[];
}
