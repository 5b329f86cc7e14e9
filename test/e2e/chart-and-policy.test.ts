import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { inFolder, readFiles, type Files } from '../cli/run-support.ts';
import { CHART } from '../support/chart.ts';
import { resource } from '../support/resource-list.ts';

const POLICY = resource(
  'policy.karmada.io/v1alpha1',
  'OverridePolicy',
  'oslo-registry',
  `spec:
  resourceSelectors:
    - {apiVersion: apps/v1, kind: Deployment, name: shop}
  overrideRules:
    - targetCluster: {clusterNames: [oslo]}
      overriders:
        imageOverrider:
          - {component: Registry, operator: replace, value: registry.no.example.com}
`,
);

const OVERRIDDEN = CHART.replace('docker.io/acme', 'registry.no.example.com/acme');

interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: Files;
}

/** Runs a command of the shell in a folder with a chart's output and a policy, with `krm-variants` on the PATH. */
function shell(command: string, files: Files = {}): Promise<Ran> {
  return inFolder({ 'shop.yaml': CHART, 'op.yaml': POLICY, ...files }, (cwd) => {
    const PATH = `${join(root, 'dist')}:${process.env['PATH']}`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      cwd,
      env: { ...process.env, PATH },
      encoding: 'utf8',
    });
    return { exitCode: status, stdout, stderr, files: readFiles(cwd) };
  });
}

const RUN = 'krm-variants run apply-override-policy';

describe("a chart's output and a policy", () => {
  const printed: readonly (readonly [name: string, command: string])[] = [
    ['from a pipe, with the policy beside it', `cat shop.yaml | ${RUN} - --policy op.yaml -- cluster=oslo`],
    ['from a pipe, with the policy as function config', `cat shop.yaml | ${RUN} - --fn-config op.yaml -- cluster=oslo`],
  ];
  for (const [name, command] of printed)
    it(`changes the lines of the policy: ${name}`, async () => {
      const ran = await shell(command);
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.equal(ran.stdout, OVERRIDDEN);
    });

  const written: readonly (readonly [name: string, command: string])[] = [
    ['two files', `${RUN} shop.yaml op.yaml -- cluster=oslo`],
    ['a file and --policy', `${RUN} shop.yaml --policy op.yaml -- cluster=oslo`],
    [
      'eval --function',
      'krm-variants eval shop.yaml --function apply-override-policy --policy op.yaml -- cluster=oslo',
    ],
  ];
  for (const [name, command] of written)
    it(`changes the lines of the policy: ${name}`, async () => {
      const ran = await shell(command);
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.deepEqual(ran.files, { 'op.yaml': POLICY, 'shop.yaml': OVERRIDDEN });
    });

  it('keeps the paths of files in a new folder', async () => {
    const ran = await shell(
      `mkdir charts && mv shop.yaml charts && ${RUN} charts/shop.yaml op.yaml -o out -- cluster=oslo`,
    );
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.equal(ran.files['out/charts/shop.yaml'], OVERRIDDEN);
    assert.equal(ran.files['charts/shop.yaml'], CHART);
  });

  it('warns of a cluster whose name is almost that of a rule', async () => {
    const ran = await shell(`${RUN} shop.yaml --policy op.yaml --check -- cluster=olso`);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(ran.stderr, /^\[warning\] cluster: no rule names cluster "olso"; did you mean "oslo"\?$/m);
  });

  it('tells of a cluster that no rule names, also with --strict', async () => {
    for (const options of ['', '--strict', '--verbose']) {
      const ran = await shell(`${RUN} shop.yaml --policy op.yaml --check ${options} -- cluster=bergen`);
      assert.equal(ran.exitCode, 0, ran.stderr);
      const told = ran.stderr.match(/^\[info\] cluster: no rule is for cluster "bergen": rules name oslo$/gm);
      assert.equal(told?.length, 1, ran.stderr);
    }
  });

  it('fails for a cluster that is none of the given ones', async () => {
    const cluster = resource('cluster.karmada.io/v1alpha1', 'Cluster', 'oslo');
    const ran = await shell(`${RUN} shop.yaml --policy op.yaml --policy clusters.yaml -- cluster=kiel`, {
      'clusters.yaml': cluster,
    });
    assert.equal(ran.exitCode, 1);
    assert.match(ran.stderr, /^\[error\] cluster: no Cluster is named "kiel": known are "oslo"$/m);
  });

  it('names the output that is plain YAML for -o yaml', async () => {
    const ran = await shell(`${RUN} shop.yaml --policy op.yaml -o yaml -- cluster=oslo`);
    assert.equal(ran.exitCode, 2);
    assert.match(ran.stderr, /^\[error\]: `-o yaml` is not a format: use `-o unwrap` for plain YAML/);
  });

  it('shows the warning that fails with --strict, also with --quiet', async () => {
    const ran = await shell(`${RUN} shop.yaml --policy op.yaml --strict --quiet -- cluster=olso`);
    assert.equal(ran.exitCode, 1);
    assert.match(ran.stderr, /^\[warning\] cluster: no rule names cluster "olso"/m);
  });

  it('is checked in CI without a terminal: what would change, and the exit code', async () => {
    const ran = await shell(`${RUN} shop.yaml --policy op.yaml --check -- cluster=oslo`);
    assert.equal(ran.exitCode, 4);
    assert.equal(ran.stderr, 'would change shop.yaml\n1 file would change\n');
    assert.equal(ran.files['shop.yaml'], CHART);
  });

  const refused: readonly (readonly [name: string, command: string, stderr: RegExp])[] = [
    ['without a policy', `cat shop.yaml | ${RUN} - -- cluster=oslo`, /no OverridePolicy .*--policy FILE/],
    ['if the chart failed', `false | ${RUN} - --policy op.yaml -- cluster=oslo`, /standard input is empty/],
    [
      'if the chart printed a message',
      `echo 'Error: chart not found' | ${RUN} - --policy op.yaml -- cluster=oslo`,
      /no resource on standard input/,
    ],
    [
      'with a policy of a kind that is misspelled',
      `sed -i s/OverridePolicy/OverridePolcy/ op.yaml; cat shop.yaml | ${RUN} - --policy op.yaml -- cluster=oslo`,
      /op\.yaml:1:1 .*did you mean "OverridePolicy"/,
    ],
    [
      'with a field that is misspelled, at its line and column',
      `sed -i s/imageOverrider/imageOverider/ op.yaml; ${RUN} shop.yaml --policy op.yaml -- cluster=oslo`,
      /^\[error\] op\.yaml:12:11 .*imageOverider: unknown field; did you mean `imageOverrider`\?/m,
    ],
    [
      'with an option that is misspelled',
      `${RUN} shop.yaml --policy op.yaml -- clustr=oslo`,
      /^\[error\] clustr: unknown field; did you mean `cluster`\?/m,
    ],
    [
      'with the policies of another function',
      `krm-variants run apply-pod-preset shop.yaml --policy op.yaml`,
      /op\.yaml:1:1 .*apply-pod-preset does not read this policy: apply-override-policy does/,
    ],
  ];
  for (const [name, command, stderr] of refused)
    it(`fails ${name}`, async () => {
      const ran = await shell(command);
      assert.equal(ran.exitCode, 1, ran.stderr);
      assert.match(ran.stderr, stderr);
      assert.equal(ran.stdout, '');
      assert.equal(ran.files['shop.yaml'], CHART);
    });
});
