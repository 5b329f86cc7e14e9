import { statSync } from 'node:fs';
import { realpathSync } from '../process/host-folders.ts';
import { basename, dirname, join, relative } from '../process/host-paths.ts';
import { isWithin } from './is-within.ts';
import { STDIN } from '../process/stdio.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { withFile } from './file-error.ts';
import { listPackageFiles } from './file-list.ts';
import { readIn, renamed } from './named-path.ts';
import type { Result } from '../../src/krm/index.ts';
import type { FileList, ListOptions } from '../../src/package/index.ts';

/** A package, the set of all files on the command line, or standard input. */
export interface Input {
  /** As it was given; files are separated by blanks. */
  readonly name: string;
  /** Folder of its files, without symbolic links. */
  readonly root: string;
  readonly files: FileList;
  /** Names of the files of a set on the command line, by path; undefined for another input. */
  readonly names?: ReadonlyMap<string, string>;
}

/** A folder or file on the command line. */
interface Operand {
  readonly name: string;
  /** Its path without symbolic links. */
  readonly place: string;
  readonly isFolder: boolean;
}

/**
 * Finds the inputs of a command line: each folder is a package, and files that are named together are one set, which
 * comes first. Paths may be symbolic links. Throws a `KrmError` for a path that does not exist, and a `UsageError` if
 * one is part of another, since both would edit the same files.
 */
export function findInputs(names: readonly string[], options: ListOptions = {}): readonly Input[] {
  if (names[0] === STDIN) return [{ name: STDIN, root: STDIN, files: { paths: [], passedOver: [] } }];
  const operands = names.map(findOperand);
  for (const [index, { name, place }] of operands.entries()) {
    const other = operands.find((each, at) => at !== index && isWithin(place, each.place));
    if (other !== undefined) throw new UsageError(`"${name}" is part of "${other.name}": give only one of them`);
  }
  const files = operands.filter(({ isFolder }) => !isFolder);
  return [
    ...(files.length === 0 ? [] : [fileSet(files)]),
    ...operands.filter(({ isFolder }) => isFolder).map(({ name, place }) => packageAt(name, place, options)),
  ];
}

/** Finds the package in a folder. Throws a `KrmError` if it does not exist. */
export function findPackage(name: string, options: ListOptions = {}): Input {
  return packageAt(name, findOperand(name).place, options);
}

function findOperand(name: string): Operand {
  const place = withFile(name, () => realpathSync(name));
  return { name, place, isFolder: statSync(place).isDirectory() };
}

function packageAt(name: string, root: string, options: ListOptions): Input {
  return { name, root, files: readIn(name, () => listPackageFiles(root, options)) };
}

function fileSet(files: readonly Operand[]): Input {
  const root = rootOf(files.map(({ place }) => place));
  const names = new Map(files.map(({ name, place }) => [relative(root, place), name]));
  return {
    name: files.map(({ name }) => name).join(' '),
    root,
    files: { paths: [...names.keys()], passedOver: [] },
    names,
  };
}

/**
 * Returns the folder that the paths of a set are relative to: the working directory; the folder of the only Kptfile,
 * since it is the root of its package; or the folder that holds all files if these do not.
 */
function rootOf(places: readonly string[]): string {
  const kptfiles = places.filter((place) => basename(place) === 'Kptfile');
  const folders = [...(kptfiles.length === 1 ? kptfiles.map(dirname) : []), realpathSync('.')];
  const holdsAll = (folder: string): boolean => places.every((place) => isWithin(place, folder));
  return folders.find(holdsAll) ?? commonFolder(places, holdsAll);
}

function commonFolder([first = '/']: readonly string[], holdsAll: (folder: string) => boolean): string {
  let folder = dirname(first);
  while (!holdsAll(folder)) folder = dirname(folder);
  return folder;
}

/** Returns the path of a file as shown to users: in the input as given. A path on standard input stays as it is. */
export function shownPath({ name, root, names }: Input, path: string): string {
  if (names !== undefined) return names.get(path) ?? join(relative(realpathSync('.'), root), path);
  return root === STDIN ? path : join(name, path);
}

/**
 * Returns results with paths as `shownPath` shows them, relative to the package if it is the only input: for formats of
 * kpt, which name files so.
 */
export function inPackage(results: readonly Result[], [name = '', ...others]: readonly string[]): readonly Result[] {
  if (others.length > 0 || name === STDIN) return results;
  const start = join(name, '/');
  return results.map(renamed((path) => (path.startsWith(start) ? path.slice(start.length) : path)));
}
