import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { homedir, realpathSync } from '../process/host-folders.ts';
import { delimiter, isWindows, join, resolve } from '../process/host-paths.ts';
import { fileError, formatResult, KrmError, type Result, resultsOf } from '../../src/krm/index.ts';
import {
  FILE_IN_PLACE,
  FOLDER_IN_PLACE,
  folderNotOnPath,
  LINK_REFUSED,
  linked,
  linkedAlready,
  PROGRAM_NOT_CALLABLE,
} from '../../src/messages/install.ts';
import { withFile } from '../package/file-error.ts';
import { realPath } from '../package/real-path.ts';
import { temporaryName } from '../package/temporary-file.ts';
import { EXIT, type ExitCode } from '../process/exit-code.ts';
import { writeMessages } from '../process/stdio.ts';
import { systemErrorCode } from '../process/system-error.ts';

interface Options {
  /** Folder of the links; `~/.local/bin` if undefined. */
  readonly folder: string | undefined;
  /** Replaces files and links to other files. */
  readonly replaces: boolean;
}

/**
 * Implements `krm-variants install`: links the names of functions to this program, and prints results to stderr.
 * Returns the exit code. Throws a `KrmError` if nothing was linked.
 */
export function installFunctions(names: readonly string[], { folder: given, replaces }: Options): ExitCode {
  const folder = resolve(given ?? join(homedir(), '.local/bin'));
  const program = executable();
  const files = isWindows ? names.map((name) => `${name}.exe`) : names;
  const { made, kept } = linkNames({ names: files, folder, program, replaces });
  const results: Result[] = [];
  if (made.length > 0) results.push(info(linked(made, program, folder)));
  if (kept.length > 0) results.push(info(linkedAlready(kept, program)));
  if (!isOnPath(folder)) results.push({ severity: 'warning', code: 'not-on-path', message: folderNotOnPath(folder) });
  writeMessages(results.map((result) => `${formatResult(result)}\n`).join(''));
  return EXIT.done;
}

function info(message: string): Result {
  return { severity: 'info', code: 'function-linked', message };
}

function isOnPath(folder: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.filter((path) => path !== '').some((path) => realPath(path) === realPath(folder));
}

/** Bits of a file's mode that allow execution. */
const EXECUTABLE = 0o111;

/**
 * Returns the file of this program, without symbolic links: the native executable, or the script that Node.js runs.
 * Throws a `KrmError` if it cannot be executed directly, since a link to it could not either.
 */
function executable(): string {
  // The script of a native executable is embedded: no file has its path.
  const script = realPath(process.argv[1] ?? '');
  const file = script ?? realpathSync(process.execPath);
  // Windows has no such bits, and starts no scripts.
  const isCallable = isWindows
    ? script === undefined
    : (statSync(file).mode & EXECUTABLE) !== 0 && (script === undefined || hasInterpreter(file));
  if (!isCallable) throw fileError(file, 'not-executable', PROGRAM_NOT_CALLABLE);
  return file;
}

function hasInterpreter(file: string): boolean {
  return readFileSync(file, 'latin1').startsWith('#!');
}

/** Links to make. */
interface LinkRequest {
  readonly names: readonly string[];
  /** Folder of the links, created if missing. */
  readonly folder: string;
  /** Absolute path of the target, without symbolic links. */
  readonly program: string;
  /** Replaces files and links to other files. Folders are never replaced. */
  readonly replaces: boolean;
}

/** Names by outcome. */
interface Linked {
  readonly made: readonly string[];
  /** Names that already linked to the program. */
  readonly kept: readonly string[];
}

/** Links names to a program: all or none. Throws a `KrmError` that names each file in the way. */
export function linkNames({ names, folder, program, replaces }: LinkRequest): Linked {
  const made = names.filter((name) => realPath(join(folder, name)) !== program);
  const obstacles = made.flatMap((name) => obstacle(join(folder, name), replaces) ?? []);
  if (obstacles.length > 0) throw new KrmError(obstacles.flatMap(resultsOf));
  makeLinks(
    made.map((name) => join(folder, name)),
    folder,
    program,
  );
  return { made, kept: names.filter((name) => !made.includes(name)) };
}

function obstacle(path: string, replaces: boolean): KrmError | undefined {
  const found = withFile(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (found?.isDirectory() === true) return fileError(path, 'file-exists', FOLDER_IN_PLACE);
  if (found === undefined || replaces) return undefined;
  return fileError(path, 'file-exists', FILE_IN_PLACE);
}

function makeLink(program: string, path: string): void {
  try {
    symlinkSync(program, path);
  } catch (error) {
    throw isWindows && systemErrorCode(error) === 'EPERM' ? fileError(path, 'access-denied', LINK_REFUSED) : error;
  }
}

/** Creates links, and keeps the replaced files until all are created. Undoes everything on an error. */
function makeLinks(paths: readonly string[], folder: string, program: string): void {
  const undo: (() => void)[] = [];
  const replaced: string[] = [];
  try {
    const made = withFile(folder, () => mkdirSync(folder, { recursive: true }));
    if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
    for (const path of paths) {
      withFile(path, () => {
        if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
          const aside = join(folder, temporaryName());
          renameSync(path, aside);
          replaced.push(aside);
          undo.push(() => renameSync(aside, path));
        }
        makeLink(program, path);
        undo.push(() => rmSync(path));
      });
    }
  } catch (error) {
    for (const act of undo.toReversed()) act();
    throw error;
  }
  for (const path of replaced) rmSync(path);
}
