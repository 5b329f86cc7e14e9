import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import type { Value } from '../../../src/yaml/index.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { assertSameFiles, describeCorpus, withPipeline } from '../../support/corpus.ts';
import { inCopy } from '../../support/example-files.ts';
import { withLines, absentFrom, type LineEdit } from '../../support/line-edits.ts';
import { quietRender } from '../../support/quiet-render.ts';
import { resource } from '../../support/resource-list.ts';
import { STRIP, STRIP_NOTHING, STRIPPED } from '../../support/stripped.ts';
import type { Files } from '../run-support.ts';

const functions = await allFunctions();

const override = (spec: string): string =>
  resource('krm-variants.dev/v1alpha1', 'OverridePolicyApplication', 'corpus', `spec:${spec}\n`);

const OVERRIDE = override(`
  overrideRules:
    - overriders:
        plaintext:
          - {path: /spec/replicas, operator: replace, value: 40, ifMissing: ignore}
          - {path: /spec/scope, operator: replace, value: Everywhere, ifMissing: ignore}`);

/** Lines that it changes. A comment beside a value stays. */
const OVERRIDDEN: readonly LineEdit[] = [
  [/^kind: (?:Deployment|StatefulSet|ReplicaSet|ReplicationController)\b/m, /^ {2}replicas: \d+/gm, '  replicas: 40'],
  [/^kind: CustomResourceDefinition\b/m, /^ {2}scope: \w+/gm, '  scope: Everywhere'],
];

/** A function of a pipeline with its configuration, and the lines that it changes. */
interface Step {
  readonly name: string;
  readonly config: string;
  readonly edits: readonly LineEdit[];
}

const EDITING: readonly Step[] = [
  { name: 'apply-override-policy', config: OVERRIDE, edits: OVERRIDDEN },
  { name: 'strip-transform', config: STRIP, edits: STRIPPED },
];

const variant = (spec: string): string =>
  resource('config.porch.kpt.dev/v1alpha1', 'PackageVariant', 'corpus', `spec: ${spec}\n`);

/** Functions that find nothing to change in any of the packages. */
const IDLE: readonly Step[] = [
  { name: 'strip-transform', config: STRIP_NOTHING, edits: [] },
  {
    name: 'apply-override-policy',
    config: override(`
  resourceSelectors: [{apiVersion: v1, kind: Pod}]
  overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {site: oslo}}]}}]`),
    edits: [],
  },
  { name: 'apply-package-context', config: variant('{}'), edits: [] },
  { name: 'inject-config', config: variant('{injectors: [{name: a}]}'), edits: [] },
  { name: 'edit-pipeline', config: variant('{}'), edits: [] },
  {
    name: 'expand-templates',
    config: resource('v1', 'ConfigMap', 'corpus', 'data: {clusterName: oslo}\n'),
    edits: [],
  },
];

describeCorpus('krm-variants render of our functions on the corpus', function (packages) {
  for (const [name, files] of packages) {
    it(`${name}: changes no byte if no function finds anything to change`, () => check(withSteps(files, IDLE), IDLE));

    it(`${name}: changes only the lines that its functions edit`, () =>
      check(withSteps(files, EDITING, [{ exec: 'strip-transform' }]), EDITING));

    for (const step of EDITING) {
      it(`${name}: makes of ${step.name} what krm-variants run makes`, async () => {
        const rendered = withSteps(files, [step]);
        const run = await filesAfter(rendered, async (folder) =>
          applyToFolder(await loadFunction(step.name), [folder, '--fn-config', join(folder, configFile(0))]),
        );
        assertSameFiles(await filesAfter(rendered, render), run, name);
      });
    }
  }

  it('has lines of each edit', () => {
    assert.deepEqual(
      absentFrom(
        packages,
        EDITING.flatMap(({ edits }) => edits),
      ),
      [],
    );
  });
});

/** Checks a rendering, and a second one. */
async function check(files: Files, steps: readonly Step[]): Promise<void> {
  const want = steps.reduce((text, { edits }) => withLines(text, edits), files);
  assertSameFiles(await filesAfter(files, render), want, 'a rendering');
  assertSameFiles(await filesAfter(want, render), want, 'a second rendering');
}

const configFile = (index: number): string => `of-this-test/${index}.yaml`;

/**
 * Returns a package with these functions, and others in its subpackages: by default one that finds nothing to change.
 */
function withSteps(files: Files, steps: readonly Step[], below: readonly Value[] = [EXPAND_NOTHING]): Files {
  const configs = steps.map(({ config }, index) => [configFile(index), config] as const);
  const mutators = steps.map((step, index) => ({ exec: step.name, configPath: configFile(index) }));
  return withPipeline({ ...files, ...Object.fromEntries(configs) }, mutators, below);
}

const EXPAND_NOTHING = { exec: 'expand-templates', configMap: { clusterName: 'oslo' } };

function render(folder: string): Promise<FolderOutcome> {
  return quietRender(functions, [folder]);
}

function filesAfter(files: Files, act: (folder: string) => Promise<FolderOutcome>): Promise<Files> {
  return inCopy(files, async (copy) => {
    const { exitCode, stderr } = await act(copy.folder);
    assert.equal(exitCode, 0, stderr);
    return copy.files();
  });
}
