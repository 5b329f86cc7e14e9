import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { sha256 } from '../../src/sha-256.ts';
import { root } from '../functions.ts';
import { packFolder } from '../image/archive.ts';
import { executableFile, type Platform } from './platforms.ts';

/** Time of files in an archive: ZIP knows none before 1980. */
const TIME = new Date(Date.UTC(1980, 0, 2));

/** Returns the name of a platform's archive. */
export function archiveName({ name, os }: Platform): string {
  return `krm-variants-${name}.${os === 'win32' ? 'zip' : 'tar.gz'}`;
}

/**
 * Writes the archive of a platform into a folder: its executable, the manual page and the licenses. The same files give
 * the same archive, byte for byte. `dist`: folder of a build with this executable. Returns the archive.
 */
export function writeArchive(platform: Platform, dist: string, folder: string): string {
  const isWindows = platform.os === 'win32';
  const files = {
    [isWindows ? 'krm-variants.exe' : 'krm-variants']: join(dist, executableFile(platform)),
    'krm-variants.1': join(dist, 'krm-variants.1'),
    LICENSE: join(root, 'LICENSE'),
    'third-party-licenses.txt': join(dist, 'third-party-licenses.txt'),
  };
  const archive = join(folder, archiveName(platform));
  writeFileSync(archive, isWindows ? zipOf(files) : gzipSync(tarOf(files), { level: 9 }));
  return archive;
}

type ArchiveFiles = Readonly<Record<string, string>>;

function zipOf(files: ArchiveFiles): Uint8Array {
  const contents = Object.entries(files).map(([name, file]) => [name, new Uint8Array(readFileSync(file))] as const);
  return zipSync(Object.fromEntries(contents), { level: 9, mtime: TIME });
}

function tarOf(files: ArchiveFiles): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-release-'));
  try {
    const content = join(scratch, 'content');
    mkdirSync(content);
    for (const [name, file] of Object.entries(files)) copyFileSync(file, join(content, name));
    const tar = join(scratch, 'archive.tar');
    // Without a folder before them, so that people can name one.
    packFolder(content, tar, Object.keys(files).toSorted());
    return readFileSync(tar);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Returns the SHA-256 of files, in hexadecimal, by their names. */
export function checksumsOf(files: readonly string[]): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [basename(file), sha256(readFileSync(file))]));
}

/** Formats checksums of files in one folder as `sha256sum --check` reads them. */
export function checksumList(checksums: ReadonlyMap<string, string>): string {
  return Array.from(checksums, ([name, sum]) => `${sum}  ${name}\n`).join('');
}
