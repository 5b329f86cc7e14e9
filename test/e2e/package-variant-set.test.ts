import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FolderOutcome } from '../../cli/work/report-jobs.ts';
import { applyToFolder } from '../support/apply-to-folder.ts';
import { loadFunction, root } from '../../scripts/functions.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import { inCopy } from '../support/example-files.ts';
import { builtFunction, describeKpts, needTools, runKpt } from '../support/kpt.ts';

/** Function run on a folder of a package, with a file of the package as its config. */
interface Step {
  readonly functionName: string;
  readonly folder: string;
  readonly config: string;
}

const EXPAND: Step = { functionName: 'expand-package-variant-set', folder: '', config: 'package-variant-set.yaml' };
const APPLY: Step = {
  functionName: 'apply-package-variant',
  folder: 'variants/oulu/depot',
  config: 'depots/depots-oulu-depot.yaml',
};

const files = readFiles(join(root, 'examples/expand-package-variant-set/then-apply'));
const readme = files['README.md'] ?? '';

describeKpts('package of a set, then one of its variants', function () {
  it('changes as the README of the example says, through kpt', function () {
    needTools(this, 'kpt');
    return goOn(throughKpt);
  });

  it('changes as the README of the example says, in process', () => goOn(inProcess));

  it('is rendered by the command in the README of the example', () => {
    const { functionName, folder, config } = APPLY;
    assert.ok(readme.includes(`\nkpt fn eval ${folder} --exec ${functionName} --fn-config ${config}\n`));
  });
});

type Way = (step: Step, parent: string) => Ended | Promise<FolderOutcome>;

async function goOn(way: Way): Promise<void> {
  const expanded = await inCopy(files, async (copy): Promise<Files> => {
    await succeed(way, EXPAND, copy.folder);
    return copy.files();
  });
  await inCopy(expanded, async (copy) => {
    await succeed(way, APPLY, copy.folder);
    assert.equal(copy.diff().replaceAll(/^(diff|index) .*\n/gm, ''), /```diff\n(.*?)```/s.exec(readme)?.[1]);
    const once = copy.files();
    for (const step of [EXPAND, APPLY]) await succeed(way, step, copy.folder);
    assert.deepEqual(copy.files(), once, 'a second run of both changes nothing');
  });
}

async function succeed(way: Way, step: Step, parent: string): Promise<void> {
  const { exitCode, stderr } = await way(step, parent);
  assert.equal(exitCode, 0, stderr);
}

function throughKpt(step: Step, parent: string): Ended {
  return runKpt(['fn', 'eval', ...argumentsOf(step, parent), '--exec', builtFunction(step.functionName)], {});
}

async function inProcess(step: Step, parent: string): Promise<FolderOutcome> {
  return applyToFolder(await loadFunction(step.functionName), argumentsOf(step, parent));
}

function argumentsOf({ folder, config }: Step, parent: string): string[] {
  return [join(parent, folder), '--fn-config', join(parent, config)];
}
