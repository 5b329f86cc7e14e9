import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderFile } from '../src/index.ts';
import { withFile } from './file-error.ts';
import { listPackageFiles } from './package-files.ts';
import { readText } from './source-file.ts';

/** The texts of the YAML and JSON files of a folder and of those in it. Throws a `KrmError` that names what cannot be read. */
export function readFolderFiles(folder: string): FolderFile[] {
  const root = withFile(folder, () => realpathSync(folder));
  const paths = withFile(folder, () => listPackageFiles(root).paths);
  return paths.map((path) => ({ path: join(folder, path), text: readText(join(root, path), join(folder, path)) }));
}
