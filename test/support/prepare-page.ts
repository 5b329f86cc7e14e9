import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { writeFiles, type Files } from '../cli/run-support.ts';

/** Requirements of the commands of a page. */
export interface Setting {
  /** Files of the folder that the commands run in. */
  readonly files?: Files;
  /** Folders of the checkout that are linked into that folder. */
  readonly links?: readonly string[];
  /** Programs without which the page cannot be run. */
  readonly tools?: readonly string[];
  /** Scripts that stand in for programs, by name. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** Shell commands that run first. */
  readonly first?: string;
  /** Width of a terminal that the commands run on, which prints both outputs to stdout. Default: they run on none. */
  readonly columns?: number;
  /** Additional environment variables. */
  readonly env?: () => NodeJS.ProcessEnv;
}

/** Folder and environment of the commands of a page. */
export interface Prepared {
  readonly work: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Prepares a folder for the commands of a page, with a home folder of its own. `path`: additional folders for the PATH.
 */
export function preparePage(folder: string, setting: Setting, path: readonly string[]): Prepared {
  const { files = {}, links = [], standIns: scripts = {}, first = '', env: more } = setting;
  const [bin, home, work] = ['bin', 'home', 'work'].map((name) => join(folder, name)) as [string, string, string];
  for (const each of [bin, home, work]) mkdirSync(each);
  symlinkSync(join(root, 'dist/krm-variants'), join(bin, 'krm-variants'));
  for (const [name, script] of Object.entries(scripts)) executable(join(bin, name), script);
  for (const name of links) symlinkSync(join(root, name), join(work, name));
  writeFiles(work, files);
  const PATH = [join(home, '.local/bin'), bin, ...path, process.env['PATH']].join(delimiter);
  const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: undefined, XDG_CONFIG_HOME: undefined };
  const prepared = { work, env: { ...env, HOME: home, PATH, ...more?.() } };
  const { status, stderr } = spawnSync('bash', ['-e', '-c', first], { cwd: work, env: prepared.env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return prepared;
}

function executable(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}`, { mode: 0o755 });
}
