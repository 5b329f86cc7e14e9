import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** End of a program. `output`: what it printed to stdout and stderr. */
export interface Ended {
  readonly exitCode: number;
  readonly output: string;
}

/** Matches what each edit has in its text: a number of its own. */
const TOKEN = /tok\d+/g;

/** Files of git while a command waits for a person. */
const IN_PROGRESS = ['MERGE_HEAD', 'REVERT_HEAD', 'CHERRY_PICK_HEAD', 'sequencer', 'rebase-merge'];

const MARKED = /^<{7} [^\n]*\n([^]*?)(?:^\|{7}[^\n]*\n[^]*?)?^={7}\n([^]*?)^>{7} [^\n]*\n/gm;

/** A person with a clone of the fleet. */
export class Person {
  readonly folder: string;
  readonly name: string;
  /** Files in which conflicts of git were resolved. */
  readonly resolved = new Set<string>();
  readonly #env: NodeJS.ProcessEnv;
  readonly #random: () => number;

  constructor(name: string, folder: string, { env, random }: { env: NodeJS.ProcessEnv; random: () => number }) {
    this.name = name;
    this.folder = folder;
    this.#random = random;
    const who = { NAME: name, EMAIL: `${name}@example.com` };
    this.#env = { ...env, GIT_AUTHOR_NAME: who.NAME, GIT_AUTHOR_EMAIL: who.EMAIL, GIT_COMMITTER_NAME: who.NAME };
    this.#env['GIT_COMMITTER_EMAIL'] = who.EMAIL;
  }

  run(program: string, ...args: readonly string[]): Ended {
    const options = { cwd: this.folder, encoding: 'utf8', env: this.#env, maxBuffer: 1 << 28 } as const;
    const { stdout, stderr, status, error } = spawnSync(program, args, options);
    if (error !== undefined) throw error;
    return { exitCode: status ?? -1, output: `${stdout}${stderr}` };
  }

  /** Runs git, which must succeed. */
  git(...args: readonly string[]): string {
    const { exitCode, output } = this.run('git', ...args);
    if (exitCode !== 0) throw new Error(`${this.name}: git ${args.join(' ')}: ${output}`);
    return output.trimEnd();
  }

  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(this.path(file), text);
  }

  /** Returns the folders of variants, by the name of their PackageVariant, at a commit. */
  folders(commit = 'HEAD'): ReadonlyMap<string, string> {
    const names = this.git('ls-tree', '--name-only', commit, 'variants/').split('\n').filter(Boolean);
    return new Map(
      names.map((name) => {
        const read = parse(this.git('show', `${commit}:${name}`)) as {
          metadata: { name: string };
          spec: { downstream: { package: string } };
        };
        return [read.metadata.name, `clusters/${read.spec.downstream.package}`];
      }),
    );
  }

  /**
   * Returns the edits at a commit with their files, each with its variant, or with its path if that is in no variant.
   */
  edits(commit = 'HEAD'): ReadonlyMap<string, string> {
    const { output } = this.run(
      'git',
      'grep',
      '-I',
      '--only-matching',
      '--no-color',
      '-e',
      'tok[0-9]*',
      commit,
      '--',
      'clusters',
    );
    const variants = [...this.folders(commit)];
    return new Map(
      output.split('\n').flatMap((line) => {
        const [, path = '', token = ''] = /^[^:]*:([^:]*):(tok\d+)$/.exec(line) ?? [];
        if (token === '') return [];
        const [name = `? ${path}`] = variants.find(([, folder]) => path.startsWith(`${folder}/`)) ?? [];
        return [[`${name} ${token}`, path] as const];
      }),
    );
  }

  /**
   * Runs a command of git to its end, and resolves the conflicts on the way with the text of either side. Returns the
   * edits that this drops.
   */
  integrate(...command: readonly string[]): ReadonlySet<string> {
    const dropped = new Set<string>();
    const [name = ''] = command;
    let ran = this.run('git', ...command);
    for (let count = 0; ran.exitCode !== 0; count++) {
      if (count > 40) throw new Error(`${this.name}: git ${command.join(' ')} does not end: ${ran.output}`);
      const unmerged = this.git('diff', '--name-only', '--diff-filter=U').split('\n').filter(Boolean);
      for (const path of unmerged) for (const token of this.#resolve(path)) dropped.add(token);
      const isEmpty = this.git('status', '--porcelain', '--untracked-files=no') === '';
      if (!IN_PROGRESS.some((each) => existsSync(this.path(`.git/${each}`)))) {
        // A revert of what is gone already makes no commit.
        if (unmerged.length === 0 && !isEmpty) throw new Error(`${this.name}: git ${command.join(' ')}: ${ran.output}`);
        break;
      }
      const inProgress = name === 'pull' ? (existsSync(this.path('.git/rebase-merge')) ? 'rebase' : 'merge') : name;
      const next = isEmpty && inProgress !== 'merge' ? '--skip' : '--continue';
      ran = this.run('git', '-c', 'core.editor=true', inProgress, next);
    }
    return dropped;
  }

  #resolve(path: string): readonly string[] {
    const isOurs = this.#random() < 0.5;
    this.resolved.add(path);
    const stages = this.git('ls-files', '--unmerged', '--', path)
      .split('\n')
      .map((line) => line.split(/\s/)[1] ?? '');
    const texts = stages.map((blob) => this.git('cat-file', 'blob', blob));
    const text = existsSync(this.path(path)) ? this.read(path) : undefined;
    const before = tokensIn([...texts, text ?? ''].join('\n'));
    if (text === undefined) this.run('git', 'rm', '--quiet', '--', path);
    else {
      const resolved = text.replaceAll(MARKED, (_, ours: string, theirs: string) => (isOurs ? ours : theirs));
      this.write(path, resolved);
      this.git('add', '--', path);
    }
    // One side deleted or moved it: people see where an edit may be lost.
    if (text?.includes('<<<<<<<') !== true) return [...before];
    const after = tokensIn(this.read(path));
    return [...before].filter((token) => !after.has(token));
  }

  remove(file: string): void {
    rmSync(this.path(file), { recursive: true });
  }
}

export function tokensIn(text: string): ReadonlySet<string> {
  return new Set(text.match(TOKEN) ?? []);
}
