import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadFunction } from '../../../scripts/functions.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { resource } from '../../support/resource-list.ts';
import { configMap, inFolder, type Files } from '../run-support.ts';

/** Applies a function to folders that hold these files. */
function run(name: string, files: Files, ...inputs: readonly string[]): Promise<readonly [number, string]> {
  return inFolder(files, async (folder) => {
    const { exitCode, stderr } = await applyToFolder(
      await loadFunction(name),
      inputs.map((input) => join(folder, input)),
    );
    return [exitCode, stderr.replaceAll(`${folder}/`, '')];
  });
}

const POLICY = resource(
  'policy.karmada.io/v1alpha1',
  'OverridePolicy',
  'p',
  'spec:\n  overrideRules:\n  - overriders:\n      labelsOverrider:\n      - {operator: add, value: {a: b}}\n',
);

describe('krm-variants run of a function that finds its policies among the items', () => {
  const rows: readonly (readonly [name: string, kind: string])[] = [
    ['apply-override-policy', 'OverridePolicy or ClusterOverridePolicy'],
    ['apply-pod-preset', 'PodPreset'],
    ['expand-package-variant-set', 'PackageVariantSet'],
    ['overwrite-components', 'ComponentVersionOverwrites'],
  ];
  for (const [name, kind] of rows)
    it(`fails if no input has one: ${name}`, async () => {
      const files = { 'a/a.yaml': configMap('a'), 'b/b.yaml': configMap('b') };
      const message = `[error]: no ${kind} in the function config or among the items: give one with \`--policy FILE\`, or add it to the input\n1 error\n`;
      assert.deepEqual(await run(name, files, 'a'), [1, message]);
      assert.deepEqual(await run(name, files, 'a', 'b'), [1, message]);
    });

  it('warns of the inputs that have none if another has one', async () => {
    const files = { 'a/a.yaml': configMap('a'), 'b/b.yaml': `${configMap('b')}---\n${POLICY}` };
    const [exitCode, stderr] = await run('apply-override-policy', files, 'a', 'b');
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /^\[warning\]: no OverridePolicy or ClusterOverridePolicy in the function config/m);
  });

  it('needs none to take back what an earlier one did', async () => {
    const list = resource(
      'landscaper.gardener.cloud/v1alpha1',
      'ComponentVersionOverwrites',
      'o',
      'overwrites:\n- source: {componentName: c}\n  substitution: {componentName: d}\n',
    );
    const installation = resource(
      'landscaper.gardener.cloud/v1alpha1',
      'Installation',
      'i',
      'spec:\n  componentDescriptor:\n    ref: {componentName: c, version: v1}\n',
    );
    const context = resource(
      'landscaper.gardener.cloud/v1alpha1',
      'Context',
      'default',
      'componentVersionOverwrites: o\n',
    );
    await inFolder({ 'i.yaml': installation, 'o.yaml': `${list}---\n${context}` }, async (folder) => {
      const fn = await loadFunction('overwrite-components');
      const file = join(folder, 'i.yaml');
      const write = async (): Promise<number> => (await applyToFolder(fn, [folder])).exitCode;
      assert.equal(await write(), 0);
      assert.match(readFileSync(file, 'utf8'), /componentName: d/);
      rmSync(join(folder, 'o.yaml'));
      assert.equal(await write(), 0);
      assert.match(readFileSync(file, 'utf8'), /componentName: c/);
      assert.equal(await write(), 1);
    });
  });
});
