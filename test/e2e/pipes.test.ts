import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../cli/run-support.ts';
import { NODE_20 } from '../support/forms.ts';
import { skip } from '../support/skip.ts';

const POLICY = `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: p}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  overrideRules: [{overriders: {plaintext: [{path: /data/k, operator: add, value: v}]}}]
`;

const INJECTION = `apiVersion: krm-variants.dev/v1alpha1
kind: ConfigInjection
metadata: {name: i}
spec: {injectors: [{name: north}]}
`;

const FILES: Files = {
  'a.yaml': configMap('a', 'data: {k: u} # kept\n'),
  'policy.yaml': POLICY,
  'injection.yaml': INJECTION,
  'north.yaml': configMap('north', 'data: {x: here}\n'),
  'p/Kptfile': kptfile('p'),
  'p/c.yaml': configMap('point', '  annotations:\n    kpt.dev/config-injection: required\ndata: {}\n'),
};

const EDITED = configMap('a', 'data: {k: v} # kept\n');
const RUN = '$K run apply-override-policy';

interface Row {
  readonly name: string;
  readonly script: string;
  readonly stdout?: string;
  readonly stderr?: RegExp;
  readonly exitCode?: number;
  readonly files?: Files;
}

const rows: readonly Row[] = [
  { name: 'an input', script: `${RUN} <(cat a.yaml) --fn-config policy.yaml`, stdout: EDITED },
  {
    name: 'an input and a configuration',
    script: `${RUN} <(cat a.yaml) --fn-config <(cat policy.yaml)`,
    stdout: EDITED,
  },
  {
    name: 'an input and a configuration, with a time limit',
    script: `${RUN} <(cat a.yaml) --fn-config <(cat policy.yaml) --timeout 1m`,
    stdout: EDITED,
  },
  { name: '/dev/stdin', script: `cat a.yaml | ${RUN} /dev/stdin --fn-config policy.yaml`, stdout: EDITED },
  {
    name: '/dev/stdin from a file, which stays',
    script: `${RUN} /dev/stdin --fn-config policy.yaml < a.yaml`,
    stdout: EDITED,
  },
  {
    name: 'a named pipe',
    script: `mkfifo pipe; (cat a.yaml > pipe; rm pipe) & ${RUN} pipe --fn-config policy.yaml; wait`,
    stdout: EDITED,
  },
  {
    name: 'a list for eval',
    script: '$K eval <(cat a.yaml) --function strip-transform -o unwrap',
    stdout: String(FILES['a.yaml']),
  },
  {
    name: 'a configuration by its name',
    script: `${RUN} a.yaml --fn-config <(cat policy.yaml)#p`,
    files: { ...FILES, 'a.yaml': EDITED },
  },
  {
    name: 'a configuration on standard input',
    script: `cat policy.yaml | ${RUN} a.yaml --fn-config /dev/stdin`,
    files: { ...FILES, 'a.yaml': EDITED },
  },
  {
    name: 'objects',
    script:
      '$K run inject-config p --fn-config injection.yaml --objects <(cat north.yaml) --dry-run --diff | grep ^+data',
    stdout: '+data: {x: here}\n',
  },
  {
    name: 'an empty pipe',
    script: `${RUN} <(true) --fn-config policy.yaml`,
    stderr: /^\[error\]: \/dev\/fd\/\d+ is empty, so there is nothing to work on/,
    exitCode: 1,
  },
  {
    name: 'a descriptor that is not open, with a time limit',
    script: `${RUN} /dev/fd/99 --fn-config policy.yaml --timeout 1m`,
    stderr: /^\[error\] \/dev\/fd\/99: does not exist$/m,
    exitCode: 1,
  },
  {
    name: 'several inputs',
    script: `${RUN} p <(cat a.yaml) --fn-config policy.yaml`,
    stderr: /^\[error\]: "\/dev\/fd\/\d+" is a pipe or device, and must be the only input: copy it to a file\n/,
    exitCode: 2,
  },
  {
    name: 'a function config to save',
    script: '$K eval p --exec cat --save --fn-config <(cat policy.yaml)',
    stderr: /`--save` requires a configuration in the package: "\/dev\/fd\/\d+" is outside of it$/m,
    exitCode: 1,
  },
  { name: 'a package', script: '$K render <(cat a.yaml)', stderr: /the package must be a folder/, exitCode: 2 },
  {
    name: 'a version for merge',
    script: '$K merge <(cat a.yaml) p p',
    stderr: /^\[error\] \/dev\/fd\/\d+: must be a folder$/m,
    exitCode: 1,
  },
  {
    name: 'a MergePolicy',
    script: '$K merge p p p --policy <(cat a.yaml)',
    stderr: /^\[error\] \/dev\/fd\/\d+:1:1 v1\/ConfigMap\/a: merge reads only MergePolicies/m,
    exitCode: 1,
  },
];

/** Calls whose messages cannot be written: their work and exit codes are as always. */
const unheard: readonly Omit<Row, 'stderr'>[] = [
  { name: 'changed files', script: `${RUN} a.yaml --fn-config policy.yaml`, files: { ...FILES, 'a.yaml': EDITED } },
  { name: 'files that would change', script: `${RUN} a.yaml --fn-config policy.yaml --check`, exitCode: 4 },
  { name: 'a log', script: '$K render p --verbose' },
  { name: 'an error', script: '$K render nosuch', exitCode: 1 },
  { name: 'a wrong command line', script: '$K nosuch', exitCode: 2 },
  { name: 'an error of a function', script: 'echo "a: [" | $K run apply-override-policy -', exitCode: 1 },
];

/** Places where standard error takes nothing. */
const places: Readonly<Record<string, string>> = {
  'on a full disk': '2>/dev/full',
  'in a closed pipe': '2> >(exec 0<&-)',
};

const forms: Readonly<Record<string, string>> = {
  'the native executable': join(root, 'dist/krm-variants'),
  'the bundle on Node 20': `${NODE_20} ${join(root, 'dist/krm-variants.cjs')}`,
};

for (const [form, K] of Object.entries(forms)) {
  const run = (script: string, cwd: string) =>
    spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8', env: { ...process.env, K } });

  describe(`pipes as arguments of krm-variants: ${form}`, function () {
    for (const { name, script, stdout = '', stderr, exitCode = 0, files = FILES } of rows)
      it(name, () =>
        inFolder(FILES, (cwd) => {
          const ran = run(script, cwd);
          assert.deepEqual([ran.stdout, ran.status], [stdout, exitCode], ran.stderr);
          if (stderr !== undefined) assert.match(ran.stderr, stderr);
          assert.deepEqual(readFiles(cwd), files);
        }),
      );
  });

  describe(`messages that cannot be written: ${form}`, function () {
    for (const [place, redirection] of Object.entries(places))
      for (const { name, script, exitCode = 0, files } of unheard)
        it(`${name}, ${place}`, function () {
          if (!existsSync('/dev/full')) skip(this, 'this system has no /dev/full');
          return inFolder(FILES, (cwd) => {
            const ran = run(`${script} ${redirection}`, cwd);
            assert.deepEqual([ran.stdout, ran.stderr, ran.status], ['', '', exitCode]);
            if (files !== undefined) assert.deepEqual(readFiles(cwd), files);
          });
        });

    it('on standard error, if standard output is full', function () {
      if (!existsSync('/dev/full')) skip(this, 'this system has no /dev/full');
      return inFolder(FILES, (cwd) => {
        const ran = run(`${RUN} a.yaml --fn-config policy.yaml --report json >/dev/full`, cwd);
        assert.equal(ran.status, 1);
        assert.match(ran.stderr, /^changed a\.yaml\n1 file changed\n\[error\]: .*no space is left\n$/);
      });
    });
  });
}
