import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { parse } from 'yaml';
import { readFiles, type Files } from '../../../test/cli/run-support.ts';
import { runCommand } from '../../command.ts';

/** Test case of kpt's `e2e/testdata/fn-render`: a package, and what rendering it must make. */
export interface KptCase {
  /** Path below `fn-render`. */
  readonly name: string;
  readonly folder: string;
  /** Working directory of the command, unless there is a script: `exec` paths are relative to it. */
  readonly workingFolder: string;
  readonly exitCode: number;
  /** Options of the command. */
  readonly options: readonly string[];
  /** Script that replaces the command; undefined for none. */
  readonly script: string | undefined;
  /** Script that runs before it; undefined for none. */
  readonly setup: string | undefined;
  /** True if the package is written to its folder `out`. */
  readonly isOutOfPlace: boolean;
  /** True if kpt's own tests leave it out. */
  readonly isSkipped: boolean;
}

/** `config.yaml` of a case. */
interface Config {
  readonly exitCode?: number;
  readonly skip?: boolean;
  readonly allowExec?: boolean;
  readonly allowWasm?: boolean;
  readonly imagePullPolicy?: string;
  readonly disableOutputTruncate?: boolean;
}

/** Folder with the recorded outcome of a case. */
const EXPECTED = '.expected';

/** Finds the cases in a checkout of kpt, by name. Throws if there are none. */
export function findCases(checkout: string): readonly KptCase[] {
  const top = resolve(checkout, 'e2e/testdata/fn-render');
  if (!existsSync(top)) throw new Error(`${top} must exist: give the path of a checkout of kpt`);
  const folders = readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === EXPECTED)
    .map((path) => join(top, dirname(path)));
  return folders.toSorted().map((folder) => readCase(top, folder));
}

function readCase(top: string, folder: string): KptCase {
  const config = readConfig(join(folder, EXPECTED, 'config.yaml'));
  const script = (name: string): string | undefined => {
    const path = join(folder, EXPECTED, name);
    return existsSync(path) ? path : undefined;
  };
  return {
    name: relative(top, folder),
    folder,
    workingFolder: resolve(top, '../..'),
    exitCode: config.exitCode ?? 0,
    options: optionsOf(config),
    script: script('exec.sh'),
    setup: script('setup.sh'),
    isOutOfPlace: existsSync(join(folder, 'out')),
    isSkipped: config.skip ?? false,
  };
}

function readConfig(path: string): Config {
  return existsSync(path) ? ((parse(readFileSync(path, 'utf8')) as Config | null) ?? {}) : {};
}

function optionsOf({ imagePullPolicy, allowExec, allowWasm, disableOutputTruncate }: Config): readonly string[] {
  return [
    ...(imagePullPolicy === undefined ? [] : ['--image-pull-policy', imagePullPolicy]),
    ...(allowExec === true ? ['--allow-exec'] : []),
    ...(allowWasm === true ? ['--allow-alpha-wasm'] : []),
    ...(disableOutputTruncate === true ? ['--truncate-output=false'] : []),
  ];
}

/** Returns the recorded files of a case, made in an empty folder. */
export function recordedFiles({ folder }: KptCase, scratch: string): Files {
  cpSync(folder, scratch, { recursive: true });
  const path = join(folder, EXPECTED, 'diff.patch');
  const patch = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  // Some of them end without a newline.
  if (patch !== '') runCommand('git', ['apply', '--whitespace=nowarn', '-'], { cwd: scratch, input: `${patch}\n` });
  return packageFiles(scratch);
}

/** Returns the files of a package, without git's and the recorded outcome. */
export function packageFiles(folder: string): Files {
  const files = Object.entries(readFiles(folder));
  return Object.fromEntries(files.filter(([path]) => !/(^|\/)\.(?:git|expected)\//.test(path)));
}
