import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readFunctionConfig } from '../../../cli/work/function-config.ts';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { PROBE, probe } from '../../support/probe.ts';
import { configMap, inFolder } from '../run-support.ts';

const options = { configFile: undefined, data: undefined };

describe('function config of krm-variants run', () => {
  it('is undefined without arguments', () =>
    assert.deepEqual(readFunctionConfig(options), { config: undefined, policy: undefined }));

  it('is a ConfigMap of key=value', () => {
    const { config } = readFunctionConfig({
      ...options,
      data: new Map([
        ['b', '012'],
        ['__proto__', 'yes'],
        ['a', ''],
      ]),
    });
    assert.deepEqual(
      config?.document.text(),
      `${configMap('function-input')}data:\n  b: "012"\n  __proto__: "yes"\n  a: ""\n`,
    );
  });

  const files: readonly (readonly [name: string, text: string, want: string | RegExp])[] = [
    ['accepts the only document of a file', `# about\n---\n${configMap('c')}---\n# no more\n`, 'c'],
    [
      'refuses one of several documents',
      `${configMap('c')}---\n${configMap('d')}`,
      /must have exactly one document, not 2/,
    ],
    ['refuses an empty file', '# nothing\n', /must have exactly one document, not 0/],
    ['refuses a broken file', 'a: [\n', /^must be YAML/],
  ];
  for (const [name, text, want] of files) {
    it(name, () =>
      inFolder({ 'config.yaml': text }, (folder) => {
        const read = () => readFunctionConfig({ ...options, configFile: join(folder, 'config.yaml') }).config;
        if (typeof want === 'string') assert.equal(read()?.name, want);
        else assert.throws(read, (error) => error instanceof KrmError && want.test(error.message));
      }),
    );
  }

  it('is named by its file in errors', () =>
    inFolder({ 'probe.yaml': PROBE.replace('names', 'nmaes') }, async (root) => {
      const file = join(root, 'probe.yaml');
      const { stderr } = await applyToFolder(probe(), [root, '--fn-config', file]);
      assert.ok(
        stderr.startsWith(`[error] ${file}:6:3 krm-variants.dev/v1alpha1/Probe/p spec.names: must be set\n`),
        stderr,
      );
    }));

  it('is also among the items if its file is in the folder', () =>
    inFolder({ 'probe.yaml': PROBE, 'a.yaml': configMap('a') }, async (root) => {
      const kinds: string[] = [];
      const fn = probe(({ resources }) => void kinds.push(...[...resources].map(({ kind }) => kind)));
      const { exitCode } = await applyToFolder(fn, [root, '--fn-config', join(root, 'probe.yaml')]);
      assert.equal(exitCode, 0);
      assert.deepEqual(kinds, ['ConfigMap', 'Probe']);
    }));
});
