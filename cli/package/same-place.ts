import { lstatSync, readlinkSync, statSync, type BigIntStats } from 'node:fs';
import { workingFolder } from '../process/host-folders.ts';
import { dirname, hostPath, join, parse } from '../process/host-paths.ts';
import { entriesBelow } from './entries-below.ts';
import { realPath } from './real-path.ts';

/** Maximum number of symbolic links in a path, as in the system. */
const MAX_LINKS = 40;

/** Reports whether two names denote the same file or folder, ignoring case. */
function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/**
 * Reports whether writing to a path changes a file or folder: the path is that file or folder, inside it, or a hard
 * link of a file in it.
 */
export function isWithinInput(path: string, input: string): boolean {
  const written = writtenPath(path);
  const around = foldersAround(written).flatMap(statsOf);
  // The system and the text differ in what `..` after a link means.
  const places = [...new Set([input, realPath(input) ?? input])];
  return places.some((place) =>
    statsOf(place).some((stats) => around.some((each) => isSame(each, stats)) || holdsLinkOf(place, stats, written)),
  );
}

/**
 * Returns the path that writing to a path creates or replaces, without symbolic links and `..`. Parent folders need not
 * exist.
 */
export function writtenPath(path: string): string {
  const { root } = parse(path);
  const rest = path.slice(root.length).split(PARTS);
  let at = root === '' ? workingFolder() : root;
  for (let links = 0; rest.length > 0;) {
    const part = rest.shift() ?? '';
    const target = links < MAX_LINKS ? linkAt(join(at, part)) : undefined;
    if (part === '..') at = dirname(at);
    else if (target === undefined) at = join(at, part);
    else {
      links++;
      const { root: top } = parse(target);
      rest.unshift(...target.slice(top.length).split(PARTS));
      if (top !== '') at = top;
    }
  }
  return at;
}

const PARTS = /\/+/;

/** Returns the target of a symbolic link; undefined if there is none. */
function linkAt(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? hostPath(readlinkSync(path)) : undefined;
  } catch {
    return undefined;
  }
}

function foldersAround(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...foldersAround(above)];
}

function statsOf(path: string): readonly BigIntStats[] {
  try {
    return [statSync(path, { bigint: true })];
  } catch {
    return [];
  }
}

function holdsLinkOf(folder: string, stats: BigIntStats, path: string): boolean {
  const file = statsOf(path).find((each) => each.isFile() && each.nlink > 1n);
  if (file === undefined || !stats.isDirectory()) return false;
  const entries = entriesBelow(folder).map((entry) => join(folder, entry));
  return entries.some((entry) => linkAt(entry) === undefined && statsOf(entry).some((each) => isSame(each, file)));
}
