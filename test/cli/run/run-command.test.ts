import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runScript } from '../../support/child.ts';
import { PROBE } from '../../support/probe.ts';
import { skip } from '../../support/skip.ts';
import { configMap, diffWithin, inFolder, readFiles, shortened } from '../run-support.ts';

const KRM_VARIANTS = import.meta.resolve('../../support/two-functions.ts');

describe('command line of krm-variants run', () => {
  it('runs a function on a folder, and prints its results to stderr', () =>
    inFolder({ 'a.yaml': configMap('a'), 'probe.yaml': PROBE, 'values.yaml': 'a: b\n' }, async (root) => {
      const before = readFiles(root);
      const args = ['run', 'probe', root, '--fn-config', join(root, 'probe.yaml'), '--diff', '-v'];
      assert.deepEqual(await runScript(KRM_VARIANTS, args), {
        stdout: '',
        stderr: `[info]: ran\n[info] ${root}/values.yaml: skipped: a KRM resource must have \`apiVersion\`, \`kind\` and \`metadata.name\`\nno file changed\n`,
        exitCode: 0,
      });
      assert.deepEqual(readFiles(root), before);
    }));

  it('passes key=value to the function as a ConfigMap', () =>
    inFolder({}, async (root) => {
      const { stdout, stderr, exitCode } = await runScript(KRM_VARIANTS, ['run', 'probe', root, '--', 'a=b']);
      assert.match(stderr, /^\[error\]: the function config must be Probe/m);
      assert.deepEqual([stdout, exitCode], ['', 1]);
    }));

  it('prints the usage and exits with 2 for invalid arguments', async () => {
    const { stdout, stderr, exitCode } = await runScript(KRM_VARIANTS, ['run', 'probe', '--diff']);
    assert.match(stderr, /^\[error\]: a folder or file must be given.*\nUsage: krm-variants run FUNCTION DIR\|FILE /);
    assert.deepEqual([stdout, exitCode], ['', 2]);
  });
});

const EDITING = fileURLToPath(import.meta.resolve('../../support/editing-function.ts'));
/** More data than a pipe holds. */
const MANY = Object.fromEntries(
  Array.from({ length: 400 }, (_, i) => [`${i}.yaml`, configMap(`m${i}`, '# c\n'.repeat(9))]),
);

interface Piped {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly changed: number;
}

/** Runs with a diff in a shell. The words after the command redirect stdout. */
function runPiped(words: string, options = ''): Promise<Piped> {
  return inFolder({ ...MANY, 'probe/p': PROBE }, (root) => {
    const command = `"$0" "$1" run edit "$2" --fn-config "$2/probe/p" --diff ${options}`;
    const script = `set -o pipefail; ${command} ${words}`;
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script, process.execPath, EDITING, root], {
      encoding: 'utf8',
    });
    const changed = Object.values(readFiles(root)).filter((text) => text.includes('  k: v\n')).length;
    return { stdout: diffWithin(root, stdout), stderr: shortened(root, stderr), exitCode: status ?? -1, changed };
  });
}

describe('the stdout of krm-variants run --diff', () => {
  it('may be closed early: the files are written', async () => {
    const { stdout, ...rest } = await runPiped('| head -1');
    assert.equal(stdout, '--- a/0.yaml\n');
    const changed = Object.keys(MANY)
      .toSorted()
      .map((path) => `changed @${path}\n`);
    assert.deepEqual(rest, { stderr: `${changed.join('')}400 files changed\n`, exitCode: 0, changed: 400 });
  });

  it('may share the pipe of stderr', async () => {
    assert.deepEqual(await runPiped('2>&1 | head -1'), {
      stdout: '--- a/0.yaml\n',
      stderr: '',
      exitCode: 0,
      changed: 400,
    });
  });

  for (const options of ['', '--dry-run']) {
    it(`fails on a full disk, and no file is written ${options}`, async function () {
      if (!existsSync('/dev/full')) skip(this, 'this system has no /dev/full');
      assert.deepEqual(await runPiped('> /dev/full', options), {
        stdout: '',
        stderr: '[error]: writing the diff to stdout failed: no space is left; no file was written\n1 error\n',
        exitCode: 1,
        changed: 0,
      });
    });
  }
});
