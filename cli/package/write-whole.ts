import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writtenPath } from './places.ts';
import { temporaryName } from './temporary-file.ts';

/**
 * Writes a file whole or not at all, and creates its folder. A symbolic link stays one, and a file keeps its mode. Writes directly to what is not a
 * file, such as a pipe. Throws the error of the system.
 */
export function writeWhole(path: string, text: string): void {
  const target = writtenPath(path);
  const old = statSync(target, { throwIfNoEntry: false });
  if (old !== undefined && !old.isFile()) {
    writeFileSync(path, text);
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  const temporary = join(dirname(target), temporaryName());
  try {
    writeFileSync(temporary, text);
    if (old !== undefined) chmodSync(temporary, old.mode);
    renameSync(temporary, target);
  } finally {
    rmSync(temporary, { force: true });
  }
}
