import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';

/** Texts of the files of a folder, by path. */
export type Texts = ReadonlyMap<string, string>;

/** Largest output of git that is read: 1 GiB. */
const MAX_OUTPUT = 2 ** 30;

/** Returns the files of a folder of a checkout at a tag or commit, without links. */
export function filesAt(checkout: string, tag: string, folder: string): Texts {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', checkout, ...words], { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  const lines = git('ls-tree', '-r', '-z', tag, '--', `${folder}/`).split('\0').filter(Boolean);
  const files = lines.flatMap((line) => {
    const [info = '', path = ''] = line.split('\t');
    const [mode = '', , blob = ''] = info.split(' ');
    return mode.startsWith('100') ? [[posix.relative(folder, path), git('cat-file', 'blob', blob)] as const] : [];
  });
  if (files.length === 0) throw new Error(`no files in ${folder} at ${tag}`);
  return new Map(files);
}
