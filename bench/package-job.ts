import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { readFiles } from '../test/cli/run-support.ts';
import { NATIVE, ours, type Contender } from './contender.ts';
import { measure, runOnce, type Measurement } from './measure.ts';
import { upgradeInput, type UpgradeInput } from './merge-input.ts';
import type { Setting } from './setting.ts';
import type { Target } from './target.ts';

/** Costs of copying a package from a repository on this machine, or of updating it. */
export interface PackageCosts {
  readonly command: PackageCommand;
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

type PackageCommand = 'get' | 'update';

/** The baselines, with the git commands that kpt starts. */
export const KPT_PACKAGE: Readonly<Record<PackageCommand, string>> = { get: 'kpt pkg get', update: 'kpt pkg update' };

/** The git commands that our executable starts, without it. */
const GIT = "krm-variants' git calls alone";

/** Largest shares of kpt's CPU. */
const GOALS: Readonly<Record<PackageCommand, number>> = { get: 1 / 2, update: 1 / 8 };

/** Seconds after which a run is aborted: kpt takes more than a minute to update the large package. */
const LIMIT = 600;

/**
 * Gets and updates packages of these numbers of resources, a file each. Throws if an outcome is not right. `show`
 * receives the costs of each as soon as they are known.
 */
export function measurePackages(
  given: Setting,
  counts: readonly number[],
  show: (costs: PackageCosts) => void,
): readonly PackageCosts[] {
  const setting = { ...given, rounds: { ...given.rounds, limit: LIMIT } };
  return counts.flatMap((count) => {
    const scratch = join(setting.scratch, `packages-${count}`);
    mkdirSync(join(scratch, 'empty'), { recursive: true });
    const input = upgradeInput(scratch, count);
    return (['get', 'update'] as const).map((command) => {
      const own = contenders(command, input, setting, scratch);
      for (const contender of own) check(command, contender, input, setting);
      const all = [...own, gitAlone(own, setting, join(scratch, `git-${command}`))];
      const costs = { command, title: input.title, measurements: measure(setting.tools.runner, all, setting.rounds) };
      show(costs);
      return costs;
    });
  });
}

function contenders(command: PackageCommand, input: UpgradeInput, { tools }: Setting, scratch: string): Contender[] {
  const isGet = command === 'get';
  const out = join(scratch, 'out');
  const from = isGet ? join(scratch, 'empty') : input.folders.local;
  const base = { isFloor: false, stdin: devNull, resources: input.folders.local, folder: { from, to: out } };
  const address = `file://${input.repository}/.git/shop@v1`;
  const words = isGet ? ['get', address, join(out, 'shop')] : ['update', `${out}@v2`];
  const kpt = ['kpt', 'pkg', ...words, ...(isGet ? [] : ['--strategy', 'resource-merge'])];
  const variables = Object.entries(input.kptEnvironment).map(([name, value]) => `${name}=${value}`);
  return [
    // kpt takes only packages under the current folder.
    { ...base, name: KPT_PACKAGE[command], command: ['env', '-C', scratch, ...variables, ...kpt] },
    ...tools.nodes.map((node) => ({
      ...base,
      name: ours(node),
      command: [node.command, tools.bundle('krm-variants'), ...words],
    })),
    { ...base, name: NATIVE, command: [tools.native, ...words] },
  ];
}

function check(command: PackageCommand, contender: Contender, input: UpgradeInput, { tools, rounds }: Setting): void {
  const { name, folder } = contender;
  assert.equal(runOnce(tools.runner, contender, devNull, rounds), '', `${name}: ${input.title}`);
  const files = readFiles(folder?.to ?? '');
  if (command === 'update') return input.check(files, name);
  const below = Object.entries(files).map(([path, text]) => [path.replace(/^shop\//, ''), text] as const);
  input.checkBase(Object.fromEntries(below), name);
}

/** Records the git calls of our executable, and returns a program that repeats them. */
function gitAlone(all: readonly Contender[], { tools, rounds }: Setting, folder: string): Contender {
  const native = all.find(({ name }) => name === NATIVE);
  assert.ok(native !== undefined);
  const calls = join(folder, 'calls');
  mkdirSync(calls, { recursive: true });
  const git = runCommand('sh', ['-c', 'command -v git']).trim();
  const record = `#!/bin/bash
n=$(ls ${calls} | wc -l)
cat > ${calls}/$n.in
printf -v words ' %q' "$@"
echo "cd '$PWD'; ${git}$words < ${calls}/$n.in > ${devNull} 2>&1" > ${calls}/$n.sh
exec ${git} "$@" < ${calls}/$n.in
`;
  writeFileSync(join(folder, 'git'), record, { mode: 0o755 });
  const recorded = ['env', `PATH=${folder}${delimiter}${process.env['PATH']}`, ...native.command];
  assert.equal(runOnce(tools.runner, { ...native, command: recorded }, devNull, rounds), '', GIT);
  const count = readdirSync(calls).length / 2;
  assert.ok(count > 0, 'no call of git');
  const script = join(folder, 'calls.sh');
  writeFileSync(script, Array.from({ length: count }, (_, index) => `. ${calls}/${2 * index}.sh\n`).join(''));
  // A call may fail: git status does outside of a repository.
  return { ...native, name: GIT, isFloor: true, command: ['bash', '-c', `. ${script}; true`] };
}

/** Returns the goals: shares of kpt's CPU. */
export function packageTargets(costs: readonly PackageCosts[], contenderNames: readonly string[]): Target[] {
  return costs.flatMap(({ command, title, measurements }) =>
    contenderNames.map((contender) => {
      const cpu = (name: string): number => measurements.find((one) => one.contender === name)?.cpuMs ?? NaN;
      return {
        title: `${command} of ${title}: CPU beside ${KPT_PACKAGE[command]}`,
        contender,
        limit: GOALS[command],
        ratio: cpu(contender) / cpu(KPT_PACKAGE[command]),
      };
    }),
  );
}
