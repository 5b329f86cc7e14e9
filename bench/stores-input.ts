import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { repositoriesFile, stores, type Store } from './stores/store.ts';
import { upstreamPackage } from './stores/variant.ts';
import { root } from '../scripts/functions.ts';

/** A git repository with a PackageVariantSet for stores, and its package at the tags v1 and v2. */
export interface StoresInput {
  readonly folder: string;
  readonly stores: readonly Store[];
}

/** Repositories in one file. */
const IN_FILE = 100;

/** File of the set. */
const SET = 'variants/set.yaml';

/**
 * Makes a git repository for that many stores, with the package of `bench/stores/` without the step that `krm-variants
 * fleet` does by itself.
 */
export function storesInput(folder: string, count: number): StoresInput {
  const all = stores(count);
  const upstream = join(folder, 'packages/shop');
  for (const each of ['variants', 'objects', 'packages']) mkdirSync(join(folder, each), { recursive: true });
  cpSync(upstreamPackage, upstream, { recursive: true });
  edit(join(upstream, 'Kptfile'), (text) => text.replace(/^pipeline:[^]*/m, ''));
  cpSync(join(root, 'bench/stores/cluster.yaml'), join(folder, 'objects/cluster.yaml'));
  cpSync(join(root, 'bench/stores/set/package-variant-set.yaml'), join(folder, SET));
  edit(join(folder, SET), (text) =>
    text.replace('revision: 7', 'revision: v1').replace(/^ *template:\n/m, `$&${templates(text)}`),
  );
  const blueprints = repositoriesFile([{ name: 'blueprints', region: '', tier: '' }]).replace(
    'role: store',
    'role: own',
  );
  writeFileSync(
    join(folder, 'variants/blueprints.yaml'),
    own(blueprints, () => 'packages'),
  );
  for (let from = 0; from < count; from += IN_FILE) {
    const text = own(repositoriesFile(all.slice(from, from + IN_FILE)), (name) => `stores/${name}`);
    writeFileSync(join(folder, `variants/stores-${from}.yaml`), text);
  }
  releaseNext(folder, 'packages/shop');
  return { folder, stores: all };
}

/** Returns the function that replaces the templates of a store, with the data of its package context. */
function templates(set: string): string {
  const [, data = ''] = /dataExprs:\n([^]*?)\n *injectors:/.exec(set) ?? [];
  return `        pipeline:
          mutators:
            - name: templates
              exec: expand-templates
              configMapExprs:
${data.replaceAll(/^/gm, '    ')}
`;
}

/** Makes a git repository with the package of a folder at the tag v1, and with another image at v2. */
export function releaseNext(folder: string, shop: string): void {
  git(folder, 'init', '--quiet');
  commit(folder, 'v1');
  git(folder, 'tag', 'v1');
  edit(join(folder, shop, 'scaling.yaml'), (text) => text.replace(/maxReplicas: \d+/, 'maxReplicas: 11'));
  commit(folder, 'v2');
  git(folder, 'tag', 'v2');
}

/** Makes Repositories folders of the git repository that they are in. */
function own(text: string, folderOf: (name: string) => string): string {
  return text.replaceAll(
    /(name: (\S+)\n[^]*?)repo: .*\n(.*\n *directory: )\/\n/g,
    (_, before: string, name: string, between: string) => `${before}repo: .\n${between}${folderOf(name)}\n`,
  );
}

/** Asks for another revision of the package. */
export function askFor({ folder }: StoresInput, revision: string): void {
  edit(join(folder, SET), (text) => text.replace(/revision: .*/, `revision: ${revision}`));
  commit(folder, `Ask for ${revision}`);
}

/** Commits everything. */
export function commit(folder: string, message: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
}

function git(folder: string, ...args: readonly string[]): void {
  const settings = ['user.name=a', 'user.email=a@example.com', 'gc.auto=0', 'maintenance.auto=false'];
  runCommand('git', [...settings.flatMap((each) => ['-c', each]), ...args], { cwd: folder });
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
