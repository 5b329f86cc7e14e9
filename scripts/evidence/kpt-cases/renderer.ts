import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../command.ts';
import { root } from '../../functions.ts';
import { packageFiles, type KptCase } from './case.ts';
import type { Files } from '../../../test/cli/run-support.ts';

/** Program that renders cases: kpt, or ours under the name of kpt. */
export interface Renderer {
  readonly name: string;
  /** Folder for the PATH, with `kpt` and a stand-in for docker. */
  readonly bin: string;
}

/** Outcome of a case. */
export interface Outcome {
  /** Null if it was killed. */
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly files: Files;
}

/**
 * Makes kpt and our program, with the stand-in for docker, in a folder. `given`: a newer kpt, which records the status
 * of a rendering; its snapshots that can be built still pass the file of `configPath` to its function. Default: the one
 * on the PATH, 1.0.0-beta.56.
 */
export function makeRenderers(folder: string, given?: string): readonly Renderer[] {
  const node = JSON.stringify(process.execPath);
  const options = `--kpt-compat beta.56${given === undefined ? '' : ' --record-status'}`;
  const own = `exec ${node} ${JSON.stringify(join(root, 'dist/krm-variants.cjs'))} render ${options} "$@"`;
  const kpt = given ?? runCommand('sh', ['-c', 'command -v kpt']).trim();
  return [
    makeRenderer('kpt', join(folder, 'kpt'), `exec ${kpt} "$@"`),
    makeRenderer('ours', join(folder, 'ours'), `if [ "$2" = render ]; then shift 2; ${own}; fi\nexec ${kpt} "$@"`),
  ];
}

function makeRenderer(name: string, bin: string, kpt: string): Renderer {
  const standIn = fileURLToPath(import.meta.resolve('../../../test/support/stand-in-docker.ts'));
  mkdirSync(bin, { recursive: true });
  writeProgram(join(bin, 'kpt'), kpt);
  writeProgram(join(bin, 'docker'), `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(standIn)} "$@"`);
  return { name, bin };
}

function writeProgram(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** Renders a case once, in an empty folder. */
export function renderCase(renderer: Renderer, one: KptCase, scratch: string): Outcome {
  const folder = join(scratch, basename(one.folder));
  cpSync(one.folder, folder, { recursive: true });
  if (one.setup !== undefined) spawnSync('bash', [one.setup], { cwd: folder, env: environment(renderer) });
  const output = one.isOutOfPlace ? ['-o', join(folder, 'out')] : [];
  const ended =
    one.script === undefined
      ? renderFolder(renderer, folder, { options: [...output, ...one.options], cwd: one.workingFolder })
      : endOf(spawnSync('bash', [one.script], { cwd: folder, env: environment(renderer), encoding: 'utf8' }));
  return { ...ended, files: packageFiles(folder) };
}

/** Renders a package in place. `cwd`: working directory, the package by default. */
export function renderFolder(
  renderer: Renderer,
  folder: string,
  { options = [], cwd = folder }: { readonly options?: readonly string[]; readonly cwd?: string } = {},
): Omit<Outcome, 'files'> {
  const kpt = join(renderer.bin, 'kpt');
  return endOf(
    spawnSync(kpt, ['fn', 'render', folder, ...options], { cwd, env: environment(renderer), encoding: 'utf8' }),
  );
}

function endOf({ status, stderr }: SpawnSyncReturns<string>): Omit<Outcome, 'files'> {
  return { exitCode: status, stderr };
}

function environment({ bin }: Renderer): NodeJS.ProcessEnv {
  const { PATH = '', ...others } = process.env;
  return { ...others, PATH: [bin, PATH].join(delimiter), KPT_FN_RUNTIME: 'docker' };
}
