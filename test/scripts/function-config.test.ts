import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { findFunctions, loadDefinition } from '../../scripts/functions.ts';
import { functionConfig, podEnvironment, writeFunctionConfigs } from '../../scripts/function-config.ts';
import { imageTags } from '../../scripts/image/tags.ts';
import { inFolder, readFiles } from '../cli/run-support.ts';

const podExecutor = {
  tags: imageTags(packageJson.version),
  templateOverrides: { container: { envFrom: [{ configMapRef: { name: 'krm-variants', optional: true } }] } },
};

describe('functionConfig', () => {
  for (const name of findFunctions()) {
    const isPodOnly = name === 'inject-config';
    it(`runs ${name} ${isPodOnly ? 'in pods only' : 'as a program of its name, or in pods'}`, async () => {
      assert.deepEqual(parse(functionConfig(await loadDefinition(name))), {
        apiVersion: 'config.porch.kpt.dev/v1alpha1',
        kind: 'FunctionConfig',
        metadata: { name, namespace: 'porch-fn-system' },
        spec: {
          image: name,
          ...(isPodOnly ? {} : { binaryExecutor: { tags: imageTags(packageJson.version), path: name } }),
          podExecutor,
        },
      });
    });
  }

  it('is for the images of one registry, on request', async () => {
    const [name = ''] = findFunctions();
    const text = functionConfig(await loadDefinition(name), 'registry.example.com/krm');
    assert.deepEqual((parse(text) as { spec: object }).spec, {
      ...(parse(functionConfig(await loadDefinition(name))) as { spec: object }).spec,
      prefixes: ['registry.example.com/krm'],
    });
    assert.doesNotMatch(text, /[&*]a\d/);
  });
});

describe('writeFunctionConfigs', () => {
  it('writes those of the images that are functions, and removes others', () =>
    inFolder({ 'porch/gone.yaml': '' }, async (folder) => {
      const place = join(folder, 'porch');
      const name = 'edit-pipeline';
      await writeFunctionConfigs(place, [name, 'krm-variants'], 'registry.example.com/krm');
      assert.deepEqual(readFiles(place), {
        [`${name}.yaml`]: functionConfig(await loadDefinition(name), 'registry.example.com/krm'),
        'krm-variants.yaml': podEnvironment(),
      });
    }));
});

describe('podEnvironment', () => {
  it('keeps errors that are in the results off stderr', () => {
    assert.deepEqual(parse(podEnvironment()), {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'krm-variants', namespace: 'porch-fn-system' },
      data: { KRM_VARIANTS_ERRORS: 'stdout' },
    });
  });
});
