import assert from 'node:assert/strict';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { findFunctions, loadDefinition } from '../../scripts/functions.ts';
import { functionConfig, podEnvironment } from '../../scripts/function-config.ts';
import { imageTags } from '../../scripts/image/tags.ts';

const podExecutor = {
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
