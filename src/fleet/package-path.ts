import { foldersAbove } from '../files/index.ts';
/** Names of folders that are not for packages. */
const RESERVED: ReadonlySet<string> = new Set(['..', '.git', '.krm-variants']);

/**
 * Returns a path of a package or a folder of packages without `.` and superfluous slashes, '' for the top folder. Returns undefined for
 * one that leads out of the repository, or into a folder that is not for packages.
 */
export function packagePath(text: string): string | undefined {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  const isReserved = parts.some((part) => RESERVED.has(part.toLowerCase()) || /[\\\0]/.test(part));
  return isReserved ? undefined : parts.join('/');
}

/** Joins paths, each of which may be ''. */
export function joinPaths(...paths: readonly string[]): string {
  return paths.filter((path) => path !== '').join('/');
}

/** Returns the folders that hold a path, from itself upwards, without the top folder. */
export function foldersAround(path: string): readonly string[] {
  return [path, ...foldersAbove(path)];
}

/** Reports whether a path is one of the folders, or in one of them; '' holds all. */
export function isWithin(path: string, folders: ReadonlySet<string | undefined>): boolean {
  return folders.has('') || foldersAround(path).some((folder) => folders.has(folder));
}
