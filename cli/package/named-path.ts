import { isAbsolute, join } from '../process/host-paths.ts';
import { KrmError, type Notice, type Result } from '../../src/krm/index.ts';

/** Start of the internal paths of named files. No path in a package begins with it. */
const NAMED = './';

/**
 * Returns the path of a file outside of the inputs that the command line names, for results: no path in a package
 * equals it.
 */
export function namedPath(file: string): string {
  return `${NAMED}${file}`;
}

/** Returns a named file as the command line names it; undefined for a path in a package. */
export function fileOfNamedPath(path: string): string | undefined {
  return path.startsWith(NAMED) ? path.slice(NAMED.length) : undefined;
}

/** Returns a result about a named file with its name as on the command line. */
export function withNamedFile<T extends Result | Notice>(result: T): T {
  return renamed<T>((path) => fileOfNamedPath(path) ?? path)(result);
}

/**
 * Returns the path of a file as shown to users: in the folder of its package, as given. A named file, and one elsewhere
 * on this machine, keeps its name.
 */
function pathIn(folder: string, path: string): string {
  return fileOfNamedPath(path) ?? (isAbsolute(path) ? path : join(folder, path));
}

/** Returns a function that shows the file of a message about a package, as `pathIn` does. */
export function shownIn<T extends Result | Notice>(folder: string): (message: T) => T {
  return renamed((path) => pathIn(folder, path));
}

/** Reads a package in a folder. Shows the files of its errors as `shownIn` does. */
export function readIn<T>(folder: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw errorIn(folder, error);
  }
}

/** Works on a package in a folder. Shows the files of its errors as `shownIn` does. */
export async function workIn(folder: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw errorIn(folder, error);
  }
}

function errorIn(folder: string, error: unknown): unknown {
  return error instanceof KrmError ? new KrmError(error.results.map(shownIn(folder))) : error;
}

/** Returns a function that gives the file of a message another path. */
export function renamed<T extends Result | Notice>(pathOf: (path: string) => string): (message: T) => T {
  const at = <P extends Pick<Result, 'file'>>(place: P): P =>
    place.file === undefined ? place : { ...place, file: { ...place.file, path: pathOf(place.file.path) } };
  return (message) => ({ ...at(message), ...(message.shownAt && { shownAt: at(message.shownAt) }) });
}
