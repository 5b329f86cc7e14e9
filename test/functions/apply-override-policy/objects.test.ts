import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import applyOverridePolicy from '../../../functions/apply-override-policy/index.ts';
import fieldOverride from '../../../functions/field-override/index.ts';
import { configMap, inFolder, readFiles } from '../../cli/run-support.ts';
import { loaded } from '../../support/probe.ts';
import { resource } from '../../support/resource-list.ts';

const fn = loaded(applyOverridePolicy);

const cluster = (name: string, region: string): string =>
  resource('cluster.karmada.io/v1alpha1', 'Cluster', name, `spec: {region: ${region}}\n`);

const POLICY = resource(
  'policy.karmada.io/v1alpha1',
  'OverridePolicy',
  'p',
  `spec:
  overrideRules:
    - targetCluster: {fieldSelector: {matchExpressions: [{key: region, operator: In, values: [eu]}]}}
      overriders: {labelsOverrider: [{operator: add, value: {region: eu}}]}
`,
);
const FILES = {
  'package/p.yaml': POLICY,
  'package/c.yaml': configMap('c'),
  'clusters/all.yaml': `${cluster('north', 'eu')}---\n${cluster('south', 'us')}`,
};
const EDITED = configMap('c').replace('  name: c\n', '  name: c\n  labels:\n    region: eu\n');

/** Runs the function on the package, with arguments in which `clusters` is the folder of clusters. */
function run(files: Record<string, string>, ...args: readonly string[]) {
  return inFolder(files, async (folder) => {
    const given = args.map((arg) => (arg === 'clusters' ? join(folder, arg) : arg));
    const { stderr, exitCode } = await applyToFolder(fn, [join(folder, 'package'), '-v', ...given]);
    return { stderr, exitCode, text: readFiles(folder)['package/c.yaml'] };
  });
}

describe('apply-override-policy with --objects', () => {
  it('reads the cluster from a folder of objects', async () => {
    const { text, exitCode } = await run(FILES, '--objects', 'clusters', '--', 'cluster=north');
    assert.equal(exitCode, 0);
    assert.equal(text, EDITED);
  });

  it('finds that a rule does not apply to another cluster of the folder', async () => {
    const { text, stderr } = await run(FILES, '--objects', 'clusters', '--', 'cluster=south');
    assert.match(stderr, /does not apply to cluster "south"/);
    assert.equal(text, configMap('c'));
  });

  it('does not choose a cluster of the folder', async () => {
    const one = { ...FILES, 'clusters/all.yaml': cluster('north', 'eu') };
    const { stderr, exitCode } = await run(one, '--objects', 'clusters');
    assert.equal(exitCode, 1);
    assert.match(stderr, /the cluster must be given, since the rule selects clusters/);
  });

  it('prefers a cluster of the folder to that of the package, which still names it', async () => {
    const twice = { ...FILES, 'package/north.yaml': cluster('north', 'us') };
    const { text, stderr, exitCode } = await run(twice, '--objects', 'clusters');
    assert.equal(exitCode, 0, stderr);
    assert.equal(text, EDITED);
  });

  it('reads no cluster of the package, even if the folder lacks it', async () => {
    const other = { ...FILES, 'package/west.yaml': cluster('west', 'eu') };
    const { stderr, exitCode } = await run(other, '--objects', 'clusters');
    assert.equal(exitCode, 1);
    assert.match(stderr, /the region of cluster "west" must be given/);
  });

  const nearMisses = [
    ['kind: Clustr', 'unknown kind: it is ignored; did you mean "Cluster"?'],
    ['apiVersion: cluster.karmada.io/v1', 'must be "cluster.karmada.io/v1alpha1" for kind Cluster; it is ignored'],
  ] as const;
  for (const [line, message] of nearMisses) {
    it(`warns of an object with ${line} that is not read as a Cluster`, async () => {
      const [field = ''] = line.split(':');
      const text = cluster('north', 'eu').replace(new RegExp(`${field}: .*`), line);
      const files = { ...FILES, 'clusters/all.yaml': text };
      const { stderr, exitCode } = await run(files, '--objects', 'clusters', '--', 'cluster=north');
      assert.equal(exitCode, 1);
      assert.match(stderr, /the region of cluster "north" must be given/);
      assert.ok(stderr.includes(message) && stderr.includes('all.yaml'), stderr);
    });
  }

  it('warns of a misspelled field of the cluster', async () => {
    const files = { ...FILES, 'clusters/all.yaml': cluster('north', 'eu').replace('region', 'regoin') };
    const { stderr, text } = await run(files, '--objects', 'clusters', '--', 'cluster=north');
    assert.match(stderr, /spec\.regoin: unknown field: it is ignored; did you mean `spec\.region`\?/);
    assert.equal(text, configMap('c'));
  });

  it('refuses two clusters of one name in the folder', async () => {
    const twice = { ...FILES, 'clusters/more.yaml': cluster('north', 'us') };
    const { stderr, exitCode } = await run(twice, '--objects', 'clusters', '--', 'cluster=north');
    assert.equal(exitCode, 1);
    assert.match(stderr, /duplicate Cluster: namespace and name must be unique/);
  });

  it('refuses duplicate keys of a cluster, in the folder and in the package', async () => {
    const lost = cluster('north', 'eu').replace('spec: {', 'spec: {region: us}\nspec: {');
    for (const files of [
      { ...FILES, 'clusters/all.yaml': lost },
      { ...FILES, 'package/north.yaml': lost },
    ]) {
      const args = 'package/north.yaml' in files ? [] : ['--objects', 'clusters'];
      const { text, stderr, exitCode } = await run(files, ...args, '--', 'cluster=north');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /(?:all|north)\.yaml:\d+:\d+ \S+\/Cluster\/north spec: duplicate key "spec" in lines 5 and 6/,
      );
      assert.equal(text, configMap('c'));
    }
  });

  it('accepts words as keys of other objects', async () => {
    const files = { ...FILES, 'clusters/c.yaml': configMap('other', 'data: {y: x}\n') };
    assert.equal((await run(files, '--objects', 'clusters', '--', 'cluster=north')).exitCode, 0);
  });

  it('is no option of a function that reads no objects', async () => {
    const call = applyToFolder(loaded(fieldOverride), ['package', '--objects', 'clusters']);
    await assert.rejects(call, new UsageError('field-override does not read cluster objects: remove `--objects`'));
  });
});
