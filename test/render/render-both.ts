import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findFunctions, root } from '../../scripts/functions.ts';
import { readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import type { DrawnPackage } from './generate-package.ts';

/** Outcome of a rendering. */
export interface Rendered {
  readonly exitCode: number;
  readonly stderr: string;
  /** Text of `results.yaml`; undefined if there is none. */
  readonly results: string | undefined;
  /** Files of the package afterwards, without symbolic links. */
  readonly files: Files;
}

const program = join(root, 'dist/krm-variants');

/** Makes a folder for the PATH with all our functions, and returns the environment for kpt. */
export function functionPath(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder);
  for (const name of findFunctions()) symlinkSync(program, join(folder, name));
  return { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter) };
}

/** Returns the files that only our package has, and what both have as ours has it. */
export function ownFiles({ files, extra }: Pick<DrawnPackage, 'files' | 'extra'>): Files {
  return { ...files, ...extra?.files };
}

/** Returns the files of a package for kpt: `files`, without what only our package has. */
export function kptFiles(files: Files, { extra }: DrawnPackage): Files {
  const shared = Object.entries(files).filter(([path]) => extra?.files?.[path] === undefined);
  return Object.fromEntries(shared.map(([path, text]) => [path, String(text).replace(extra?.lines ?? '', '')]));
}

/** Options of kpt, by default. */
const KPT_OPTIONS = ['--allow-exec', '--truncate-output=false'];

/**
 * Renders a new package in `folder/p` as the kpt on the PATH does, with our program, `-v`, these options and variables.
 * Its symbolic links are removed afterwards.
 */
export async function renderOurs(
  folder: string,
  drawn: Pick<DrawnPackage, 'files' | 'extra'>,
  options: readonly string[] = [],
  env?: NodeJS.ProcessEnv,
): Promise<Rendered> {
  const links = Object.entries(drawn.extra?.links ?? {}).map(
    ([path, target]) => [join(folder, 'p', path), target] as const,
  );
  writeFiles(join(folder, 'p'), ownFiles(drawn));
  for (const [file, target] of links) {
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(target, file);
  }
  const outcome = await render(folder, program, ['render', '-v', '--kpt-compat', 'beta.56', ...options], env);
  for (const [file, target] of links) {
    assert.equal(readlinkSync(file), target);
    rmSync(file);
  }
  return withFiles(folder, outcome);
}

/** Renders a new package in `folder/p` with kpt and these options. */
export async function renderKpts(
  folder: string,
  files: Files,
  env: NodeJS.ProcessEnv,
  options: readonly string[] = KPT_OPTIONS,
): Promise<Rendered> {
  writeFiles(join(folder, 'p'), files);
  return withFiles(folder, await render(folder, 'kpt', ['fn', 'render', ...options], env));
}

/** Writes the files of a folder as kpt does, which changes nothing of their data. */
export async function format(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { exitCode, stderr } = await run('kpt', ['fn', 'eval', folder, '--exec', 'cat'], env);
  if (exitCode !== 0) throw new Error(stderr);
}

function render(folder: string, command: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> {
  return run(command, [...args, join(folder, 'p'), '--results-dir', join(folder, 'results')], env);
}

function withFiles(folder: string, ended: Ended): Rendered {
  const file = join(folder, 'results/results.yaml');
  const results = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return { ...ended, results, files: readFiles(join(folder, 'p')) };
}

type Ended = Pick<Rendered, 'exitCode' | 'stderr'>;

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(command, [...args], { env, maxBuffer: 1 << 28 }, (error, _, stderr) => {
      const code: unknown = error?.code ?? 0;
      resolve({ exitCode: typeof code === 'number' ? code : -1, stderr });
    });
  });
}
