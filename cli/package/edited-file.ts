import type { Origin } from '../../src/index.ts';
import type { DataEdit } from '../../src/yaml/index.ts';

/** A changed file in terms of its edits. */
export interface EditedFile {
  /** Relative to the input, with slashes. */
  readonly path: string;
  /** Documents that were read and are not empty, in their order. */
  readonly documents: readonly EditedDocument[];
  /** Origins of the new resources of the file. */
  readonly added: readonly Origin[];
}

/** Edits of a document. */
export interface EditedDocument {
  readonly edits: readonly DataEdit[];
  /** Origins of its removal; undefined if it stays. */
  readonly removed: readonly Origin[] | undefined;
}
