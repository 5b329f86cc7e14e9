import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { inFolder, writeFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from './child.ts';

/** A git repository in a temporary folder, with `krm-variants` on the PATH of its commands. */
export class GitRepository {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, bin: string) {
    this.folder = folder;
    const who = { NAME: 'a', EMAIL: 'a@example.com' };
    this.#env = {
      ...process.env,
      PATH: [bin, process.env['PATH']].join(delimiter),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_EDITOR: 'true',
      GIT_AUTHOR_NAME: who.NAME,
      GIT_AUTHOR_EMAIL: who.EMAIL,
      GIT_COMMITTER_NAME: who.NAME,
      GIT_COMMITTER_EMAIL: who.EMAIL,
    };
  }

  /** Runs a program in the repository. */
  run(program: string, ...args: readonly string[]): Ended {
    const options = { cwd: this.folder, encoding: 'utf8', env: this.#env } as const;
    const { stdout, stderr, status, error } = spawnSync(program, args, options);
    if (error !== undefined) throw error;
    return { stdout, stderr, exitCode: status };
  }

  /** Runs git, which must succeed, and returns its output without the last line break. */
  git(...args: readonly string[]): string {
    const { stdout, stderr, exitCode } = this.run('git', ...args);
    assert.equal(exitCode, 0, `git ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout.trimEnd();
  }

  /** Commits all files as they are, with these. */
  commit(files: Files): void {
    writeFiles(this.folder, files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'change');
  }

  /** Makes a branch from another commit, and commits these files on it. */
  branch(name: string, files: Files, from = 'main'): void {
    this.git('checkout', '--quiet', '-b', name, from);
    this.commit(files);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }
}

/** Passes an empty repository with the branch `main` to a test. */
export function inRepository<T>(act: (repository: GitRepository) => T | Promise<T>): Promise<T> {
  return inFolder({ 'bin/.keep': '', 'repository/.gitignore': '' }, (parent) => {
    symlinkSync(join(root, 'dist/krm-variants'), join(parent, 'bin/krm-variants'));
    const repository = new GitRepository(join(parent, 'repository'), join(parent, 'bin'));
    repository.git('-c', 'init.defaultBranch=main', 'init', '--quiet');
    return act(repository);
  });
}
