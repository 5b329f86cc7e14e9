import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './functions.ts';

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
 * Makes the folder that is the root of every image: a native executable with the loader and the libraries that it names,
 * licences, two users. The same files give the same folder, to the modes and times. Throws where the executable is not
 * there, or not for this platform, whose libraries would then be the wrong ones.
 */
export function makeImageRoot(executable: string, folder: string): void {
  const libraries = librariesOf(executable);
  rmSync(folder, { recursive: true, force: true });
  copy(executable, join(folder, EXECUTABLE), 0o755);
  for (const library of libraries) copy(library, join(folder, library), 0o755);
  copy(join(root, 'LICENSE'), join(folder, LICENCES, 'LICENSE'), 0o644);
  copy(
    join(dirname(executable), 'third-party-licences.txt'),
    join(folder, LICENCES, 'third-party-licences.txt'),
    0o644,
  );
  for (const file of LIBRARY_LICENCES.filter((path) => existsSync(path))) copy(file, join(folder, file), 0o644);
  for (const [path, text] of Object.entries(USERS)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    chmodSync(join(folder, path), 0o644);
  }
  makeOld(folder);
}

/** The loader and the libraries that a program is linked to, where they are on this machine. */
function librariesOf(executable: string): string[] {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: npm run build`);
  const { stdout, status, error } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (error !== undefined) throw new Error('images are built on Linux, with `ldd`');
  if (status !== 0) throw new Error(`${executable} is not for this platform: npm run build`);
  return stdout.match(/\/\S+/g) ?? [];
}

function copy(source: string, target: string, mode: number): void {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
  chmodSync(target, mode);
}

/** Gives folders one mode, and all that is in them one time: a layer holds both. */
function makeOld(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeOld(path);
    else utimesSync(path, 0, 0);
  }
  chmodSync(folder, 0o755);
  utimesSync(folder, 0, 0);
}
