import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from '../process/host-paths.ts';
import { KrmError, fileError } from '../../src/krm/index.ts';
import { IN_PACKAGE } from '../../src/messages/blame.ts';
import { UsageError } from '../arguments/usage-error.ts';
import { readKptfile, upstreamOf } from '../../src/upstream/index.ts';
import type { LineRange } from '../../src/blame/index.ts';

/** Lines of a package to blame. */
export interface BlameTarget {
  /** Folder of the package. */
  readonly folder: string;
  /** File or folder in it, with slashes; '' for all of it. */
  readonly path: string;
  /** Undefined for all lines. */
  readonly range: LineRange | undefined;
}

/**
 * Parses `PATH`, `FILE:LINE` or `FILE:FIRST-LAST`. `exists`: reports whether a file has a name. Throws a `UsageError`.
 */
export function parsePlace(
  text: string,
  exists: (path: string) => boolean,
): { readonly path: string; readonly range: LineRange | undefined } {
  const [, path, first = '', last = first] = /^(.+):(\d+)(?:-(\d+))?$/s.exec(text) ?? [];
  if (path === undefined || exists(text)) return { path: text, range: undefined };
  const range = { first: Number(first), last: Number(last) };
  if (range.first < 1 || range.last < range.first)
    throw new UsageError(`the lines in "${text}" must be a number, or two with the smaller one first, such as 3-9`);
  return { path, range };
}

/**
 * Finds the package that a file or a folder is in: the nearest one with an upstream. Throws a `UsageError` or a
 * `KrmError`.
 */
export function findTarget(text: string): BlameTarget {
  const { path, range } = parsePlace(text, existsSync);
  if (!existsSync(path)) throw fileError(path, 'file-not-found', IN_PACKAGE);
  const isFolder = statSync(path).isDirectory();
  if (isFolder && range !== undefined) throw new UsageError(`"${text}" must name a file: lines are in files`);
  const start = isFolder ? path : dirname(path);
  const folder = packageAround(resolve(start));
  // Named as given, so that messages and reports do not have absolute paths.
  const named = folder === undefined ? start : join(start, relative(resolve(start), folder));
  const inside = relative(folder ?? resolve(start), resolve(path));
  return { folder: named, path: inside, range };
}

function packageAround(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (hasUpstream(join(folder, 'Kptfile'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

function hasUpstream(kptfile: string): boolean {
  try {
    return existsSync(kptfile) && upstreamOf(readKptfile(readFileSync(kptfile, 'utf8'), kptfile)) !== undefined;
  } catch (error) {
    // The nearest package is meant, also if it is invalid.
    if (error instanceof KrmError) return true;
    throw error;
  }
}
