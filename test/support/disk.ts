import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from './child.ts';
import type { PackageCopy } from './example-files.ts';
import type { Command } from './folder-commands.ts';
import { skip } from './skip.ts';

/** A small file system in memory (tmpfs), on which a command runs. */
export interface Disk {
  /** Options of the mount. */
  readonly options: string;
  /** Options of a second mount, once the package is on it; undefined for none. */
  readonly remount?: string;
}

/** New user and mount namespaces, in which everyone may mount. The mounts end with the command. */
const NAMESPACES = ['--user', '--map-root-user', '--mount'];

/**
 * For a `before` hook: skips a suite with a message on a system where no disk can be mounted; in CI it fails instead.
 */
export function needDisks(suite: Mocha.Context): void {
  const mount = [...NAMESPACES, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'];
  const { status, stderr, error } = spawnSync('unshare', mount, { encoding: 'utf8' });
  if (status !== 0) skip(suite, `no disk can be mounted: ${error?.message ?? stderr}`);
}

const SCRIPT = `
fail() { echo "the disk is not ready" >&2; exit 99; }
disk=$1 source=$2 left=$3 options=$4 remount=$5
shift 5
mount -t tmpfs -o "$options" tmpfs "$disk" && cp -R "$source/." "$disk" || fail
if [ "$remount" ]; then mount -o "remount,$remount" "$disk" || fail; fi
"$@"
code=$?
cp -R "$disk/." "$left" || fail
exit $code`;

/**
 * Runs a command on a copy of a package on a disk of its own. `command`: returns it for the folder there. Returns its
 * end, and all files that are then on the disk.
 */
export function runOnDisk(
  { folder, aside }: Pick<PackageCopy, 'folder' | 'aside'>,
  { options, remount = '' }: Disk,
  command: (folder: string) => Command,
): Ended & { readonly left: Files } {
  const [disk, left] = [join(aside, 'disk'), join(aside, 'left')];
  for (const each of [disk, left]) mkdirSync(each);
  const args = [...NAMESPACES, 'sh', '-c', SCRIPT, 'sh', disk, folder, left, options, remount, ...command(disk)];
  const { stdout, stderr, status, error } = spawnSync('unshare', args, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { stdout, stderr, exitCode: status, left: readFiles(left) };
}

/** Size of a page in bytes: tmpfs counts whole ones. */
const PAGE = 4096;

/** Returns a disk with room for files, and for that many pages more. */
export function diskFor(files: Files, pages: number): Disk {
  const used = Object.values(files).reduce((sum, content) => sum + Math.ceil(Buffer.byteLength(content) / PAGE), 0);
  return { options: `size=${(used + pages) * PAGE}` };
}
