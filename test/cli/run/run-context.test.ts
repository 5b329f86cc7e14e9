import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import { resource } from '../../support/resource-list.ts';
import { kinds, listOf, withCluster, type Answers } from '../cluster-stand-in.ts';
import { configMap, kptfile, readFiles, type Files } from '../run-support.ts';

interface Run {
  readonly exitCode: number;
  readonly stderr: string;
  readonly files: Readonly<Record<string, string>>;
  readonly asked: readonly string[];
}

/** Runs a function on `package` with the context `edge`, and with the config `config.yaml` if there is one. */
function run(name: string, answers: Answers, files: Files, ...args: readonly string[]): Promise<Run> {
  return withCluster(answers, files, async ({ folder, asked }) => {
    const config = 'config.yaml' in files ? ['--fn-config', join(folder, 'config.yaml')] : [];
    const given = [join(folder, 'package'), ...config, '--context', 'edge', '-v', ...args];
    const { stderr, exitCode } = await applyToFolder(await loadFunction(name), given);
    return { exitCode, stderr, files: readFiles(folder), asked };
  });
}

const POINT = configMap('point', '  annotations:\n    kpt.dev/config-injection: required\ndata: {}\n');
const CONFIG_MAPS: Answers = {
  '/api/v1': kinds('configmaps ConfigMap'),
  '/api/v1/namespaces/default/configmaps': listOf(
    { metadata: { name: 'south' }, data: { x: 'elsewhere' } },
    { metadata: { name: 'north' }, data: { x: 'here' } },
  ),
};
const PACKAGE = { 'package/Kptfile': kptfile('p'), 'package/c.yaml': POINT };
const ASKED = ['/api/v1', '/api/v1/namespaces/default/configmaps?limit=500'];

const injection = (spec: string): string =>
  resource('krm-variants.dev/v1alpha1', 'ConfigInjection', 'i', `spec: {${spec}}\n`);
const variant = (rest: string): string =>
  resource(
    'config.porch.kpt.dev/v1alpha1',
    'PackageVariant',
    'v',
    `spec:\n  upstream: {repo: c, package: p, revision: 1}\n  downstream: {repo: d, package: p}\n${rest}`,
  );

describe('--context of krm-variants run: injection', () => {
  it('has the objects that inject-config injects, in place of the sources that its configuration names', async () => {
    const config = injection('injectors: [{name: north}], sources: {path: /nowhere}');
    const ran = await run('inject-config', CONFIG_MAPS, { ...PACKAGE, 'config.yaml': config });
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(ran.files['package/c.yaml'] ?? '', /^data:\n {2}x: here\n/m);
    assert.deepEqual(ran.asked, ASKED);
  });

  it('has the objects that apply-package-variant injects', async () => {
    const config = variant('  injectors: [{name: north}]\n');
    const ran = await run('apply-package-variant', CONFIG_MAPS, { ...PACKAGE, 'config.yaml': config });
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(ran.files['package/c.yaml'] ?? '', /^data:\n {2}x: here\n/m);
    assert.deepEqual(ran.asked, ASKED);
  });

  it('sends no request if nothing is to be injected', async () => {
    const ran = await run('apply-package-variant', CONFIG_MAPS, { ...PACKAGE, 'config.yaml': variant('') });
    assert.deepEqual([ran.exitCode, ran.asked], [0, []], ran.stderr);
  });

  it('says why an object of a kind that the cluster does not have is missing', async () => {
    const files = { ...PACKAGE, 'config.yaml': injection('injectors: [{name: north}]') };
    const ran = await run('inject-config', { '/api/v1': kinds() }, files);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(ran.stderr, /warning\].* the cluster has no kind ConfigMap of v1\n/);
    assert.match(ran.files['package/Kptfile'] ?? '', /message: the cluster has no kind ConfigMap of v1\n/);
  });

  it('reports a namespace that would lead to another path of the API', async () => {
    const config = variant('  injectors: [{name: north}]\n').replace('name: v', 'name: v\n  namespace: ..');
    const ran = await run('apply-package-variant', CONFIG_MAPS, { ...PACKAGE, 'config.yaml': config });
    assert.deepEqual([ran.exitCode, ran.asked], [1, []]);
    assert.match(ran.stderr, /"\.\." must be the name of a namespace/);
  });
});

describe('--context of krm-variants run: sets', () => {
  const repository = (name: string, stage: string): object => ({ metadata: { name, labels: { stage } } });
  const PORCH: Answers = {
    '/apis/config.porch.kpt.dev/v1alpha1': kinds('repositories Repository'),
    '/apis/porch.kpt.dev/v1alpha1': kinds('packagerevisions PackageRevision'),
    [list('default')]: listOf(repository('oslo', 'edge'), repository('lab', 'test')),
    [revisions('default')]: listOf({
      metadata: { name: 'r' },
      spec: { repository: 'c', packageName: 'p', revision: 1 },
    }),
  };

  function list(namespace: string): string {
    return `/apis/config.porch.kpt.dev/v1alpha1/namespaces/${namespace}/repositories`;
  }

  function revisions(namespace: string): string {
    return `/apis/porch.kpt.dev/v1alpha1/namespaces/${namespace}/packagerevisions`;
  }

  const set = (targets: string, namespace = 'default'): string =>
    resource(
      'config.porch.kpt.dev/v1alpha2',
      'PackageVariantSet',
      's',
      `spec:\n  upstream: {repo: c, package: p, revision: 1}\n  targets: [${targets}]\n`,
      `  namespace: ${namespace}\n`,
    );
  const EDGES = '{repositorySelector: {matchLabels: {stage: edge}}}';
  const added = ({ files }: Run): readonly string[] => Object.keys(files).filter((path) => /^package\/.*s-/.test(path));

  it('has the Repositories that a set selects, of all pages', async () => {
    const [path, next] = [`${list('default')}?limit=500`, `${list('default')}?limit=500&continue=n`];
    const pages = {
      [path]: { metadata: { continue: 'n' }, items: [repository('lab', 'test'), repository('oslo', 'edge')] },
      [next]: listOf(repository('rome', 'edge')),
    };
    const ran = await run('expand-package-variant-set', { ...PORCH, ...pages }, { 'package/s.yaml': set(EDGES) });
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.deepEqual(added(ran), ['package/s/s-oslo-p.yaml', 'package/s/s-rome-p.yaml']);
    assert.deepEqual(ran.asked, [
      '/apis/config.porch.kpt.dev/v1alpha1',
      path,
      next,
      '/apis/porch.kpt.dev/v1alpha1',
      `${revisions('default')}?limit=500`,
    ]);
  });

  it('has objects without a namespace once, for sets of several namespaces', async () => {
    const target =
      '{objectSelector: {apiVersion: e.com/v1, kind: Site, matchExpressions: [{key: a, operator: Exists}]}}';
    const answers = {
      '/apis/e.com/v1': kinds('*sites Site'),
      '/apis/e.com/v1/sites': listOf(
        { metadata: { name: 'oslo', labels: { a: 'b' } } },
        { metadata: { name: 'rome' } },
      ),
    };
    const files = { 'package/a/s.yaml': set(target, 'a'), 'package/b/s.yaml': set(target, 'b') };
    const ran = await run('expand-package-variant-set', answers, files);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.deepEqual(added(ran), ['package/a/s/s-oslo-p.yaml', 'package/b/s/s-oslo-p.yaml']);
  });

  it('removes no PackageVariant if the selected kind is not visible', async () => {
    const earlier = await run('expand-package-variant-set', PORCH, { 'package/s.yaml': set(EDGES) });
    const { kubeconfig: _, ...files } = earlier.files;
    const { [list('default')]: __, ...others } = PORCH;
    const ran = await run('expand-package-variant-set', others, files);
    assert.equal(ran.exitCode, 1);
    const kind = 'the cluster has no kind Repository of config.porch.kpt.dev/v1alpha1';
    assert.ok(ran.stderr.includes(`spec.targets[0]: ${kind}\n`), ran.stderr);
    assert.deepEqual(added(ran), ['package/s/s-oslo-p.yaml']);
  });

  it('says that repositories and packages are not checked if the cluster has none of their kinds', async () => {
    const listed = { 'package/s.yaml': set('{repositories: [{name: oslo}]}') };
    const ran = await run('expand-package-variant-set', {}, listed);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(ran.stderr, /the downstream repositories are not checked: the cluster has no kind Repository of/);
    assert.match(ran.stderr, /the upstream packages are not checked: the cluster has no kind PackageRevision of/);
    assert.deepEqual(added(ran), ['package/s/s-oslo-p.yaml']);
  });
});

describe('--context of krm-variants run: override policies', () => {
  const policy = (target: string): string =>
    resource(
      'policy.karmada.io/v1alpha1',
      'OverridePolicy',
      'p',
      `spec:
  overrideRules:
    - targetCluster: {${target}}
      overriders: {labelsOverrider: [{operator: add, value: {region: eu}}]}
`,
    );
  const IN_EU = policy('fieldSelector: {matchExpressions: [{key: region, operator: In, values: [eu]}]}');
  const KARMADA: Answers = {
    '/apis/cluster.karmada.io/v1alpha1': kinds('*clusters Cluster'),
    '/apis/cluster.karmada.io/v1alpha1/clusters': listOf(
      { metadata: { name: 'north' }, spec: { region: 'eu' } },
      { metadata: { name: 'south' }, spec: { region: 'us' } },
    ),
  };
  const filesWith = (text: string): Files => ({ 'package/p.yaml': text, 'package/c.yaml': configMap('c') });
  const apply = (answers: Answers, files: Files, cluster: string): Promise<Run> =>
    run('apply-override-policy', answers, files, '--', `cluster=${cluster}`);

  for (const [cluster, isEdited] of [
    ['north', true],
    ['south', false],
  ] as const) {
    it(`has the region of the Cluster ${cluster}`, async () => {
      const ran = await apply(KARMADA, filesWith(IN_EU), cluster);
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.equal(/region: eu/.test(ran.files['package/c.yaml'] ?? ''), isEdited);
      assert.deepEqual(ran.asked, [
        '/apis/cluster.karmada.io/v1alpha1',
        '/apis/cluster.karmada.io/v1alpha1/clusters?limit=500',
      ]);
    });
  }

  it('prefers the Cluster of the live cluster to that among the items', async () => {
    const item = resource('cluster.karmada.io/v1alpha1', 'Cluster', 'north', 'spec: {region: us}\n');
    const ran = await run('apply-override-policy', KARMADA, { ...filesWith(IN_EU), 'package/north.yaml': item });
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(ran.files['package/c.yaml'] ?? '', /region: eu/);
  });

  it('sends no request for policies that select clusters by name', async () => {
    const ran = await apply(KARMADA, filesWith(policy('clusterNames: [north]')), 'north');
    assert.deepEqual([ran.exitCode, ran.asked], [0, []], ran.stderr);
    assert.match(ran.files['package/c.yaml'] ?? '', /region: eu/);
  });

  const absent: readonly (readonly [title: string, answers: Answers, reason: string])[] = [
    ['is not there', { ...KARMADA, '/apis/cluster.karmada.io/v1alpha1/clusters': listOf() }, 'not found'],
    ['has no kind there', {}, 'the cluster has no kind Cluster of cluster.karmada.io/v1alpha1'],
  ];
  for (const [title, answers, reason] of absent) {
    it(`reports a Cluster that ${title}`, async () => {
      const ran = await apply(answers, filesWith(IN_EU), 'north');
      assert.equal(ran.exitCode, 1);
      assert.ok(ran.stderr.includes(`[warning]: Cluster "north" of the live cluster: ${reason}\n`), ran.stderr);
      assert.match(ran.stderr, /the region of cluster "north" must be given: /);
    });
  }
});

describe('--context of krm-variants run: the command line', () => {
  it('is no option of a function that reads no objects', async () => {
    await assert.rejects(
      run('field-override', {}, PACKAGE),
      new UsageError('field-override does not read cluster objects: remove `--context`'),
    );
  });

  it('reports a context that the kubeconfig does not have, and writes nothing', async () => {
    const files = { ...PACKAGE, 'config.yaml': injection('injectors: [{name: north}]') };
    await withCluster(CONFIG_MAPS, files, async ({ folder, asked }) => {
      const args = [join(folder, 'package'), '--fn-config', join(folder, 'config.yaml'), '--context', 'absent'];
      const { exitCode, stderr } = await applyToFolder(await loadFunction('inject-config'), args);
      assert.deepEqual([exitCode, asked], [1, []]);
      assert.equal(stderr, `[error]: context "absent" of ${folder}/kubeconfig does not exist\n1 error\n`);
      assert.equal(readFiles(folder)['package/c.yaml'], POINT);
    });
  });
});
