import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../command.ts';
import { root } from '../functions.ts';

/** Path of the executable in an image. */
export const EXECUTABLE = '/usr/local/bin/krm-variants';

const LICENSES = '/usr/share/doc/krm-variants';

/**
 * Debian's copyright file of the C library, and the license that it references. Other systems keep theirs elsewhere.
 */
const LIBRARY_LICENSES = ['/usr/share/doc/libc6/copyright', '/usr/share/common-licenses/LGPL-2.1'];

/** Container runtimes look up users by name there; kpt passes `nobody`. */
const USERS = {
  '/etc/passwd': 'root:x:0:0:root:/:/nologin\nnobody:x:65534:65534:nobody:/:/nologin\n',
  '/etc/group': 'root:x:0:\nnogroup:x:65534:\n',
};

/**
 * Writes the archive with the contents of all images: a native executable with its loader and libraries, licenses, two
 * users. The same files give the same archive, byte for byte. Throws if the executable is missing or for another
 * platform, whose libraries would differ.
 */
export function writeImageArchive(executable: string, archive: string): void {
  const libraries = librariesOf(executable);
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-image-'));
  try {
    const add = (source: string, path = source): void => copyFileSync(source, placeFor(join(folder, path)));
    add(executable, EXECUTABLE);
    for (const library of libraries) add(library);
    add(join(root, 'LICENSE'), `${LICENSES}/LICENSE`);
    add(join(dirname(executable), 'third-party-licenses.txt'), `${LICENSES}/third-party-licenses.txt`);
    for (const file of LIBRARY_LICENSES.filter((path) => existsSync(path))) add(file);
    for (const [path, text] of Object.entries(USERS)) writeFileSync(placeFor(join(folder, path)), text);
    packFolder(folder, archive);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the paths of the loader and the libraries of a program on this machine. */
function librariesOf(executable: string): string[] {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: npm run build`);
  const { stdout, status, error } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (error !== undefined) throw new Error('images are built on Linux, with `ldd`');
  if (status !== 0) throw new Error(`${executable} is not for this platform: npm run build`);
  return stdout.match(/\/\S+/g) ?? [];
}

/** Returns the path itself, after creating its folder. */
function placeFor(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/**
 * Packs a folder reproducibly: order, times, owners and modes are fixed. `names`: what of it to pack. Default: all.
 */
export function packFolder(folder: string, archive: string, names: readonly string[] = ['.']): void {
  const same = ['--format=ustar', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  const unfinished = `${archive}.${process.pid}`;
  runCommand('tar', ['--create', '--file', unfinished, ...same, '--mode=u=rwX,go=rX', '--directory', folder, ...names]);
  // Atomically: another build may be reading.
  renameSync(unfinished, archive);
}
