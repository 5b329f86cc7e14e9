import { readFileSync, statSync } from 'node:fs';
import { join } from '../process/host-paths.ts';
import { type FileContent, type FolderContent, contentOf } from '../../src/files/index.ts';
import { KrmError, resultsOf, type Result } from '../../src/krm/index.ts';
import { withProgress } from '../terminal/progress.ts';
import { withFile } from './file-error.ts';
import { listAllFiles } from './file-list.ts';
import { resolveFolder } from './folder-files.ts';
import { readIn } from './named-path.ts';

/** All files of a folder, of any kind. */
export interface WholeFolder extends FolderContent {
  /** Path of the folder, without symbolic links. */
  readonly root: string;
  /** Names symbolic links, devices, `node_modules`, and temporary files of killed runs, which are not read. */
  readonly passedOver: readonly Result[];
}

/**
 * Reads all files of a folder except for those in `.git` and `node_modules`. Throws a `KrmError` that names each
 * unreadable file, in the folder as given.
 */
export function readWholeFolder(folder: string): WholeFolder {
  const root = resolveFolder(folder);
  const { paths, passedOver } = readIn(folder, () => listAllFiles(root));
  const files = new Map<string, FileContent>();
  const executables = new Set<string>();
  const errors: Result[] = [];
  for (const path of withProgress('reading', paths)) {
    try {
      withFile(join(folder, path), () => {
        files.set(path, contentOf(readFileSync(join(root, path))));
        if ((statSync(join(root, path)).mode & 0o100) !== 0) executables.add(path);
      });
    } catch (error) {
      errors.push(...resultsOf(error));
    }
  }
  if (errors.length > 0) throw new KrmError(errors);
  return { root, files, executables, passedOver };
}
