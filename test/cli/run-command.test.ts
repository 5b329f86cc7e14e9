import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runScript } from '../support/child.ts';
import { PROBE } from '../support/probe.ts';
import { configMap, inFolder, readFiles } from './run-support.ts';

const KRM_VARIANTS = import.meta.resolve('../support/two-functions.ts');

describe('command line of krm-variants run', () => {
  it('runs a function on a folder, and shows its results on stderr', () =>
    inFolder({ 'a.yaml': configMap('a'), 'probe.yaml': PROBE, 'values.yaml': 'a: b\n' }, async (root) => {
      const before = readFiles(root);
      const args = ['run', 'probe', root, '--fn-config', join(root, 'probe.yaml'), '--diff'];
      assert.deepEqual(await runScript(KRM_VARIANTS, args), {
        stdout: '',
        stderr:
          '[info]: ran\n[info] values.yaml: passed over: a KRM resource has `apiVersion`, `kind` and `metadata.name`\n',
        exitCode: 0,
      });
      assert.deepEqual(readFiles(root), before);
    }));

  it('hands key=value to the function as a ConfigMap', () =>
    inFolder({}, async (root) => {
      const { stdout, stderr, exitCode } = await runScript(KRM_VARIANTS, ['run', 'probe', root, '--', 'a=b']);
      assert.match(stderr, /^\[error\] v1\/ConfigMap\/function-input kind: the function config must be Probe/);
      assert.deepEqual([stdout, exitCode], ['', 1]);
    }));

  it('shows the usage and ends with 2 where the arguments are wrong', async () => {
    const { stdout, stderr, exitCode } = await runScript(KRM_VARIANTS, ['run', 'probe', '--diff']);
    assert.match(stderr, /^\[error\]: exactly one folder must be given.*\nUsage: krm-variants FUNCTION\n/);
    assert.deepEqual([stdout, exitCode], ['', 2]);
  });
});
