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

/** Makes a fleet as the tutorial does (docs/tutorial.md), up to its upgrade. */
const FLEET = `
git init --quiet fleet
cd fleet
git config user.name demo
git config user.email demo@example.com
mkdir -p packages/web
printf 'apiVersion: kpt.dev/v1\\nkind: Kptfile\\nmetadata:\\n  name: web\\n' >packages/web/Kptfile
cp ../shop/web.yaml packages/web
git add .
git commit --quiet -m v1
git tag v1
krm-variants fleet init --clusters eu-1,us-1 --from packages/web@v1 --quiet
krm-variants fleet apply --quiet
sed -i.old 's/replicas: [0-9]*/replicas: 6/' clusters/us-1/web/web.yaml
rm clusters/us-1/web/web.yaml.old
git add .
git commit --quiet -m edited
sed -i.old 's/2\\.4/2.5/' packages/web/web.yaml
rm packages/web/web.yaml.old
git commit --quiet -am v2
git tag v2
sed -i.old 's/revision: v1/revision: v2/' variants/web.yaml
rm variants/web.yaml.old
`;

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
  shell('git diff --no-index --stat shop shop-kpt', { exitCode: 1 });
  shell('git diff --no-index --shortstat shop shop-ours', { exitCode: 1 });
  shell(
    'kpt fn render shop-ours --allow-exec 2>/dev/null && diff -r shop-ours shop-kpt && echo the same in that layout',
  );
} else {
  say('kpt or git is not on the PATH. With them, `kpt fn render` shows how it differs.');
}
if (missingTools(['git']).length === 0) {
  say('A fleet: two clusters have copies of a package, someone scaled that of us-1, and v2 has a new image.');
  quietly(FLEET);
  shell('krm-variants fleet plan us-1/web --diff', { cwd: 'fleet' });
}
rmSync(folder, { recursive: true });

function copyTo(name: string): void {
  const isPartOfPackage = (path: string): boolean => !['.expected', 'README.md'].includes(basename(path));
  cpSync(join(root, example), join(folder, name), { recursive: true, filter: isPartOfPackage });
}

function say(text: string): void {
  console.log(`\n# ${text}`);
}

/**
 * Prints a command, runs it in a folder of the demo, and exits if it fails. Its messages on stderr are shown in place.
 */
function shell(command: string, { exitCode = 0, cwd = '' }: { exitCode?: number; cwd?: string } = {}): void {
  console.log(`$ ${command}`);
  const { status } = spawnSync(command, { cwd: join(folder, cwd), env, shell: true, stdio: ['ignore', 1, 1] });
  if (status !== exitCode) fail(command);
}

/** Runs commands that are not shown. */
function quietly(commands: string): void {
  if (spawnSync('sh', ['-ec', commands], { cwd: folder, env, stdio: ['ignore', 'ignore', 2] }).status !== 0)
    fail(commands);
}

function fail(command: string): never {
  rmSync(folder, { recursive: true });
  throw new Error(`the demo failed: ${command}`);
}
