/**
 * `node scripts/demo.ts` runs a function on a copy of an example, as a user would: with `krm-variants run`, and through
 * `kpt fn render` if kpt is on the PATH. Requires a build.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { root } from './functions.ts';

const example = 'examples/apply-package-context/package-variant';
const run = 'krm-variants run apply-package-context . --fn-config package-variant.yaml --diff';

const folder = mkdtempSync(join(tmpdir(), 'krm-variants-demo-'));
const bin = join(folder, 'bin');
mkdirSync(bin);
symlinkSync(join(root, 'dist/krm-variants'), join(bin, 'krm-variants'));
symlinkSync(join(root, 'dist/apply-package-context.cjs'), join(bin, 'apply-package-context'));
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };

say(`A copy of ${example} becomes the variant that its PackageVariant asks for.`);
const variant = copyOf('variant');
shell(variant, run);

say('A second run changes nothing.');
shell(variant, run);

if (spawnSync('kpt', ['version'], { env }).status === 0) {
  say('The same in a kpt pipeline: the Kptfile of the example names the function.');
  const rendered = copyOf('rendered');
  shell(rendered, 'kpt fn render --allow-exec');
  shell(folder, 'diff -r variant rendered && echo both ways give the same files');
} else {
  say('kpt is not on the PATH. With it, `kpt fn render --allow-exec` does the same.');
}
rmSync(folder, { recursive: true });

function copyOf(name: string): string {
  const copy = join(folder, name);
  cpSync(join(root, example), copy, { recursive: true, filter: (path) => basename(path) !== '.expected' });
  return copy;
}

function say(text: string): void {
  console.log(`\n# ${text}`);
}

/** Prints a command, runs it, and exits on failure. Results, which are written to stderr, are shown in place. */
function shell(cwd: string, command: string): void {
  console.log(`$ ${command}`);
  const { status } = spawnSync(command, { cwd, env, shell: true, stdio: ['ignore', 1, 1] });
  if (status === 0) return;
  rmSync(folder, { recursive: true });
  throw new Error(`the demo failed: ${command}`);
}
