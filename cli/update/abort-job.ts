import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isSameContent } from '../../src/files/index.ts';
import { writeChanges } from '../package/file-changes.ts';
import { EDITS_DISCARDED } from '../../src/messages/updates.ts';
import { patchFolder } from '../package/patch-folder.ts';
import type { Findings, Job, JobFacts } from '../work/job.ts';
import { checkSameCommit } from './begun-commit.ts';
import { currentFile, openUpdate, type CurrentFile, type OpenUpdate } from './open-update.ts';
import { removeUpdate, type UpdatedFile } from './update-state.ts';
import type { ContentChange } from '../../src/package/index.ts';
import { removeEmptied } from '../merge/remove-emptied.ts';
import { fileWarning } from '../../src/krm/index.ts';

/** Restores a package as it was before an unfinished update. */
export class AbortJob implements Job {
  readonly name = 'update';
  readonly locked: readonly string[];
  readonly #folder: string;
  #update: OpenUpdate;
  #changes: readonly ContentChange[] = [];

  /** Throws a `KrmError` if there is no unfinished update. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#update = openUpdate(folder);
    this.locked = [this.#update.root];
  }

  compute({ results }: Findings): void {
    this.#update = openUpdate(this.#folder);
    const { root, files } = this.#update;
    checkSameCommit(this.#update);
    const folder = patchFolder([root]);
    const found = files.map((file) => ({ ...file, now: currentFile(root, file.path) }));
    for (const file of found) {
      const { path } = file;
      if (isAsBefore(file) || isAsUpdated(file)) continue;
      results.push(fileWarning(path, 'edits-discarded', EDITS_DISCARDED));
    }
    this.#changes = found
      .filter((file) => !isAsBefore(file))
      .map(({ path, before, now, wasExecutable }) => {
        const patchPath = relative(folder, join(root, path));
        return {
          path,
          patchPath,
          before: now?.content,
          after: before,
          isExecutable: wasExecutable,
          wasExecutable: now?.isExecutable ?? false,
        };
      });
  }

  changes(): readonly ContentChange[] {
    return this.#changes;
  }

  write(): void {
    const { root, tree } = this.#update;
    mkdirSync(root, { recursive: true });
    writeChanges(this.#changes.map((change) => ({ ...change, root })));
    removeEmptied(root, this.#changes);
    removeUpdate(tree);
  }

  facts(isDone: boolean): JobFacts {
    const { length } = this.#changes;
    return {
      steps: undefined,
      resources: undefined,
      explanations: undefined,
      packages: () => [this.#update.named],
      conclusion: isDone && length === 0 ? 'as before the update' : undefined,
    };
  }
}

/** A file of an update, and what is in its place now. */
interface FoundFile extends UpdatedFile {
  /** Undefined if there is no file. */
  readonly now: CurrentFile | undefined;
}

function isAsBefore({ before, wasExecutable, now }: FoundFile): boolean {
  return isSameContent(now?.content, before) && (now === undefined || now.isExecutable === wasExecutable);
}

/** Reports whether a file is as the update wrote it, or is only partly written. */
function isAsUpdated({ before, after, wasExecutable, isExecutable, now }: FoundFile): boolean {
  const isText = isSameContent(now?.content, after) || isSameContent(now?.content, before);
  return isText && (now === undefined || [wasExecutable, isExecutable].includes(now.isExecutable));
}
