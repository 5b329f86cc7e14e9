import { byteOrder } from '../../src/byte-order.ts';
import { fileError, fileWarning, type Result } from '../../src/krm/index.ts';
import type { PackageFiles } from '../../src/merge/index.ts';
import { counted } from '../../src/wording.ts';
import type { Blame, BlamedFile } from '../../src/blame/index.ts';
import { noLine, NOT_TEXT, notInPackage } from '../../src/messages/blame.ts';
import type { BlameTarget } from './blame-target.ts';

/** Files and lines of a package to blame. */
type Wanted = Pick<BlameTarget, 'path' | 'range'>;

/**
 * Blames what a target names, with warnings about files that are not text. Throws a `KrmError` if there is no such
 * file, or no such line.
 */
export function blamedFiles(
  blame: Pick<Blame, 'file'>,
  local: PackageFiles,
  { path, range }: Wanted,
): { readonly files: readonly BlamedFile[]; readonly results: readonly Result[] } {
  const paths = pathsIn(local, path);
  const files = paths.flatMap((each) => blame.file(each, range) ?? []);
  const [first] = files;
  if (range !== undefined && first !== undefined && first.lines.at(-1)?.line !== range.last)
    throw fileError(path, 'invalid-argument', noLine(range.last));
  const shown = new Set(files.map((file) => file.path));
  const others = paths.filter((each) => !shown.has(each));
  return {
    files,
    results: others.map((each) => fileWarning(each, 'not-utf8', NOT_TEXT)),
  };
}

function pathsIn(files: PackageFiles, path: string): readonly string[] {
  if (files.has(path)) return [path];
  const found = [...files.keys()].filter((each) => path === '' || each.startsWith(`${path}/`)).toSorted(byteOrder);
  if (found.length > 0) return found;
  throw fileError(path, 'file-not-found', notInPackage(path, [...files.keys()]));
}

/** Reports whether a target is a single line, about which everything is shown. */
export function isOneLine({ range }: Pick<Wanted, 'range'>, files: readonly BlamedFile[]): boolean {
  return range !== undefined && files[0]?.lines.length === 1;
}

/** Returns the counts of lines: `12 lines: 8 upstream, 3 function, 1 person`. */
export function summaryOf(files: readonly BlamedFile[]): string {
  const causes = files.flatMap(({ lines }) => lines.map(({ cause }) => cause.by));
  const counts = (['upstream', 'get', 'variant', 'object', 'function', 'person', 'unknown'] as const).flatMap((by) => {
    const { length } = causes.filter((each) => each === by);
    return length === 0 ? [] : [`${length} ${by}`];
  });
  return `${counted(causes.length, 'line')}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}`;
}
