import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runCommand } from '../../command.ts';
import type { Texts } from './versions.ts';

/** A package as kpt fetched it, and as `kpt pkg update` left it. */
export interface KptUpgrade {
  readonly fetched: Texts;
  /** Undefined if kpt failed. */
  readonly updated: Texts | undefined;
  readonly message: string;
}

/** Fetches one version of a package with kpt from a repository in a scratch folder, and updates it to another. */
export function upgradeWithKpt(scratch: string, before: Texts, after: Texts): KptUpgrade {
  rmSync(scratch, { recursive: true, force: true });
  const [repository, local] = [join(scratch, 'upstream'), join(scratch, 'local')];
  mkdirSync(repository, { recursive: true });
  const git = (...words: readonly string[]): void =>
    void runCommand('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: repository });
  git('init', '-q');
  for (const [tag, files] of [
    ['v1', before],
    ['v2', after],
  ] as const) {
    rmSync(join(repository, 'pkg'), { recursive: true, force: true });
    for (const [path, text] of files) write(join(repository, 'pkg', path), text);
    git('add', '-A');
    git('commit', '-qm', tag);
    git('tag', tag);
  }
  mkdirSync(local);
  runCommand('kpt', ['pkg', 'get', `file://${repository}/.git/pkg@v1`, 'pkg'], { cwd: local });
  const fetched = readTexts(join(local, 'pkg'));
  try {
    runCommand('kpt', ['pkg', 'update', 'pkg@v2'], { cwd: local });
  } catch (error) {
    return { fetched, updated: undefined, message: error instanceof Error ? error.message : String(error) };
  }
  return { fetched, updated: readTexts(join(local, 'pkg')), message: '' };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function readTexts(folder: string): Texts {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
}
