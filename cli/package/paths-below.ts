import { readdirSync, type Dirent } from 'node:fs';
import { join } from '../process/host-paths.ts';

/**
 * Lists the files and links of a folder and its subfolders, and these folders, with a slash at their end. Relative to
 * the folder. Omits `.git`, and what cannot be read. Follows no symbolic links.
 */
export function* pathsBelow(root: string, folder = ''): Generator<string> {
  for (const entry of entriesOf(join(root, folder))) {
    if (entry.name === '.git') continue;
    const path = `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    yield path;
    if (entry.isDirectory()) yield* pathsBelow(root, path);
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
