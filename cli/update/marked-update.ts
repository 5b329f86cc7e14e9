import { relative } from 'node:path';
import { isKptfilePath, isSameContent } from '../../src/files/index.ts';
import type { Conflict, MergedPackage, PackageFiles } from '../../src/merge/index.ts';
import { shellWord } from '../../src/shell-word.ts';
import { currentBranch } from '../git/current-branch.ts';
import { headOf, type WorkTreePlace } from '../git/work-tree.ts';
import type { Marking } from '../merge/merge-job.ts';
import type { MergedFile } from '../../src/package/index.ts';
import { realPath } from '../package/real-path.ts';
import type { RenderedVersions } from '../../src/upstream/index.ts';
import { isMarked, lookalikesOf } from './marker-lines.ts';
import { currentFile } from './open-update.ts';
import { removeUpdate, writeUpdate, type UnfinishedUpdate, type UpdatedFile } from './update-state.ts';
import { fileError } from '../../src/krm/index.ts';
import { editMarkers, MARKERS_NEED_GIT } from '../../src/messages/updates.ts';

/** A package to update with markers around its conflicts. */
interface MarkedPackage extends Omit<RenderedVersions, 'results'> {
  readonly tree: WorkTreePlace | undefined;
  /** Absolute folder of the package. */
  readonly root: string;
  /** Folder of the package, as the command line names it. */
  readonly folder: string;
  /** Versions of the update, for its summary. */
  readonly about: string;
  readonly files: PackageFiles;
}

/** Writes an update with markers around its conflicts, and what is needed to finish or undo it. */
export class MarkedUpdate implements Marking {
  readonly #package: () => MarkedPackage;

  /** `package`: returns the merged package. */
  constructor(merged: () => MarkedPackage) {
    this.#package = merged;
  }

  get advice(): string {
    const { folder } = this.#package();
    return editMarkers(folder === '.' ? undefined : shellWord(folder));
  }

  has({ file: { path } }: Conflict, { files }: MergedPackage): boolean {
    return !isKptfilePath(path) && isMarked(path, files, this.#package().versions);
  }

  isLate(path: string): boolean {
    return isKptfilePath(path);
  }

  around(changes: readonly MergedFile[], write: () => void): void {
    const { tree, root } = this.#package();
    if (tree === undefined) throw fileError(root, 'no-repository', MARKERS_NEED_GIT);
    const update = this.#stateOf(changes, tree);
    writeUpdate(tree, { ...update, isWritten: false });
    try {
      write();
    } catch (error) {
      if (update.files.every(({ path, before }) => isSameContent(currentFile(root, path)?.content, before)))
        removeUpdate(tree);
      throw error;
    }
    writeUpdate(tree, { ...update, isWritten: true });
  }

  #stateOf(changes: readonly MergedFile[], tree: WorkTreePlace): Omit<UnfinishedUpdate, 'isWritten'> {
    const { root, about, isRendered, files, versions } = this.#package();
    const marked = [...files.keys()].filter((path) => !isKptfilePath(path) && isMarked(path, files, versions));
    return {
      folder: relative(realPath(tree.root) ?? tree.root, root),
      head: headOf(tree),
      branch: currentBranch(tree.root),
      about,
      isRendered,
      files: changes.map(updatedFile),
      marked,
      lookalikes: lookalikesOf(files, new Set(marked), versions),
    };
  }
}

function updatedFile({ path, before, after, wasExecutable, isExecutable }: MergedFile): UpdatedFile {
  return { path, before, after, wasExecutable, isExecutable };
}
