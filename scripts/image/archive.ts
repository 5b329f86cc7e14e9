import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../command.ts';
import { root } from '../functions.ts';

/** Where the executable is in an image. */
export const EXECUTABLE = '/usr/local/bin/krm-variants';

const LICENCES = '/usr/share/doc/krm-variants';

/** What Debian says of the C library, and the licence that this names. Other systems keep theirs elsewhere. */
const LIBRARY_LICENCES = ['/usr/share/doc/libc6/copyright', '/usr/share/common-licenses/LGPL-2.1'];

/** Container runtimes look up the user there that they are told by name; kpt says `nobody`. */
const USERS = {
  '/etc/passwd': 'root:x:0:0:root:/:/nologin\nnobody:x:65534:65534:nobody:/:/nologin\n',
  '/etc/group': 'root:x:0:\nnogroup:x:65534:\n',
};

/**
 * Writes the archive of all that images hold: a native executable with the loader and the libraries that it names,
 * licences, two users. The same files give the same archive, to the byte. Throws where the executable is not there, or
 * not for this platform, whose libraries would then be the wrong ones.
 */
export function writeImageArchive(executable: string, archive: string): void {
  const libraries = librariesOf(executable);
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-image-'));
  try {
    const add = (source: string, path = source): void => copyFileSync(source, placeFor(join(folder, path)));
    add(executable, EXECUTABLE);
    for (const library of libraries) add(library);
    add(join(root, 'LICENSE'), `${LICENCES}/LICENSE`);
    add(join(dirname(executable), 'third-party-licences.txt'), `${LICENCES}/third-party-licences.txt`);
    for (const file of LIBRARY_LICENCES.filter((path) => existsSync(path))) add(file);
    for (const [path, text] of Object.entries(USERS)) writeFileSync(placeFor(join(folder, path)), text);
    pack(folder, archive);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The loader and the libraries that a program is linked to, where they are on this machine. */
function librariesOf(executable: string): string[] {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: npm run build`);
  const { stdout, status, error } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (error !== undefined) throw new Error('images are built on Linux, with `ldd`');
  if (status !== 0) throw new Error(`${executable} is not for this platform: npm run build`);
  return stdout.match(/\/\S+/g) ?? [];
}

/** The path itself, whose folder is there now. */
function placeFor(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** All that differs from machine to machine, and from time to time, is one and the same: order, times, owners, modes. */
function pack(folder: string, archive: string): void {
  const same = ['--format=ustar', '--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  const unfinished = `${archive}.${process.pid}`;
  runCommand('tar', ['--create', '--file', unfinished, ...same, '--mode=u=rwX,go=rX', '--directory', folder, '.']);
  // At once: another build may be reading.
  renameSync(unfinished, archive);
}
