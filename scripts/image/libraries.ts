/** Loader and libraries of an executable: those of this machine, or of Debian's packages for another platform. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOwn, type ImagePlatform } from './platforms.ts';

/** Source of each file of an image, by its path there. */
export type ImageFiles = ReadonlyMap<string, string>;

/**
 * Debian's copyright file of the C library, and the license that it references. Other systems keep theirs elsewhere.
 */
const COPYRIGHT = '/usr/share/doc/libc6/copyright';
const LICENSE = '/usr/share/common-licenses/LGPL-2.1';

/** Returns the loader and the libraries that an executable needs, and their licenses if this machine has them. */
export function libraryFiles(executable: string, platform: ImagePlatform): ImageFiles {
  const libraries = isOwn(platform) ? ownLibraries(executable) : new Sysroot(platform).librariesOf(executable);
  const copyright = isOwn(platform) ? COPYRIGHT : `/usr/share/doc/${packageOf(platform)}/copyright`;
  const licenses = [[COPYRIGHT, copyright] as const, [LICENSE, LICENSE] as const];
  return new Map([...libraries, ...licenses.filter(([, file]) => existsSync(file))]);
}

function ownLibraries(executable: string): ImageFiles {
  const { stdout, status, error } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (error !== undefined) throw new Error('images are built on Linux, with `ldd`');
  if (status !== 0) throw new Error(`${executable} is not for this platform: npm run build`);
  return new Map((stdout.match(/\/\S+/g) ?? []).map((path) => [path, path]));
}

/** Returns Debian's package with the C library of another platform. */
function packageOf({ arch }: ImagePlatform): string {
  return `libc6-${arch}-cross`;
}

/** Files that an ELF file is run with, as it names them. */
interface Needs {
  /** Path of the loader. Libraries may have none. */
  readonly loader: string | undefined;
  /** Names of libraries. */
  readonly libraries: readonly string[];
}

/** Libraries of another platform, in the folder in which Debian installs them for cross builds. */
class Sysroot {
  readonly #platform: ImagePlatform;

  constructor(platform: ImagePlatform) {
    this.#platform = platform;
  }

  /** Returns the loader at the path that the executable names, and all libraries at a place where it finds them. */
  librariesOf(executable: string): ImageFiles {
    const { loader, libraries } = readNeeds(executable);
    if (loader === undefined) throw new Error(`${executable} must be an executable that is linked dynamically`);
    const loaderName = basename(loader);
    const needed = new Set(libraries);
    for (const name of needed) for (const other of readNeeds(this.#fileOf(name)).libraries) needed.add(other);
    // The loader is in memory before it looks for libraries.
    needed.delete(loaderName);
    const place = (name: string): string => join('/lib', this.#platform.libraries, name);
    return new Map([
      [loader, this.#fileOf(loaderName)],
      ...Array.from(needed, (name) => [place(name), this.#fileOf(name)] as const),
    ]);
  }

  #fileOf(name: string): string {
    const file = join('/usr', this.#platform.libraries, 'lib', name);
    if (existsSync(file)) return file;
    throw new Error(`${file} is missing: install Debian's package ${packageOf(this.#platform)}`);
  }
}

function readNeeds(file: string): Needs {
  const options = ['--wide', '--program-headers', '--dynamic'];
  // Its words depend on the locale.
  const env = { ...process.env, LC_ALL: 'C' };
  const { stdout, status, stderr, error } = spawnSync('readelf', [...options, file], { encoding: 'utf8', env });
  if (error !== undefined) throw new Error("readelf is missing: install Debian's package binutils");
  if (status !== 0) throw new Error(`readelf failed: ${stderr}`);
  return {
    loader: /\[Requesting program interpreter: (.+)\]/.exec(stdout)?.[1],
    libraries: Array.from(stdout.matchAll(/\(NEEDED\) .*\[(.+)\]/g), ([, name = '']) => name),
  };
}
