import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { readDocument } from '../src/yaml/index.ts';
import { kptfile, readFiles, writeFiles, type Files } from '../test/cli/run-support.ts';
import { assertSameFiles } from '../test/support/corpus.ts';
import { changed, filesWith, type ChangedResource } from './changed-package.ts';
import { plain } from './flavour.ts';
import { service, workload } from './workload.ts';

/** Package to be merged. */
export interface MergeInput {
  readonly title: string;
  /** Folders of the three versions. */
  readonly folders: Readonly<Record<'base' | 'new' | 'local', string>>;
  /** Environment in which `kpt pkg update` upgrades the local version to `v2`; absent if kpt did not fetch it. */
  readonly kptEnvironment?: Readonly<Record<string, string>>;
  /** Throws if the files of the merged package do not have the changes of both sides, or have others. */
  check(merged: Files, contender: string): void;
}

/** Package to be upgraded from a git repository by kpt. */
export interface UpgradeInput extends MergeInput {
  /** Repository with the folder `shop` at the tags `v1` and `v2`. */
  readonly repository: string;
  readonly kptEnvironment: Readonly<Record<string, string>>;
  /** Throws if the files are not those of the base version, apart from the Kptfile, the layout and the comments. */
  checkBase(files: Files, contender: string): void;
}

/** Number of resources in the package that kpt upgrades, of which each fifth is a Service. */
const RESOURCES = 50;

/** Intervals of the resources of that package that the new version and the local one change. */
const [EVERY_NEW, EVERY_LOCAL] = [3, 9];

/**
 * Returns a package of Deployments, ConfigMaps and Services, a file each. The base and new versions are tags of a git
 * repository, too; the local one is what `kpt pkg get` makes of the base version, with edits.
 */
export function upgradeInput(scratch: string, count = RESOURCES): UpgradeInput {
  const services = count / 5;
  const texts = [
    ...Array.from({ length: count - services }, (_, number) => workload(number, plain)),
    ...Array.from({ length: services }, (_, number) => service(2 * number)),
  ];
  const resources = texts.map((text, index): ChangedResource => {
    const isNew = index % EVERY_NEW === 0;
    const isLocal = index % EVERY_LOCAL === 0;
    return {
      path: `shop-${index}.yaml`,
      text,
      changedBy: [...(isNew ? (['new'] as const) : []), ...(isLocal ? (['local'] as const) : [])],
    };
  });
  const withKptfile = (files: Files): Files => ({ ...files, Kptfile: kptfile('shop') });
  const folders = foldersIn(scratch);
  writeFiles(folders.base, withKptfile(filesWith(resources)));
  writeFiles(folders.new, withKptfile(filesWith(resources, 'new')));
  const kptEnvironment = { KPT_CACHE_DIR: join(scratch, 'cache') };
  const repository = writeRepository(scratch, [readFiles(folders.base), readFiles(folders.new)]);
  runCommand('kpt', ['pkg', 'get', `file://${repository}/.git/shop@v1`, folders.local], { env: kptEnvironment });
  for (const { path } of resources.filter(({ changedBy }) => changedBy.includes('local')))
    writeFiles(folders.local, { [path]: changed(readFiles(folders.local)[path] ?? '', 'local') });
  return {
    title: `a package of ${texts.length.toLocaleString('en')} resources`,
    folders,
    repository,
    kptEnvironment,
    checkBase: ({ Kptfile, ...files }, contender) => {
      assert.ok(Kptfile !== undefined, `${contender}: the Kptfile`);
      assert.deepEqual(dataOf(files), dataOf(filesWith(resources)), contender);
    },
    check: (merged, contender) => {
      const { Kptfile, ...files } = merged;
      assert.ok(Kptfile !== undefined, `${contender}: the Kptfile`);
      assert.deepEqual(dataOf(files), dataOf(filesWith(resources, 'new', 'local')), contender);
    },
  };
}

/** Writes versions of the folder `shop` into a git repository, each with a tag: v1, v2. Returns its path. */
function writeRepository(scratch: string, versions: readonly Files[]): string {
  const repository = join(scratch, 'repository');
  mkdirSync(repository);
  const git = (...args: readonly string[]): unknown =>
    runCommand('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: repository });
  git('init', '--quiet');
  for (const [index, files] of versions.entries()) {
    rmSync(join(repository, 'shop'), { recursive: true, force: true });
    writeFiles(join(repository, 'shop'), files);
    git('add', '--all');
    git('commit', '--quiet', '--message', `v${index + 1}`);
    git('tag', `v${index + 1}`);
  }
  return repository;
}

/** Returns the data of files with one resource each, without the annotations, which are kpt's own. */
function dataOf(files: Files): Readonly<Record<string, unknown>> {
  const entries = Object.entries(files).map(([path, text]) => {
    const document = readDocument(String(text));
    document.remove(['metadata', 'annotations']);
    return [path, document.value([])] as const;
  });
  return Object.fromEntries(entries);
}

/** Interval of the resources that both sides change, so that it is 1 % of all, and each kind. */
const EVERY = 101;

/** Returns a package of workloads, `inFile` in each file, of which both sides change 1 %. */
export function workloadsMergeInput(scratch: string, count: number, inFile: number): MergeInput {
  const resources = Array.from({ length: count }, (_, index): ChangedResource => ({
    path: `shop-${Math.floor(index / inFile)}.yaml`,
    text: workload(index, plain),
    changedBy: index % EVERY === 0 ? ['new', 'local'] : [],
  }));
  const folders = foldersIn(scratch);
  writeFiles(folders.base, filesWith(resources));
  writeFiles(folders.new, filesWith(resources, 'new'));
  writeFiles(folders.local, filesWith(resources, 'local'));
  return {
    title: `${count} resources, ${inFile} in each file`,
    folders,
    check: (merged, contender) => assertSameFiles(merged, filesWith(resources, 'new', 'local'), contender),
  };
}

function foldersIn(scratch: string): MergeInput['folders'] {
  const within = (name: string): string => join(scratch, name);
  return { base: within('base'), new: within('new'), local: within('local') };
}
