import { fstatSync, readdirSync, statSync } from 'node:fs';
import { join } from '../process/host-paths.ts';
import { isManifestPath } from '../../src/files/index.ts';
import { STDIN } from '../process/stdio.ts';

/**
 * Returns the number of bytes of inputs: files, the files of folders that may hold resources, and standard input. Stops
 * at `enough`. An estimate, for speed alone: it counts what `.krmignore` leaves out, and neither streams nor what
 * cannot be read.
 */
export function sizeOfInputs(inputs: readonly string[], enough: number): number {
  let size = 0;
  for (const input of inputs) {
    for (const bytes of sizesOf(input)) {
      size += bytes;
      if (size >= enough) return size;
    }
  }
  return size;
}

function* sizesOf(input: string): Generator<number> {
  try {
    const stats = input === STDIN ? fstatSync(0) : statSync(input);
    if (stats.isDirectory()) yield* sizesIn(input);
    else if (stats.isFile()) yield stats.size;
  } catch {
    // Reading reports it.
  }
}

/** Yields the sizes of the files of a folder, itself first, without following symbolic links. */
function* sizesIn(folder: string): Generator<number> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.git') yield* sizesIn(path);
    else if (entry.isFile() && isManifestPath(entry.name)) yield statSync(path).size;
  }
}
