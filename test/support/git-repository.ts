import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { inFolder, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from './child.ts';
import type { FleetFolder } from './fleet-folder.ts';
import { keepFleet } from './kept-fleets.ts';

/** Folder of the repositories that tests copy. */
let templates: string | undefined;

process.once('exit', () => templates !== undefined && rmSync(templates, { recursive: true, force: true }));

/** A git repository in a temporary folder, with `krm-variants` on the PATH of its commands. */
export class GitRepository implements FleetFolder {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #bin: string;

  constructor(folder: string, bin: string) {
    this.folder = folder;
    this.#bin = bin;
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
    if (program === 'krm-variants') keepFleet(this.folder, args);
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

  /** Creates the repository, with the branch `main`, in its folder, which exists. */
  init(): void {
    this.#copy('', (empty) => {
      empty.git('-c', 'init.defaultBranch=main', 'init', '--quiet', '--template=');
      // As by git's own template.
      for (const name of ['hooks', 'info']) mkdirSync(join(empty.folder, '.git', name), { recursive: true });
    });
  }

  /** Creates the repository with one commit of these files, which has a tag. */
  initWith(files: Files, tag: string): void {
    const contents = Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString('base64')]);
    this.#copy(JSON.stringify([tag, contents]), (first) => {
      first.init();
      first.commit(files);
      first.git('tag', tag);
    });
  }

  /**
   * Copies the repository that `make` has made in an empty folder: once for each key, since a copy costs less than the
   * calls of git.
   */
  #copy(key: string, make: (repository: GitRepository) => void): void {
    templates ??= mkdtempSync(join(tmpdir(), 'krm-variants-templates-'));
    const template = join(templates, createHash('sha256').update(key).digest('hex'));
    if (!existsSync(template)) {
      mkdirSync(template);
      make(new GitRepository(template, ''));
    }
    cpSync(template, this.folder, { recursive: true, verbatimSymlinks: true });
  }

  /** Commits all files as they are, with these. */
  commit(files: Files, message = 'change'): void {
    writeFiles(this.folder, files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }

  restore(): void {
    this.git('reset', '--quiet', '--hard');
    this.git('clean', '--quiet', '--force', '-d');
  }

  setRef(name: string): void {
    this.git('update-ref', `refs/${name}`, 'HEAD');
  }

  /** Makes a branch from another commit, and commits these files on it. */
  branch(name: string, files: Files, from = 'main'): void {
    this.git('checkout', '--quiet', '-b', name, from);
    this.commit(files);
  }

  write(files: Files): void {
    writeFiles(this.folder, files);
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    renameSync(join(this.folder, from), join(this.folder, to));
  }

  copy(from: string, to: string): void {
    cpSync(join(this.folder, from), join(this.folder, to), { recursive: true });
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  tag(name: string, { moves = false }: { readonly moves?: boolean } = {}): void {
    this.git('tag', ...(moves ? ['--force'] : []), name);
  }

  files(): Files {
    return Object.fromEntries(Object.entries(readFiles(this.folder)).filter(([path]) => !path.startsWith('.git/')));
  }

  commitOf(tag = 'HEAD'): string {
    return this.git('rev-parse', tag);
  }

  uncommitted(): readonly string[] {
    const status = this.git('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all');
    return status.split('\0').flatMap((entry) => (entry === '' ? [] : entry.slice(3)));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  digest(): string {
    return digestOf(this.folder);
  }

  /** Copies the repository to another folder, which exists and is empty. */
  copiedTo(folder: string): GitRepository {
    cpSync(this.folder, folder, { recursive: true, preserveTimestamps: true });
    return new GitRepository(folder, this.#bin);
  }
}

/** Returns a digest of the names, modes and contents of all files of a folder. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const stats = lstatSync(join(folder, name));
    hash.update(`${name}\0${stats.mode}\0`);
    if (stats.isFile()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}

/** Passes an empty repository with the branch `main` to a test. */
export function inRepository<T>(act: (repository: GitRepository) => T | Promise<T>): Promise<T> {
  return inNewFolder((repository) => {
    repository.init();
    return act(repository);
  });
}

/** Passes a repository with one commit of these files, which has a tag, to a test. */
export function inRepositoryWith<T>(
  files: Files,
  tag: string,
  act: (repository: GitRepository) => T | Promise<T>,
): Promise<T> {
  return inNewFolder((repository) => {
    repository.initWith({ '.gitignore': '', ...files }, tag);
    return act(repository);
  });
}

function inNewFolder<T>(act: (repository: GitRepository) => T | Promise<T>): Promise<T> {
  return inFolder({ 'bin/.keep': '', 'repository/.gitignore': '' }, (parent) => {
    symlinkSync(join(root, 'dist/krm-variants'), join(parent, 'bin/krm-variants'));
    return act(new GitRepository(join(parent, 'repository'), join(parent, 'bin')));
  });
}
