import { statSync } from 'node:fs';
import { realpathSync } from '../process/host-folders.ts';
import { join } from '../process/host-paths.ts';
import { type FolderFile, KrmError, fileError } from '../../src/krm/index.ts';
import { FOLDER_NEEDED } from '../../src/messages/reading.ts';
import { withFile } from './file-error.ts';
import { listPackageFiles } from './file-list.ts';
import { readText } from './source-file.ts';
import { readEach, readSource, unreadWarning } from '../../src/package/index.ts';
import { WATCH } from '../terminal/progress.ts';

/**
 * Reads the YAML and JSON files of a folder and its subfolders. Throws a `KrmError` that names each one that cannot be
 * read, or is not YAML, and what people may take for read, such as links.
 */
export function readFolderFiles(folder: string): FolderFile[] {
  const root = resolveFolder(folder);
  const { paths, unread = [] } = listPackageFiles(root);
  const [warning] = unreadWarning(unread.map((path) => join(folder, path)));
  if (warning !== undefined) throw new KrmError([{ ...warning, severity: 'error' }]);
  const read = (path: string): FolderFile => {
    const name = join(folder, path);
    return { path: name, documents: readSource(readText(join(root, path), name), name).documents };
  };
  return readEach(paths, read, { hasHint: true, watch: WATCH });
}

/** Reads the files of a folder or, if it is not one, a file or pipe. Throws a `KrmError` as `readFolderFiles` does. */
export function readObjectFiles(path: string): FolderFile[] {
  const isFolder = withFile(path, () => statSync(path).isDirectory());
  return isFolder ? readFolderFiles(path) : [{ path, documents: readSource(readText(path, path), path).documents }];
}

/** Resolves a folder, which may be given through a symbolic link. Throws a `KrmError` if it is not a folder. */
export function resolveFolder(folder: string): string {
  return withFile(folder, () => {
    if (!statSync(folder).isDirectory()) throw fileError(folder, 'wrong-file-type', FOLDER_NEEDED);
    return realpathSync(folder);
  });
}
