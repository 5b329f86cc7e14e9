import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { compare } from '../scripts/evidence/kpt-cases/comparison.ts';
import { kptfile, readFiles, writeFiles } from '../test/cli/run-support.ts';
import { NATIVE, ours, type Contender } from './contender.ts';
import { plain } from './flavour.ts';
import { measure, runOnce, type Measurement } from './measure.ts';
import type { Setting } from './setting.ts';
import type { Target } from './target.ts';
import { workload } from './workload.ts';

/** Costs of rendering a package with one function of another project. */
export interface HostCosts {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

/** Contender that is the function alone, on the list that kpt sends. */
export const FUNCTION = 'the function alone';

export const KPT = 'kpt';

/** Largest share of the CPU that kpt needs, both without that of the function. */
const GOAL = 1 / 6;

/** Number of resources in each file. */
const IN_FILE = 10;

/** Functions, by title: programs of `bench/go`, with their configuration. */
const FUNCTIONS = {
  'a function that does nothing': { program: 'echo', config: '' },
  'a kyaml function that sets annotations': {
    program: 'kyaml-function',
    config: '      configMap:\n        annotation: team\n        value: gold\n',
  },
} as const;

/**
 * Renders a package with each function, checks that kpt and `krm-variants render` make the same data, and measures.
 * Throws if they do not.
 */
export function measureHosts(setting: Setting, count: number): readonly HostCosts[] {
  return Object.entries(FUNCTIONS).map(([name, { program, config }]) => {
    const { tools, rounds } = setting;
    const scratch = join(setting.scratch, `host-${program}`);
    const write = (folder: string, command: string): void =>
      writePackage(join(scratch, folder), command, config, count);
    write('package', tools.kyaml(program));
    const list = join(scratch, 'list.yaml');
    write('captured', `${tools.kyaml('echo')} ${list}`);
    runCommand('kpt', ['fn', 'render', '--allow-exec', join(scratch, 'captured')]);
    assert.ok(existsSync(list), 'the list that kpt sends');
    const contenders = contendersFor(setting, scratch);
    check(contenders, setting, name);
    const alone = { name: FUNCTION, isFloor: true, command: [tools.kyaml(program)], stdin: list, resources: list };
    const title = `${count.toLocaleString('en')} resources, ${name}`;
    return { title, measurements: measure(tools.runner, [alone, ...contenders], rounds) };
  });
}

function writePackage(folder: string, command: string, config: string, count: number): void {
  const files = Array.from({ length: count / IN_FILE }, (_, file) => {
    const texts = Array.from({ length: IN_FILE }, (__, index) => workload(file * IN_FILE + index, plain));
    return [`shop-${file}.yaml`, texts.join('---\n')] as const;
  });
  const pipeline = `pipeline:\n  mutators:\n    - exec: ${command}\n${config}`;
  writeFiles(folder, { ...Object.fromEntries(files), Kptfile: `${kptfile('shop')}${pipeline}` });
}

function contendersFor({ tools }: Setting, scratch: string): readonly Contender[] {
  const [from, to] = [join(scratch, 'package'), join(scratch, 'rendered')];
  const base = { isFloor: false, stdin: devNull, resources: from, folder: { from, to } };
  const own = ['render', '--allow-exec', to];
  return [
    { ...base, name: KPT, command: ['kpt', 'fn', 'render', '--allow-exec', to] },
    ...tools.nodes.map((node) => ({
      ...base,
      name: ours(node),
      command: [node.command, tools.bundle('krm-variants'), ...own],
    })),
    { ...base, name: NATIVE, command: [tools.native, ...own] },
  ];
}

/** Throws if the contenders do not make the same data. */
function check(contenders: readonly Contender[], { tools, rounds }: Setting, title: string): void {
  const outcomes = contenders.map((contender) => {
    assert.equal(runOnce(tools.runner, contender, devNull, rounds), '', `${contender.name}: ${title}`);
    return { exitCode: 0, stderr: '', files: readFiles(contender.folder?.to ?? '') };
  });
  const [kpt, ...others] = outcomes;
  assert.ok(kpt);
  for (const [index, outcome] of others.entries())
    assert.ok(compare(outcome, kpt).isData, `${contenders[index + 1]?.name} and ${KPT}: ${title}`);
}

/** Returns the CPU time of a contender without the function's, in milliseconds. */
export function ownCpu(measurements: readonly Measurement[], contender: string): number {
  const cpu = (name: string): number => measurements.find((one) => one.contender === name)?.cpuMs ?? NaN;
  return cpu(contender) - cpu(FUNCTION);
}

/** Returns the goals of each function. */
export function hostTargets(costs: readonly HostCosts[]): Target[] {
  return costs.flatMap(({ title, measurements }) =>
    measurements
      .filter(({ contender }) => contender !== FUNCTION && contender !== KPT)
      .map(({ contender }) => ({
        title: `${title}: CPU beside kpt, without the function's`,
        contender,
        limit: GOAL,
        ratio: ownCpu(measurements, contender) / ownCpu(measurements, KPT),
      })),
  );
}
