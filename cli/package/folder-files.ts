import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderFile } from '../../src/index.ts';
import { fileError, withFile } from './file-error.ts';
import { listPackageFiles } from './file-list.ts';
import { readEach, readSource, readText } from './source-file.ts';

/** The YAML and JSON files of a folder and of those in it. Throws a `KrmError` that names each that cannot be read, or is no YAML. */
export function readFolderFiles(folder: string): FolderFile[] {
  const root = resolveFolder(folder);
  return readEach(listPackageFiles(root).paths, (path) => {
    const name = join(folder, path);
    return { path: name, documents: readSource(readText(join(root, path), name), name).documents };
  });
}

/** The folder itself, which may be given through a symbolic link. Throws a `KrmError` where it is none. */
export function resolveFolder(folder: string): string {
  const root = withFile(folder, () => realpathSync(folder));
  if (!statSync(root).isDirectory()) throw fileError(folder, 'it must be a folder');
  return root;
}
