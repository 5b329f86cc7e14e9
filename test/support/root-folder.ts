import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies a program of the PATH and its libraries into a root folder, for an image that is made of this machine. */
export function addProgram(to: string, name: string): void {
  const found = programFile(name);
  addLibraries(to, found);
  for (const folder of ['/bin', '/usr/bin']) addFile(to, found, join(folder, name));
}

/** Copies the libraries of a program into a root folder. */
export function addLibraries(to: string, program: string): void {
  for (const library of spawnSync('ldd', [program], { encoding: 'utf8' }).stdout.match(/\/\S+/g) ?? [])
    addFile(to, library);
}

/** Returns the path of a program of the PATH. */
export function programFile(name: string): string {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
}

function addFile(to: string, file: string, path = file): void {
  mkdirSync(join(to, dirname(path)), { recursive: true });
  cpSync(realpathSync(file), join(to, path));
}
