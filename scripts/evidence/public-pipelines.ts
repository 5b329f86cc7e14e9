/**
 * `npm run public-pipelines -- --originals FOLDER CHECKOUT...` renders each package with a pipeline in checkouts of
 * public repositories with kpt and with `dist/krm-variants`, and compares the data. FOLDER has the programs of images,
 * by name and tag: `set-labels-v0.2.1`. A stand-in for docker runs them. Functions without such a program are removed
 * from a copy of the pipelines first. Prints a row for each checkout, and the packages whose data differ without a
 * warning that says so. Exits with 1 if there is one.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { IMAGE_PREFIX } from '../../cli/arguments/host-arguments.ts';
import { withImagePrefix } from '../../cli/host/image-name.ts';
import { replacedImage } from '../../cli/render/own-call.ts';
import { alignColumns } from '../../cli/terminal/table.ts';
import { isList, isMap, readDocument, type Value } from '../../src/yaml/index.ts';
import { allFunctions } from '../../test/support/all-functions.ts';
import { root } from '../functions.ts';
import { packageFiles } from './kpt-cases/case.ts';
import { compare } from './kpt-cases/comparison.ts';
import type { Outcome } from './kpt-cases/renderer.ts';

/** Numbers of pipelines: Kptfiles that name a function. */
interface Pipelines {
  readonly all: number;
  /** Those all of whose functions run in the process. */
  readonly inProcess: number;
  /** Those that lost a function. */
  readonly shortened: number;
}

const LISTS = ['mutators', 'validators'].map((list) => ['pipeline', list]);

const { values, positionals } = parseArgs({ options: { originals: { type: 'string' } }, allowPositionals: true });
const { originals = '' } = values;
if (originals === '' || positionals.length === 0) throw new Error('give --originals FOLDER, and paths of checkouts');
const scratch = mkdtempSync(join(tmpdir(), 'krm-variants-public-pipelines-'));
const bin = join(scratch, 'bin');
const functions = await allFunctions();
try {
  writeRuntime();
  const rows = positionals.map((checkout) => rowOf(resolve(checkout)));
  const head = ['checkout', 'packages', 'equal data', 'warned', 'pipelines', 'without a container', 'shortened'];
  console.log(alignColumns([head, ...rows]).join('\n'));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Writes a stand-in for docker that runs the program of an image. */
function writeRuntime(): void {
  const docker = join(bin, 'docker');
  mkdirSync(bin);
  writeFileSync(
    docker,
    `#!/bin/sh
case $1 in
version) echo 24.0.1 ;;
run)
  for image; do :; done
  name=\${image##*/}
  exec '${resolve(originals)}'/"\${name%:*}-\${name##*:}" ;;
esac
`,
  );
  chmodSync(docker, 0o755);
}

/** Returns the name of a checkout, and the counts of its packages and pipelines. */
function rowOf(checkout: string): readonly string[] {
  let [packages, equal, warned] = [0, 0, 0];
  const sum = { all: 0, inProcess: 0, shortened: 0 };
  for (const path of packagesIn(checkout)) {
    const folder = join(scratch, 'package');
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(checkout, path), folder, { recursive: true });
    const found = withoutUnknown(folder);
    if (found.all === 0) continue;
    packages++;
    sum.all += found.all;
    sum.inProcess += found.inProcess;
    sum.shortened += found.shortened;
    const { difference, isWarned } = compared(folder);
    if (difference === '') equal++;
    else if (isWarned) warned++;
    else {
      process.exitCode = 1;
      console.log(`${basename(checkout)} ${path}: ${difference}`);
    }
  }
  return [basename(checkout), ...[packages, equal, warned, sum.all, sum.inProcess, sum.shortened].map(String)];
}

/** Returns the folders of packages that are in no other one, relative to a checkout. */
function packagesIn(checkout: string): readonly string[] {
  const all = readdirSync(checkout, { recursive: true, encoding: 'utf8' });
  const folders = new Set(all.filter((path) => basename(path) === 'Kptfile').map(dirname));
  const isIn = (folder: string): boolean => folder !== '.' && (folders.has(dirname(folder)) || isIn(dirname(folder)));
  return [...folders].filter((folder) => !isIn(folder)).toSorted();
}

/** Removes the functions that cannot run here from the pipelines of a package. */
function withoutUnknown(folder: string): Pipelines {
  const count = { all: 0, inProcess: 0, shortened: 0 };
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (basename(path) !== 'Kptfile') continue;
    const file = join(folder, path);
    const document = readDocument(readFileSync(file, 'utf8'));
    const steps = LISTS.flatMap((list) => {
      const value = document.value(list);
      return isList(value) ? value.map((step, index) => ({ image: imageOf(step), path: [...list, index] })) : [];
    });
    if (steps.length === 0) continue;
    const unknown = steps.filter(({ image }) => !existsSync(programOf(image)));
    for (const step of unknown.toReversed()) document.remove(step.path);
    writeFileSync(file, document.text());
    count.all++;
    if (unknown.length > 0) count.shortened++;
    if (steps.every(({ image }) => replacedImage(image, functions, { inProcess: 'all' }) !== undefined))
      count.inProcess++;
  }
  return count;
}

/** Returns the complete name of the image of a step; '' if it has none. */
function imageOf(step: Value): string {
  const image = isMap(step) ? step['image'] : undefined;
  if (typeof image !== 'string') return '';
  return withImagePrefix(image, IMAGE_PREFIX);
}

function programOf(image: string): string {
  const [name = '', tag = 'latest'] = basename(image).split(':');
  return join(originals, image === '' ? '-' : `${name}-${tag}`);
}

/**
 * Renders a package with both programs. `difference`: '' if there is none. `isWarned`: true if a function of ours says
 * that it has other data than its original.
 */
function compared(folder: string): { readonly difference: string; readonly isWarned: boolean } {
  const kpt = render(folder, 'kpt', ['fn', 'render']);
  const own = render(folder, join(root, 'dist/krm-variants'), [
    'render',
    '--report',
    'json',
    '--kpt-compat',
    'beta.56',
  ]);
  const { isExitCode, isData } = compare(own, kpt);
  const isWarned = own.stdout.includes('"differs-from-original"');
  if (!isExitCode)
    return { difference: `exit codes ${kpt.exitCode} and ${own.exitCode}\n${kpt.stderr}\n${own.stderr}`, isWarned };
  return { difference: isData ? '' : `data\n${own.stderr}`, isWarned };
}

function render(folder: string, program: string, command: readonly string[]): Outcome & { readonly stdout: string } {
  const copy = join(scratch, basename(program), basename(folder));
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  const PATH = [bin, process.env['PATH']].join(delimiter);
  // By default, kpt adds an annotation to resources of Config Connector that says which kind of tool made them.
  const disabled = { KPT_DISABLE_ATTRIBUTION: 'true', KRM_DISABLE_ATTRIBUTION: 'true' };
  const env = { ...process.env, PATH, KPT_FN_RUNTIME: 'docker', ...disabled };
  const { status, stdout, stderr } = spawnSync(program, [...command, copy], { encoding: 'utf8', env });
  return { exitCode: status, stdout, stderr, files: packageFiles(copy) };
}
