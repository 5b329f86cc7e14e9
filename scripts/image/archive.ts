import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '../command.ts';
import { root } from '../functions.ts';
import { libraryFiles } from './libraries.ts';
import { builtExecutable, type ImagePlatform } from './platforms.ts';

/** Path of the executable in an image. */
export const EXECUTABLE = '/usr/local/bin/krm-variants';

/** Folder of what comes with the executable. */
const DOCUMENTS = '/usr/share/doc/krm-variants';

/** Container runtimes look up users by name there; kpt passes `nobody`. */
const USERS = {
  '/etc/passwd': 'root:x:0:0:root:/:/nologin\nnobody:x:65534:65534:nobody:/:/nologin\n',
  '/etc/group': 'root:x:0:\nnogroup:x:65534:\n',
};

/**
 * Writes the archive with the contents of all images of a platform: a native executable with its loader and libraries,
 * licenses, a software bill of materials, two users. The same files give the same archive, byte for byte. `dist`:
 * folder of the build. Throws if the executable is missing or for another platform, or its libraries are missing.
 */
export function writeImageArchive(dist: string, platform: ImagePlatform, archive: string): void {
  const { file: executable, command } = builtExecutable(dist, platform);
  if (!existsSync(executable)) throw new Error(`${executable} is missing: ${command}`);
  const files = new Map([
    ...libraryFiles(executable, platform),
    [EXECUTABLE, executable],
    [`${DOCUMENTS}/LICENSE`, join(root, 'LICENSE')],
    ...['third-party-licenses.txt', 'sbom.cdx.json'].map((name) => [`${DOCUMENTS}/${name}`, join(dist, name)] as const),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'krm-variants-image-'));
  try {
    for (const [path, source] of files) copyFileSync(source, placeFor(join(folder, path)));
    for (const [path, text] of Object.entries(USERS)) writeFileSync(placeFor(join(folder, path)), text);
    packFolder(folder, archive);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the path itself, after creating its folder. */
export function placeFor(path: string): string {
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
