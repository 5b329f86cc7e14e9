import { join } from '../process/host-paths.ts';
import {
  type FileList,
  type FileOptions,
  type PackageFile,
  PackageFolder,
  readEach,
  readPackageFile,
  unreadWarning,
} from '../../src/package/index.ts';
import type { Result } from '../../src/krm/index.ts';
import { WATCH } from '../terminal/progress.ts';
import { chartAround, readText } from './source-file.ts';
/** Options of reading a folder. */
export interface FolderOptions extends FileOptions {
  /** Skips files that are not YAML. Default: false. */
  readonly skipInvalid?: boolean;
}

/**
 * Reads files of a folder, given without symbolic links. Throws a `KrmError` that names each unreadable file. With
 * `lazy`, parts of files are parsed only on access. With `skipInvalid`, files that are not YAML are skipped, with a
 * warning.
 */
export function readFolder(
  root: string,
  { paths, passedOver, unread, leavesOut }: FileList,
  { skipInvalid = false, ...options }: FolderOptions = {},
): PackageFolder {
  const skipped: Result[] = [];
  const skip = (results: readonly Result[]): void => void skipped.push(...results.map(asWarning));
  const files = readPackageFiles(root, paths, options, skipInvalid ? skip : undefined);
  return new PackageFolder(files, [...passedOver, ...unreadWarning(unread), ...skipped], leavesOut, WATCH);
}

function asWarning(result: Result): Result {
  return { ...result, severity: 'warning', message: `skipped: ${result.message}` };
}

/**
 * Reads files of a package. Throws a `KrmError` that names each one that cannot be read, or is not UTF-8 or YAML. With
 * `lazy`, a file is read as far as its resources can be identified; the rest is parsed on first access. `skip` takes
 * the errors of files that are not UTF-8 or YAML, which are then left out.
 */
export function readPackageFiles(
  root: string,
  paths: readonly string[],
  options?: FileOptions,
  skip?: (results: readonly Result[]) => void,
): PackageFile[] {
  return readEach(paths, (path) => readPackageFile(path, readText(join(root, path), path), options), {
    skip,
    chartOf: (path) => chartAround(root, path),
    hasHint: true,
    watch: WATCH,
  });
}
