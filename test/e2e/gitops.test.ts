import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../../scripts/functions.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../cli/run-support.ts';
import { CHART } from '../support/chart.ts';
import type { Ended } from '../support/child.ts';
import { pageBlocks, readPage } from '../support/pages.ts';

interface Plugin {
  readonly spec: {
    readonly discover: { readonly fileName: string };
    readonly generate: { readonly command: readonly string[]; readonly args?: readonly string[] };
  };
}

const [forPackages, forCharts] = pageBlocks(readPage('docs/gitops.md'))
  .filter(({ language }) => language === 'yaml')
  .map(({ text }) => parse(text) as Plugin) as [Plugin, Plugin];

/** Runs a plugin in a folder with these files, as Argo CD does, with `krm-variants` and this `helm` on the PATH. */
function generate({ spec }: Plugin, files: Files, helm = 'exit 1'): Promise<Ended> {
  return inFolder({ ...files, [spec.discover.fileName]: files[spec.discover.fileName] ?? '' }, (cwd) =>
    inFolder({}, (bin) => {
      symlinkSync(join(root, 'dist/krm-variants'), join(bin, 'krm-variants'));
      writeFileSync(join(bin, 'helm'), `#!/bin/sh\n${helm}\n`, { mode: 0o755 });
      const before = readFiles(cwd);
      const [command = '', ...args] = [...spec.generate.command, ...(spec.generate.args ?? [])];
      const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) };
      const { stdout, stderr, status } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
      assert.deepEqual(readFiles(cwd), before);
      return { stdout, stderr, exitCode: status };
    }),
  );
}

const LOCAL = '  annotations: {config.kubernetes.io/local-config: "true"}\n';
const PIPELINE = `pipeline:\n  mutators:\n    - exec: apply-package-context\n      configMap: {site: oslo}\n`;
const PACKAGE = {
  Kptfile: `${kptfile('shop')}${PIPELINE}`,
  'context.yaml': configMap('kptfile.kpt.dev', `${LOCAL}data:\n  name: shop\n`),
  'a.yaml': configMap('a'),
  'b.yml': configMap('b'),
  'c.json': '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}\n',
};
const POLICY = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: registry}
spec:
  overrideRules:
    - targetCluster: {clusterNames: [oslo]}
      overriders:
        imageOverrider: [{component: Registry, operator: replace, value: registry.no.example.com}]
`;

const OVERRIDDEN = CHART.replace('docker.io/acme', 'registry.no.example.com/acme').replace(
  'image: busybox',
  'image: registry.no.example.com/busybox',
);

describe('the plugins for Argo CD in docs/gitops.md', () => {
  it('print the resources of a package, in .yaml, .yml and .json files, without local-config resources', async () => {
    const { stdout, stderr, exitCode } = await generate(forPackages, PACKAGE);
    assert.equal(exitCode, 0, stderr);
    const names = parseAllDocuments(stdout).map((document) => String(document.getIn(['metadata', 'name'])));
    assert.deepEqual(names.toSorted(), ['a', 'b', 'c']);
  });

  it('print what the pipeline makes', async () => {
    const Kptfile = `${kptfile('shop')}pipeline:\n  mutators: [{exec: apply-override-policy, configMap: {cluster: oslo}}]\n`;
    const policy = POLICY.replace(
      'metadata: {',
      'metadata: {annotations: {config.kubernetes.io/local-config: "true"}, ',
    );
    const { stdout, stderr } = await generate(forPackages, { Kptfile, 'op.yaml': policy, 'shop.yaml': CHART });
    assert.equal(`---\n${stdout}`, OVERRIDDEN, stderr);
  });

  it('fail without output if the pipeline fails', async () => {
    const Kptfile = PACKAGE.Kptfile.replace('apply-package-context', 'no-such-function');
    const { stdout, exitCode } = await generate(forPackages, { ...PACKAGE, Kptfile });
    assert.deepEqual([exitCode, stdout], [1, '']);
  });

  it('apply a policy to a chart', async () => {
    const { stdout, stderr, exitCode } = await generate(forCharts, { 'op.yaml': POLICY }, `cat <<'END'\n${CHART}END`);
    assert.equal(exitCode, 0, stderr);
    assert.equal(stdout, OVERRIDDEN);
  });

  for (const [title, helm] of [
    ['fails', 'exit 1'],
    ['fails after some output', `cat <<'END'\n${CHART}END\nexit 1`],
  ] as const)
    it(`fail if the chart ${title}`, async () => {
      const { exitCode } = await generate(forCharts, { 'op.yaml': POLICY }, helm);
      assert.equal(exitCode, 1);
    });
});
