import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { isInShard } from '../src/fleet/inputs/shard.ts';
import { runCommand } from '../scripts/command.ts';
import { GitServer } from '../test/support/git-server.ts';
import { NATIVE } from './contender.ts';
import { measure, type Cost } from './measure.ts';
import type { Setting } from './setting.ts';
import { commit, storesInput } from './stores-input.ts';

/** Number of git repositories with the variants, and of parts: each has one. */
const PARTS = 4;

/** Seconds after which a run is aborted. */
const LIMIT = 3600;

const STEPS = ['first apply', 'unchanged apply'] as const;

/** Cost of `krm-variants fleet apply` on a fleet with its variants in several git repositories. */
export interface ShardsCost {
  readonly step: (typeof STEPS)[number];
  readonly variants: number;
  /** One run for all of them. */
  readonly one: Cost;
  /**
   * Runs for one git repository each, one after the other, so that none slows down another one: each stands for a
   * machine.
   */
  readonly parts: readonly Cost[];
}

/**
 * Applies and pushes the fleet of `bench/stores/` with its variants in four git repositories on a server: in one run,
 * and in four shards, each with a clone and a cache of its own. Throws if both do not give the same files.
 */
export async function measureShards(setting: Setting, count: number): Promise<ShardsCost[]> {
  const folder = join(setting.scratch, `shards-${count}`);
  const served = join(folder, 'served');
  mkdirSync(served, { recursive: true });
  const server = await GitServer.start(served);
  try {
    const names = Array.from({ length: PARTS }, (_, index) => nameIn(server.url, index));
    for (const name of names) makeServed(served, folder, name);
    const { folder: fleet } = storesInput(join(folder, 'fleet'), count);
    spread(join(fleet, 'variants'), names, server.url);
    commit(fleet, 'Move the stores into git repositories of their own');
    const trees = (): readonly string[] => names.map((name) => treeOf(join(served, `${name}.git`)));
    const one = STEPS.map(() => run(setting, folder, 'one'));
    const expected = trees();
    for (const name of names) git(join(served, `${name}.git`), 'update-ref', 'refs/heads/main', 'refs/heads/main~1');
    const parts = names.map((_, index) => STEPS.map(() => run(setting, folder, `part-${index}`, `${index}/${PARTS}`)));
    assert.deepEqual(trees(), expected, 'shards must write what one run writes');
    return STEPS.map((step, index) => ({
      step,
      variants: count,
      one: one[index] ?? MISSING,
      parts: parts.map((costs) => costs[index] ?? MISSING),
    }));
  } finally {
    await server.stop();
  }
}

const MISSING: Cost = { cpuMs: NaN, wallMs: NaN, peakMiB: NaN };

/** Returns a name for a git repository that is in this part. */
function nameIn(url: string, index: number): string {
  for (let number = 0; ; number++) {
    const name = `stores-${index}-${number}`;
    if (isInShard({ index, count: PARTS }, { name, url: `${url}/${name}.git`, branch: 'main' })) return name;
  }
}

/** Makes a git repository with a first commit. */
function makeServed(served: string, folder: string, name: string): void {
  const first = join(folder, `${name}-first`);
  mkdirSync(first);
  writeFileSync(join(first, 'README.md'), `${name}\n`);
  git(first, '-c', 'init.defaultBranch=main', 'init', '--quiet');
  commit(first, 'first');
  git(served, 'clone', '--quiet', '--bare', first, `${name}.git`);
  git(join(served, `${name}.git`), 'config', 'http.receivepack', 'true');
}

/** Moves the Repositories of stores from folders of the fleet to the git repositories, in turn. */
function spread(variants: string, names: readonly string[], url: string): void {
  let next = 0;
  for (const file of readdirSync(variants).filter((each) => each.startsWith('stores-'))) {
    const path = join(variants, file);
    const text = readFileSync(path, 'utf8').replaceAll(
      'repo: .\n',
      () => `repo: ${url}/${names[next++ % names.length] ?? ''}.git\n`,
    );
    writeFileSync(path, text);
  }
}

/** Runs `fleet apply` in the clone of that name, which is made for the first run. */
function run({ tools, scratch }: Setting, folder: string, name: string, shard?: string): Cost {
  const clone = join(folder, name);
  if (!readdirSync(folder).includes(name)) git(folder, 'clone', '--quiet', join(folder, 'fleet'), clone);
  const settings = [
    `XDG_CACHE_HOME=${join(folder, `${name}-cache`)}`,
    ...['AUTHOR', 'COMMITTER'].flatMap((who) => [`GIT_${who}_NAME=a`, `GIT_${who}_EMAIL=a@example.com`]),
  ];
  const call = [tools.native, 'fleet', 'apply', '-C', clone, '--commit', '--push'];
  const command = ['env', ...settings, ...call, ...(shard === undefined ? [] : ['--shard', shard])];
  const contender = { name: NATIVE, isFloor: false, stdin: devNull, resources: scratch, command };
  const [cost] = measure(tools.runner, [contender], { maxRounds: 1, minRounds: 1, seconds: 0, limit: LIMIT });
  assert.ok(cost?.failure === '', cost?.failure);
  return cost;
}

function treeOf(repository: string): string {
  return git(repository, 'rev-parse', 'main^{tree}');
}

function git(folder: string, ...args: readonly string[]): string {
  return runCommand('git', args, { cwd: folder });
}
