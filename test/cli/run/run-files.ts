import { join } from 'node:path';
import { renamed } from '../../../cli/package/named-path.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import type { LoadedFunction } from '../../../src/function/index.ts';
import { PROBE } from '../../support/probe.ts';
import { diffWithin, inFolder, readFiles, shortened, type Files } from '../run-support.ts';

/** Outcome of a run, and the files of the folder after it. */
interface FilesRun extends FolderOutcome {
  readonly files: Readonly<Record<string, string>>;
}

/** Runs a function on a folder with these files, with a config outside of it. `@` in messages stands for the folder. */
export async function runOnFiles(fn: LoadedFunction, files: Files, ...args: readonly string[]): Promise<FilesRun> {
  return await inFolder({ 'probe.yaml': PROBE }, (folder) =>
    inFolder(files, async (root) => {
      const outcome = await applyToFolder(fn, [root, '--fn-config', join(folder, 'probe.yaml'), ...args]);
      const { stdout, stderr, results } = outcome;
      return {
        ...outcome,
        stdout: diffWithin(root, stdout),
        stderr: shortened(root, stderr),
        results: results.map(renamed((path) => shortened(root, path))),
        files: readFiles(root),
      };
    }),
  );
}
