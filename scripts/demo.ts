/**
 * `node scripts/demo.ts` renders a copy of an example as a user would: with `krm-variants render`, and with
 * `kpt fn render` if kpt and git are on the PATH. Requires a build.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { missingTools } from './command.ts';
import { findFunctions, root } from './functions.ts';

const example = 'examples/render/shop';

const folder = mkdtempSync(join(tmpdir(), 'krm-variants-demo-'));
const bin = join(folder, 'bin');
mkdirSync(bin);
for (const name of ['krm-variants', ...findFunctions()]) symlinkSync(join(root, 'dist/krm-variants'), join(bin, name));
const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) };

say(`A copy of ${example} becomes the variant that its pipelines make.`);
for (const name of ['shop', 'shop-ours', 'shop-kpt']) copyTo(name);
shell('krm-variants render shop-ours --diff');
shell('krm-variants render shop-ours --check');

if (missingTools(['kpt', 'git']).length === 0) {
  say('The same by kpt, on another copy: it writes all files anew, in its own layout.');
  shell('kpt fn render shop-kpt --allow-exec 2>/dev/null');
  shell('git diff --no-index --stat shop shop-kpt', 1);
  shell('git diff --no-index --shortstat shop shop-ours', 1);
  shell(
    'kpt fn render shop-ours --allow-exec 2>/dev/null && diff -r shop-ours shop-kpt && echo the same in that layout',
  );
} else {
  say('kpt or git is not on the PATH. With them, `kpt fn render` shows how it differs.');
}
rmSync(folder, { recursive: true });

function copyTo(name: string): void {
  const isPartOfPackage = (path: string): boolean => !['.expected', 'README.md'].includes(basename(path));
  cpSync(join(root, example), join(folder, name), { recursive: true, filter: isPartOfPackage });
}

function say(text: string): void {
  console.log(`\n# ${text}`);
}

/** Prints a command, runs it, and exits if it fails. Its messages on stderr are shown in place. */
function shell(command: string, exitCode = 0): void {
  console.log(`$ ${command}`);
  const { status } = spawnSync(command, { cwd: folder, env, shell: true, stdio: ['ignore', 1, 1] });
  if (status === exitCode) return;
  rmSync(folder, { recursive: true });
  throw new Error(`the demo failed: ${command}`);
}
