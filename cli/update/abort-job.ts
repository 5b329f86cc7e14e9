import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isSameContent } from '../../src/files/index.ts';
import { headOf } from '../git/work-tree.ts';
import { removeEmptied } from '../merge/merged-changes.ts';
import { writeChanges, type ContentChange } from '../package/file-changes.ts';
import { fileError } from '../package/file-error.ts';
import { patchFolder } from '../package/patch-folder.ts';
import type { Findings, Job, JobFacts } from '../work/job.ts';
import { currentContent, openUpdate, type OpenUpdate } from './open-update.ts';
import { removeUpdate, statePath } from './update-state.ts';

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
    const { root, files, tree, head, named } = this.#update;
    const folder = patchFolder([root]);
    if (headOf(tree) !== head) throw fileError(named, otherCommit(statePath(tree)));
    const found = files.map((file) => ({ ...file, now: currentContent(root, file.path) }));
    for (const { path, before, after, now } of found) {
      if (isSameContent(now, before) || isSameContent(now, after)) continue;
      const message = 'edits since the update began are discarded';
      results.push({ severity: 'warning', message, file: { path, index: 0 } });
    }
    this.#changes = found
      .filter(({ before, now }) => !isSameContent(now, before))
      .map(({ path, before, now, wasExecutable }) => {
        const patchPath = relative(folder, join(root, path));
        return { path, patchPath, before: now, after: before, isExecutable: wasExecutable };
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

/** Returns the reason why an update is not undone: its files may have other content for another reason. `state`: path of its state. */
function otherCommit(state: string): string {
  return `must have the same commit checked out as when the update began: check it out, or finish the update with \`--continue\`; to forget the update and keep all files, remove ${state}`;
}
