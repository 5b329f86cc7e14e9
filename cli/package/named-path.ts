import type { Notice, Result } from '../../src/krm/index.ts';

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
  const file = result.file && fileOfNamedPath(result.file.path);
  return file === undefined ? result : { ...result, file: { ...result.file, path: file } };
}
