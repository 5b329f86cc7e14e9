import { spawnSync } from 'node:child_process';
import { StagedChanges } from '../../package/file-changes.ts';
import { beginJournal, isWritten } from './journal.ts';
import type { Tree, VariantChanges } from '../../../src/fleet/ports.ts';
import type { RootedChange } from '../../../src/package/index.ts';
import { removeEmptied } from '../../merge/remove-emptied.ts';
import type { WorkTreePlace } from '../../git/work-tree.ts';
import type { ObjectFiles } from './object-files.ts';

/** Place that variants are written to. */
type WrittenTree = WorkTreePlace & Partial<Pick<Tree, 'head'>> & { readonly objects: Pick<ObjectFiles, 'write'> };

/** Number of files from which on one process that writes all of them to the disk is faster than waiting for each. */
const MANY = 64;

/**
 * Writes variants in groups: bases, then a folder, then its lock, so that a lock never names what is not there. The
 * texts of a group reach the disk together before the first file is replaced. A journal lets the next call restore a
 * variant that is half-written when this one is killed.
 */
export class VariantWriter {
  readonly #tree: WrittenTree;
  readonly #staged = new Map<VariantChanges, StagedVariant>();
  #journal: ReturnType<typeof beginJournal> | undefined;
  /** Variants in the journal, in its order. */
  #journaled: readonly VariantChanges[] = [];
  /** Reason why no variant of the group can be written; undefined if they can. */
  #failure: unknown;

  constructor(tree: WrittenTree) {
    this.#tree = tree;
  }

  /** Writes the new texts of variants beside the files. `end` must follow. An error is thrown by `write`. */
  stage(all: readonly VariantChanges[]): void {
    const changed = all.filter((changes) => partsOf(changes).flat().length > 0);
    if (changed.length === 0) return;
    try {
      this.#tree.objects.write(new Map(changed.flatMap(({ derived }) => [...derived])));
      this.#stageAll(changed);
      this.#journaled = changed.filter((changes) => this.#staged.get(changes)?.error === undefined);
      this.#journal = beginJournal(
        this.#tree,
        this.#journaled.map((changes) => partsOf(changes).flat()),
      );
    } catch (error) {
      this.#failure = error;
    }
  }

  #stageAll(changed: readonly VariantChanges[]): void {
    const isMany = changed.flatMap((changes) => partsOf(changes).flat()).length >= MANY;
    const stage = (waits: boolean): void => {
      for (const changes of changed) this.#staged.set(changes, new StagedVariant(changes, waits));
    };
    stage(!isMany);
    if (!isMany || syncFileSystem(this.#tree.root)) return;
    for (const staged of this.#staged.values()) staged.discard();
    stage(true);
  }

  /**
   * Replaces the files of a variant that is staged. Throws a `KrmError` if a file has changed meanwhile; none is
   * replaced then.
   */
  write(changes: VariantChanges): void {
    if (this.#failure !== undefined) throw this.#failure;
    const staged = this.#staged.get(changes);
    if (staged === undefined) return;
    try {
      staged.replace(this.#tree.root);
    } catch (error) {
      // What was written in part is for the next call to restore. Bases alone change nothing.
      if ([...changes.folder, ...changes.lock].some(isWritten)) this.#journal?.keep(this.#journaled.indexOf(changes));
      throw error;
    }
  }

  /**
   * Removes what is left of the temporary files of the group. Ends its journal, but for variants that were written in
   * part.
   */
  end(): void {
    for (const staged of this.#staged.values()) staged.discard();
    this.#staged.clear();
    this.#journal?.end();
    this.#journal = undefined;
    this.#failure = undefined;
  }
}

/** The parts of a variant, in the order in which they are written. */
function partsOf({ bases, folder, lock }: VariantChanges): readonly (readonly RootedChange[])[] {
  return [bases, folder, lock];
}

/** A variant with its new texts in temporary files. */
class StagedVariant {
  /** Reason why it cannot be written; undefined if it can. */
  readonly error: unknown;
  readonly #parts: { readonly changes: readonly RootedChange[]; readonly staged: StagedChanges }[] = [];

  constructor(variant: VariantChanges, waits: boolean) {
    try {
      for (const changes of partsOf(variant))
        if (changes.length > 0) this.#parts.push({ changes, staged: new StagedChanges(changes, { waits }) });
    } catch (error) {
      this.error = error;
      this.discard();
    }
  }

  replace(root: string): void {
    if (this.error !== undefined) throw this.error;
    for (const { changes, staged } of this.#parts) {
      staged.replace();
      removeEmptied(root, changes);
    }
  }

  discard(): void {
    for (const { staged } of this.#parts.splice(0)) staged.discard();
  }
}

/** Lets the system write all files of a file system to the disk. Returns false if it has no program for that. */
function syncFileSystem(folder: string): boolean {
  return spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status === 0;
}
