import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { missingTools } from '../../scripts/command.ts';
import { root } from '../../scripts/functions.ts';
import type { Ended } from './child.ts';
import { skip } from './skip.ts';

/**
 * Defines a suite for the kpt on the PATH and, if KPT_CURRENT is the path of another kpt, once more with that one first
 * on the PATH.
 */
export function describeKpts(title: string, define: (this: Mocha.Suite) => void): void {
  describe(title, define);
  describeCurrentKpt(title, define);
}

/** Defines a suite for the kpt of KPT_CURRENT, if there is one. */
export function describeCurrentKpt(title: string, define: (this: Mocha.Suite) => void): void {
  const current = process.env['KPT_CURRENT'] ?? '';
  if (current === '') return;
  describe(`${title}, with KPT_CURRENT`, function () {
    const { PATH = '' } = process.env;
    let folder = '';
    before(() => {
      accessSync(current, constants.X_OK);
      folder = mkdtempSync(join(tmpdir(), 'krm-variants-kpt-'));
      symlinkSync(resolve(current), join(folder, 'kpt'));
      process.env['PATH'] = [folder, PATH].join(delimiter);
    });
    after(() => {
      process.env['PATH'] = PATH;
      rmSync(folder, { recursive: true, force: true });
    });
    define.call(this);
  });
}

/** For a `before` hook: skips a suite with a message if one of its tools is not on the PATH; in CI it fails instead. */
export function needTools(suite: Mocha.Context, ...tools: readonly string[]): void {
  const missing = missingTools(tools);
  if (missing.length > 0) skip(suite, `not on the PATH: ${missing.join(', ')}`);
}

/** Returns a function's executable from the build. */
export function builtFunction(name: string): string {
  const file = join(root, 'dist', `${name}.cjs`);
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run build`);
  return file;
}

/** Puts one executable under a function's name into a new folder for the PATH, and returns that folder. */
export function binFolder(folder: string, functionName: string, executable = builtFunction(functionName)): string {
  mkdirSync(folder);
  symlinkSync(executable, join(folder, functionName));
  return folder;
}

/** Runs kpt with additional environment variables; `PATH` is prepended to the PATH. `cwd`: folder to run in. */
export function runKpt(
  args: readonly string[],
  { PATH = '', ...env }: Readonly<Record<string, string>>,
  cwd?: string,
): Ended {
  const path = [PATH, process.env['PATH']].join(delimiter);
  const { stdout, stderr, status, error } = spawnSync('kpt', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env, PATH: path },
  });
  if (error !== undefined) throw error;
  return { stdout, stderr, exitCode: status };
}
