import type { FileContent, PackageFiles } from '../../merge/index.ts';
import { isSameContent } from '../../files/index.ts';
import { changedLines } from '../../package/index.ts';

/** Comparison of a folder with a version that it may be made of. */
export interface Nearness {
  /** Number of files of both, and how many of them are equal. */
  readonly files: number;
  readonly equal: number;
  /** Number of lines of both, and how many of them are different. A changed line counts once, and a binary file is a line. */
  readonly lines: number;
  readonly different: number;
}

/** Compares packages file by file. */
export function nearness(version: PackageFiles, local: PackageFiles): Nearness {
  const paths = [...new Set([...version.keys(), ...local.keys()])];
  const all = paths.map((path) => comparison(version.get(path), local.get(path)));
  const sum = (of: (each: (typeof all)[number]) => number): number => all.reduce((total, each) => total + of(each), 0);
  return {
    files: paths.length,
    equal: all.filter(({ isEqual }) => isEqual).length,
    lines: sum(({ lines }) => lines),
    different: sum(({ different }) => different),
  };
}

function comparison(before: FileContent | undefined, after: FileContent | undefined) {
  const lines = Math.max(linesOf(before), linesOf(after));
  if (isSameContent(before, after)) return { isEqual: true, lines, different: 0 };
  const { added, removed } = changedLines({ path: '', before, after });
  return { isEqual: false, lines, different: Math.max(added, removed, 1) };
}

function linesOf(content: FileContent | undefined): number {
  if (content === undefined) return 0;
  return typeof content === 'string' ? content.replace(/\n$/, '').split('\n').length : 1;
}
