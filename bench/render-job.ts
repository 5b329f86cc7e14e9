import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from '../scripts/command.ts';
import { fleetBin } from './stores/bin.ts';
import { findFunctions } from '../scripts/functions.ts';
import { readFiles, type Files } from '../test/cli/run-support.ts';
import { assertSameFiles } from '../test/support/corpus.ts';
import { NATIVE, ours, type Contender } from './contender.ts';
import { measure, runOnce, type Measurement } from './measure.ts';
import { corpusRenderInputs, fleetInputs, workloadsInput, type RenderInput } from './render-input.ts';
import type { Setting } from './setting.ts';
import { QUANTITY, type Target } from './target.ts';

/** Costs of rendering packages in place, by one `krm-variants render` and by a `kpt fn render` for each package. */
export interface RenderCosts {
  readonly input: RenderInput;
  readonly measurements: readonly Measurement[];
}

/** The baseline: kpt, which starts our native executable for each function. */
export const KPT = 'kpt, our functions';

/** Sizes of the inputs. */
export interface RenderSizes {
  /** Number of packages of a fleet. */
  readonly variants: number;
  /** Number of resources in the large package. */
  readonly resources: number;
}

/**
 * Seconds after which a run is aborted: kpt needs more than a minute for the large package, and several on a busy
 * machine.
 */
const LIMIT = 1200;

/**
 * Renders each input once with each contender, checks that the outcome is right and equal as data, and measures. Throws
 * if it is not. `show` receives the costs of each input as soon as they are known.
 */
export async function measureRenders(
  given: Setting,
  sizes: RenderSizes,
  show: (costs: RenderCosts) => void,
): Promise<RenderCosts[]> {
  const setting = { ...given, rounds: { ...given.rounds, limit: LIMIT } };
  const scratch = join(setting.scratch, 'render');
  const bin = fleetBin(join(scratch, 'bin'), setting.tools.native, findFunctions());
  const inputs = [
    ...(await fleetInputs(bin, scratch, sizes.variants)),
    workloadsInput(scratch, sizes.resources),
    ...corpusRenderInputs(scratch),
  ];
  return inputs.map((input) => {
    const contenders = renderContenders(input, setting, bin);
    check(contenders, input, setting);
    const costs = { input, measurements: measure(setting.tools.runner, contenders, setting.rounds) };
    show(costs);
    return costs;
  });
}

/** Returns the contenders at rendering an input. */
export function renderContenders(
  { folder, packages }: RenderInput,
  { tools, scratch }: Setting,
  bin: string,
): Contender[] {
  const rendered = join(scratch, 'rendered');
  const base = { isFloor: false, stdin: devNull, resources: folder, folder: { from: folder, to: rendered } };
  const isOne = packages.length === 1;
  const own = ['render', ...(isOne ? [] : ['--all']), rendered];
  const kpt = ['env', `PATH=${bin}${delimiter}${process.env['PATH']}`, ...(isOne ? [] : ['xargs', '-n', '1'])];
  const list = join(scratch, 'packages');
  writeFileSync(list, packages.map((name) => `${join(rendered, name)}\n`).join(''));
  return [
    {
      ...base,
      name: KPT,
      command: [...kpt, 'kpt', 'fn', 'render', '--allow-exec', ...(isOne ? [rendered] : [])],
      stdin: isOne ? devNull : list,
    },
    ...tools.nodes.map((node) => ({
      ...base,
      name: ours(node),
      command: [node.command, tools.bundle('krm-variants'), ...own],
    })),
    { ...base, name: NATIVE, command: [tools.native, ...own] },
  ];
}

/** Throws if the contenders do not make the same of an input, or not what it asks for. */
function check(contenders: readonly Contender[], input: RenderInput, { tools, rounds }: Setting): void {
  const outcomes = contenders.map(({ name, ...contender }) => {
    const failure = runOnce(tools.runner, { name, ...contender }, devNull, rounds);
    assert.equal(failure, '', `${name} could not render ${input.title}`);
    const rendered = contender.folder?.to ?? '';
    input.check(rendered);
    return inKptsFormat(rendered);
  });
  for (const [index, files] of outcomes.entries())
    assertSameFiles(files, outcomes[0] ?? {}, `${contenders[index]?.name} and ${KPT}: ${input.title}`);
}

/** Returns the files of a folder as kpt writes them, which changes nothing of their data. */
function inKptsFormat(folder: string): Files {
  runCommand('kpt', ['fn', 'eval', folder, '--exec', 'cat']);
  return readFiles(folder);
}

/** Returns the goals of each input. */
export function renderTargets(costs: readonly RenderCosts[]): Target[] {
  return costs.flatMap(({ input: { title, goals }, measurements }) => {
    const find = (name: string): Measurement | undefined => measurements.find(({ contender }) => contender === name);
    return (['cpuMs', 'wallMs', 'peakMiB'] as const).flatMap((quantity) => {
      const limit = goals[quantity];
      const ratio = (find(NATIVE)?.[quantity] ?? NaN) / (find(KPT)?.[quantity] ?? NaN);
      const name = `rendering ${title}: ${QUANTITY[quantity]} beside kpt`;
      return limit === undefined ? [] : [{ title: name, contender: NATIVE, limit, ratio }];
    });
  });
}
