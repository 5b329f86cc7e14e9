import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderFile } from '../../src/krm/index.ts';
import { fileError, withFile } from './file-error.ts';
import { listPackageFiles } from './file-list.ts';
import { readEach, readSource, readText } from './source-file.ts';

/**
 * Reads the YAML and JSON files of a folder and its subfolders. Throws a `KrmError` that names each one that cannot be
 * read, or is not YAML.
 */
export function readFolderFiles(folder: string): FolderFile[] {
  const root = resolveFolder(folder);
  return readEach(listPackageFiles(root).paths, (path) => {
    const name = join(folder, path);
    return { path: name, documents: readSource(readText(join(root, path), name), name).documents };
  });
}

/** Resolves a folder, which may be given through a symbolic link. Throws a `KrmError` if it is not a folder. */
export function resolveFolder(folder: string): string {
  const root = withFile(folder, () => realpathSync(folder));
  if (!statSync(root).isDirectory()) throw fileError(folder, 'must be a folder');
  return root;
}
