/**
 * `node scripts/build.ts [--target TARGET]` writes dist/: an executable file for each function, one with all of them
 * (`krm-variants.cjs`, and as a native executable `krm-variants`), and the library as ESM with types.
 * TARGET is bun's name of another platform for the native executable (`bun-linux-arm64`, `bun-darwin-arm64`).
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { bundleAll, bundleOne } from './bundle.ts';
import { findFunctions, root } from './functions.ts';
import { licences } from './licences.ts';

const dist = join(root, 'dist');
const { version } = packageJson;
const { values } = parseArgs({ options: { target: { type: 'string' } } });

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const functions = findFunctions();
for (const name of functions) {
  await bundleOne(name, version, join(dist, `${name}.cjs`));
  report(`${name}.cjs`);
}
const files = await bundleAll(functions, version, join(dist, 'krm-variants.cjs'));
writeFileSync(join(dist, 'third-party-licences.txt'), licences(files));
report('krm-variants.cjs');
compileNative(values.target);
report('krm-variants');
compileLibrary();
report('lib');

/** Compiles the bundle of all functions with bun's runtime and its bytecode. */
function compileNative(target: string | undefined): void {
  run('bun', [
    'build',
    '--compile',
    '--bytecode',
    // Without these two the executable would read, and run, what lies in the folder that it is called in.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    ...(target === undefined ? [] : [`--target=${target}`]),
    join(dist, 'krm-variants.cjs'),
    `--outfile=${join(dist, 'krm-variants')}`,
  ]);
}

/** Compiles src/ file by file: the one tsconfig, but with output, and without the tests and scripts. */
function compileLibrary(): void {
  const project = join(dist, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: '../src',
    outDir: 'lib',
  };
  writeFileSync(
    project,
    JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include: ['../src'], exclude: [] }),
  );
  run('tsc', ['--project', project]);
  rmSync(project);
}

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? ''}${stdout}${stderr}`);
}

function report(path: string): void {
  console.log(`dist/${path}`);
}
