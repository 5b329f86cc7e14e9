import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { byteOrder, type Result } from '../../src/index.ts';
import { fileError, withFile } from './file-error.ts';
import { isTemporary } from './temporary-file.ts';
import { PackageIgnore } from './ignore.ts';

/** Files of a package and its subpackages that may hold resources. */
export interface PackageFiles {
  /** Relative to the package, with slashes. */
  readonly paths: readonly string[];
  /**
   * Names devices and all symbolic links, including those to folders: they are never read or written through. Names
   * temporary files of killed runs, too.
   */
  readonly passedOver: readonly Result[];
}

/**
 * Lists a package in the order of `kpt fn eval`: folder by folder, the names of files and folders together in byte
 * order. Unlike kpt it omits `.git`, and symbolic links, through which kpt would write outside of the package. Throws a
 * `KrmError` for a name that is not UTF-8, since such a file cannot be opened. `exclude`: rules for all packages in it, with paths from
 * this folder.
 */
export function listPackageFiles(root: string, exclude: readonly string[] = []): PackageFiles {
  const found = [...walk(root, '', new PackageIgnore(root, exclude))];
  return {
    paths: found.filter((each) => reasonToPass(each) === undefined).map(({ path }) => path),
    passedOver: found.flatMap((each) => {
      const message = reasonToPass(each);
      return message === undefined ? [] : [{ severity: 'info', message, file: { path: each.path, index: 0 } }];
    }),
  };
}

interface Found {
  readonly path: string;
  readonly entry: Dirent;
}

function* walk(root: string, folder: string, rules: PackageIgnore): Generator<Found> {
  for (const entry of readFolder(root, folder)) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name === '.git' || rules.leavesOut(`${path}/`)) continue;
      checkName(root, path);
      yield* walk(root, path, rules.within(path));
    } else if ((entry.isSymbolicLink() || isOfInterest(entry.name)) && !rules.leavesOut(path)) {
      checkName(root, path);
      yield { path, entry };
    }
  }
}

/** Throws for a name with bytes that are not UTF-8. They are read as U+FFFD, which is also a valid character of a name. */
function checkName(root: string, path: string): void {
  if (!path.includes('\uFFFD') || lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined) return;
  throw fileError(path, 'the name must be UTF-8: rename the file or folder, or exclude it in .krmignore');
}

function readFolder(root: string, folder: string): Dirent[] {
  const entries = withFile(folder || '.', () => readdirSync(join(root, folder), { withFileTypes: true }));
  return entries.toSorted((a, b) => byteOrder(a.name, b.name));
}

/** Reports whether a file may hold resources, or is worth reporting. */
function isOfInterest(name: string): boolean {
  return name === 'Kptfile' || /\.(ya?ml|json)$/.test(name) || isTemporary(name);
}

function reasonToPass({ entry }: Found): string | undefined {
  if (!entry.isFile()) return 'skipped: symbolic links and devices are not read';
  return isTemporary(entry.name) ? 'skipped: temporary file of a killed run; safe to remove' : undefined;
}
