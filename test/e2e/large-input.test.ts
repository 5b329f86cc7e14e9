import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, readFiles } from '../cli/run-support.ts';
import { resourceList } from '../support/resource-list.ts';

const NATIVE = join(root, 'dist/krm-variants');
const FTL = 'BUN_JSC_useFTLJIT';

/** Prints what the process that calls it was started with, and what it passes on. */
const PROBE = `#!/bin/sh
tr '\\0' '\\n' < /proc/$PPID/environ | grep '^${FTL}=' >> started
echo "\${${FTL}-hidden}" >> passed-on
cat
`;

const POLICY = `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: p}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  overrideRules: [{overriders: {plaintext: [{path: /data/k, operator: add, value: v}]}}]
`;

const LINES = '    0123456789abcdef0123456789abcdef\n'.repeat(30_000);
const SMALL = configMap('a', 'data: {k: u}\n');
const LARGE = configMap('a', `data:\n  k: u\n  text: |\n${LINES}`);

const FILES = { 'p/a.yaml': SMALL, 'large/a.yaml': LARGE, 'policy.yaml': POLICY, probe: PROBE };

interface Row {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Variable of the process that calls the program. Default: none. */
  readonly started?: string;
}

const rows: readonly Row[] = [
  { name: 'small', args: ['p'] },
  { name: 'large', args: ['large'], started: `${FTL}=0\n` },
  { name: 'large, with a time limit', args: ['large', '--timeout', '1m'], started: `${FTL}=0\n` },
  { name: 'small, with a time limit', args: ['p', '--timeout', '1m'], started: `${FTL}=1\n` },
  { name: 'small, with a setting', args: ['p'], env: { [FTL]: '0' }, started: `${FTL}=0\n` },
  { name: 'large, with a setting', args: ['large'], env: { [FTL]: '1' }, started: `${FTL}=1\n` },
];

function call(folder: string, args: readonly string[], more: Parameters<typeof spawnSync>[2] = {}) {
  return spawnSync(NATIVE, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26, ...more });
}

describe('the native executable turns FTL off for large inputs, and hides that from other programs', () => {
  for (const { name, args, env, started = '' } of rows)
    it(name, () =>
      inFolder({ ...FILES, started: '' }, (folder) => {
        chmodSync(join(folder, 'probe'), 0o755);
        const { stderr, status } = call(folder, ['eval', ...args, '--exec', './probe'], {
          env: { ...process.env, ...env },
        });
        assert.equal(status, 0, String(stderr));
        const files = readFiles(folder);
        assert.equal(files['started'], started);
        assert.equal(files['passed-on'], 'hidden\n');
      }),
    );
});

describe('a large input', () => {
  const edited = LARGE.replace('k: u', 'k: v');

  it('is edited with a policy that can be read only once', () =>
    inFolder(FILES, (folder) => {
      const script = `${NATIVE} run apply-override-policy large --policy <(cat policy.yaml)`;
      const { stderr, status } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      assert.equal(readFiles(folder)['large/a.yaml'], edited);
    }));

  it('is edited without giving up a lock of the caller', () =>
    inFolder({ ...FILES, lock: '', started: '' }, (folder) => {
      const probe = `#!/bin/sh\nflock --nonblock lock true && echo free > started\ncat\n`;
      writeFileSync(join(folder, 'probe'), probe);
      chmodSync(join(folder, 'probe'), 0o755);
      const script = `exec 9> lock; flock 9; exec ${NATIVE} eval large --exec ./probe`;
      const { stderr, status } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      assert.equal(readFiles(folder)['started'], '');
    }));

  it('is edited by a function that reads a file, from where it is', () =>
    inFolder({ ...FILES, list: resourceList([LARGE], POLICY) }, (folder) => {
      const script = `exec ${NATIVE} apply-override-policy < list`;
      const { stdout, stderr, status } = spawnSync('bash', ['-c', script], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      });
      assert.equal(status, 0, stderr);
      assert.ok(stdout.startsWith(resourceList([edited], POLICY)));
    }));

  it('is edited by a function that is called by its name', () =>
    inFolder({ ...FILES, list: resourceList([LARGE], POLICY) }, (folder) => {
      symlinkSync(NATIVE, join(folder, 'apply-override-policy'));
      const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
      const { stdout, stderr, status } = spawnSync('sh', ['-c', './apply-override-policy < list'], options);
      assert.equal(status, 0, stderr);
      assert.ok(stdout.startsWith(resourceList([edited], POLICY)));
    }));
});

describe('the version', () => {
  const version = '0.1.0\n';
  const calls = [
    ['krm-variants', 'version', version],
    ['krm-variants', '--version', version],
    ['another-name', 'version', version],
    ['strip-transform', '--version', version],
    ['strip-transform', 'version', ''],
  ] as const;
  for (const [link, arg, want] of calls)
    it(`of ${link} ${arg} is ${want === '' ? 'an unexpected argument' : 'printed'}`, () =>
      inFolder({}, (folder) => {
        symlinkSync(NATIVE, join(folder, link));
        const { stdout, status } = spawnSync(`./${link}`, [arg], { cwd: folder, encoding: 'utf8' });
        assert.equal(stdout, want);
        assert.equal(status, want === '' ? 2 : 0);
      }));
});
