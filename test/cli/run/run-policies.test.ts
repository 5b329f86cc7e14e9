import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parseRunArguments, RUN_OPTIONS } from '../../../cli/run/run-arguments.ts';
import { applyToFolders } from '../../../cli/run/run-command.ts';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { allFunctions } from '../../support/all-functions.ts';
import type { Result } from '../../../src/krm/index.ts';
import { quietRender } from '../../support/quiet-render.ts';
import { resource } from '../../support/resource-list.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../run-support.ts';

const functions = await allFunctions();

interface Ran {
  readonly exitCode: number;
  readonly stderr: string;
  readonly files: Files;
}

/** Runs a function on a folder with these files; `@` in an argument stands for the folder. */
function run(files: Files, [name = '', ...args]: readonly string[]): Promise<Ran> {
  return inFolder(files, async (folder) => {
    const sorted = sortArguments(
      args.map((arg) => arg.replace('@', `${folder}/`)),
      RUN_OPTIONS,
    );
    const fn = functions[name]?.();
    if (fn === undefined) throw new Error(`no function ${name}`);
    const { exitCode, stderr } = await applyToFolders(fn, parseRunArguments(sorted, sorted.operands), { functions });
    return { exitCode, stderr: withoutPositions(stderr.replaceAll(`${folder}/`, '')), files: readFiles(folder) };
  });
}

/** Returns results without lines and columns, which tests of positions check. */
function withoutPositions(stderr: string): string {
  return stderr.replaceAll(/(?<=\.yaml):\d+:\d+(?=[ :])/g, '');
}

/** Returns an OverridePolicy that adds a label to ConfigMaps, on one cluster if it is named. */
function policy(name: string, label: string, cluster = ''): string {
  const target = cluster === '' ? '' : `    targetCluster: {clusterNames: [${cluster}]}\n`;
  const rules = `  overrideRules:\n  - overriders:\n      labelsOverrider:\n      - {operator: add, value: {${label}}}\n${target}`;
  const selectors = '  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]\n';
  return resource('policy.karmada.io/v1alpha1', 'OverridePolicy', name, `spec:\n${selectors}${rules}`);
}

const APPLY = 'apply-override-policy';
const PACKAGE: Files = { 'p/a.yaml': configMap('a') };
const PRESET = resource('settings.k8s.io/v1alpha1', 'PodPreset', 'preset', 'spec: {env: [{name: A, value: b}]}\n');
const CLUSTER = resource(
  'cluster.karmada.io/v1alpha1',
  'Cluster',
  'oslo',
  'spec: {provider: metal}\n',
  '  labels: {tier: gold}\n',
);
const VARIANT = resource(
  'config.porch.kpt.dev/v1alpha1',
  'PackageVariant',
  'v',
  'spec:\n  upstream: {repo: a, package: b, revision: 1}\n  downstream: {repo: c, package: d}\n  packageContext: {data: {a: b}}\n',
);

/** Labels of the ConfigMap after a run; undefined if it has none. */
function labels({ files }: Ran, path = 'p/a.yaml'): string | undefined {
  return /labels:\n((?: {4}.*\n)*)/.exec(String(files[path]))?.[1]?.replaceAll(/\s+/g, ' ').trim();
}

describe('krm-variants run --policy', () => {
  const applied: readonly (readonly [name: string, files: Files, args: string, labels: string | undefined])[] = [
    ['reads a file', { 'op.yaml': policy('p', 'a: b') }, '--policy @op.yaml', 'a: b'],
    ['reads a folder', { 'ops/x/op.yaml': policy('p', 'a: b') }, '--policy @ops', 'a: b'],
    [
      'reads the policies of a folder, not what configures tools for it',
      {
        'ops/op.yaml': policy('p', 'a: b'),
        'ops/Kptfile': kptfile('ops'),
        'ops/kustomization.yaml': resource('kustomize.config.k8s.io/v1beta1', 'Kustomization', 'k'),
      },
      '--policy @ops',
      'a: b',
    ],
    [
      'reads one of several in a file by its name',
      { 'op.yaml': `${policy('p', 'a: b')}---\n${policy('q', 'c: d')}` },
      '--policy @op.yaml#q',
      'c: d',
    ],
    [
      'reads the elements of a list',
      { 'op.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${policy('p', 'a: b').replaceAll('\n', '\n  ').trim()}\n` },
      '--policy @op.yaml',
      'a: b',
    ],
    [
      'applies policies in the order of the function, not of the command line',
      { 'z.yaml': policy('z', 'a: z'), 'b.yaml': policy('b', 'a: b') },
      '--policy @z.yaml --policy @b.yaml',
      'a: z',
    ],
    [
      'joins the policies of the package',
      { 'op.yaml': policy('q', 'a: outside'), 'p/op.yaml': policy('p', 'c: inside') },
      '--policy @op.yaml',
      'c: inside a: outside',
    ],
    [
      'counts a policy of the package once',
      { 'p/op.yaml': policy('p', 'a: b') },
      '--policy @p/op.yaml --policy @p/op.yaml',
      'a: b',
    ],
    [
      'reads Clusters, of which the only one is the cluster',
      { 'op.yaml': `${policy('p', 'a: b', 'oslo')}---\n${CLUSTER}` },
      '--policy @op.yaml',
      'a: b',
    ],
    [
      'takes options from key=value',
      { 'op.yaml': policy('p', 'a: b', 'oslo') },
      '--policy @op.yaml -- cluster=oslo',
      'a: b',
    ],
    [
      'leaves the policy of --fn-config the only one, with options from key=value',
      { 'op.yaml': policy('p', 'a: b', 'oslo'), 'p/op.yaml': policy('q', 'c: d') },
      '--fn-config @op.yaml -- cluster=oslo',
      'a: b',
    ],
    [
      'reads a Cluster beside the policy of --fn-config',
      { 'op.yaml': policy('p', 'a: b', 'oslo'), 'c.yaml': CLUSTER },
      '--fn-config @op.yaml --policy @c.yaml',
      'a: b',
    ],
  ];
  for (const [name, files, args, want] of applied)
    it(name, async () => {
      const before = { ...PACKAGE, ...files };
      const ran = await run(before, [APPLY, '@p', ...args.split(' ')]);
      assert.equal(ran.exitCode, 0, ran.stderr);
      assert.equal(labels(ran), want, ran.stderr);
      const { 'p/a.yaml': _, ...others } = ran.files;
      const { 'p/a.yaml': __, ...unchanged } = before;
      assert.deepEqual(others, unchanged);
    });

  const refused: readonly (readonly [name: string, files: Files, args: string, message: string])[] = [
    [
      'refuses one with the identity of one in the package and other data',
      { 'op.yaml': policy('p', 'a: b'), 'p/op.yaml': policy('p', 'c: d') },
      `${APPLY} @p --policy @op.yaml`,
      '[error] op.yaml policy.karmada.io/v1alpha1/OverridePolicy/p: another OverridePolicy of this namespace and name is in op.yaml, with different data: remove one, or make both equal',
    ],
    [
      'refuses two of one identity with other data',
      { 'op.yaml': policy('p', 'a: b'), 'op2.yaml': policy('p', 'c: d') },
      `${APPLY} @p --policy @op.yaml --policy @op2.yaml`,
      '[error] op2.yaml policy.karmada.io/v1alpha1/OverridePolicy/p: another OverridePolicy of this namespace and name is in ./op.yaml, with different data: remove one, or make both equal',
    ],
    [
      'refuses a policy of another function',
      { 'p/op.yaml': policy('p', 'a: b'), 'preset.yaml': PRESET },
      `${APPLY} @p --policy @preset.yaml`,
      '[error] preset.yaml settings.k8s.io/v1alpha1/PodPreset/preset: apply-override-policy does not read this policy: apply-pod-preset does',
    ],
    [
      'refuses a policy beside that of --fn-config',
      { 'op.yaml': policy('p', 'a: b'), 'op2.yaml': policy('q', 'c: d') },
      `${APPLY} @p --fn-config @op.yaml --policy @op2.yaml`,
      '[error] op2.yaml policy.karmada.io/v1alpha1/OverridePolicy/q: apply-override-policy does not read this policy: the policy of `--fn-config` is the only one',
    ],
    [
      'refuses a function config',
      { 'pv.yaml': VARIANT, 'p/Kptfile': kptfile('p') },
      'edit-pipeline @p --fn-config @pv.yaml --policy @pv.yaml',
      '[error] pv.yaml config.porch.kpt.dev/v1alpha1/PackageVariant/v: edit-pipeline does not read this policy: give it with `--fn-config FILE`',
    ],
    [
      'refuses a function config without --fn-config, and says how to give it',
      { 'pv.yaml': VARIANT, 'p/Kptfile': kptfile('p') },
      'edit-pipeline @p --policy @pv.yaml',
      '[error] pv.yaml config.porch.kpt.dev/v1alpha1/PackageVariant/v: edit-pipeline does not read this policy: give it with `--fn-config FILE`',
    ],
    [
      'refuses a policy of a merge',
      {
        'p/op.yaml': policy('p', 'a: b'),
        'm.yaml': resource('krm-variants.dev/v1alpha1', 'MergePolicy', 'm', 'spec: {}\n'),
      },
      `${APPLY} @p --policy @m.yaml`,
      'give it to `krm-variants merge`',
    ],
    [
      'refuses an object of a kind that nothing reads, with the nearest that is read',
      { 'p/op.yaml': policy('p', 'a: b'), 'op.yaml': policy('q', 'a: b').replace('OverridePolicy', 'OverridePolcy') },
      `${APPLY} @p --policy @op.yaml`,
      'did you mean "OverridePolicy"?',
    ],
    [
      'does not take a Cluster of --objects for the cluster',
      { 'op.yaml': policy('p', 'a: b', 'oslo'), 'objects/c.yaml': CLUSTER },
      `${APPLY} @p --policy @op.yaml --objects @objects`,
      'spec.overrideRules[0].targetCluster',
    ],
    [
      'refuses an own kind beside key=value',
      {
        'app.yaml': resource('krm-variants.dev/v1alpha1', 'OverridePolicyApplication', 'x', 'spec: {record: true}\n'),
        'op.yaml': policy('p', 'a: b'),
      },
      `${APPLY} @p --fn-config @app.yaml --policy @op.yaml -- cluster=oslo`,
      '[error] app.yaml krm-variants.dev/v1alpha1/OverridePolicyApplication/x kind: cannot be combined with `key=value`: set its own fields instead',
    ],
    [
      'names the file of an error in a policy',
      { 'op.yaml': policy('p', 'a: b').replace('operator: add', 'operator: ad') },
      `${APPLY} @p --policy @op.yaml`,
      '[error] op.yaml policy.karmada.io/v1alpha1/OverridePolicy/p spec.overrideRules[0].overriders.labelsOverrider[0].operator: must be',
    ],
    ['names a file that does not exist', {}, `${APPLY} @p --policy @no.yaml`, '[error] no.yaml: '],
    [
      'names a file that is not YAML',
      { 'op.yaml': 'a: [' },
      `${APPLY} @p --policy @op.yaml`,
      '[error] op.yaml: must be YAML',
    ],
    [
      'names a document that is not a resource',
      { 'op.yaml': 'kind: OverridePolicy\n' },
      `${APPLY} @p --policy @op.yaml`,
      '[error] op.yaml: an object must have `apiVersion`, `kind` and `metadata.name`; did you mean apiVersion "policy.karmada.io/v1alpha1"?',
    ],
    [
      'refuses an empty file',
      { 'op.yaml': '# none\n' },
      `${APPLY} @p --policy @op.yaml`,
      '[error] op.yaml: must have a policy',
    ],
    [
      'names the policies that a file has instead of one',
      { 'op.yaml': policy('p', 'a: b') },
      `${APPLY} @p --policy @op.yaml#q`,
      '[error] op.yaml: has no policy with the name "q": there is "p"',
    ],
  ];
  for (const [name, files, args, message] of refused)
    it(name, async () => {
      const before = { ...PACKAGE, ...files };
      const ran = await run(before, args.split(' '));
      assert.equal(ran.exitCode, 1, ran.stderr);
      assert.ok(ran.stderr.includes(message), ran.stderr);
      assert.deepEqual(ran.files, before);
    });

  it('reports the line and column of an error in a policy', async () => {
    const files = { ...PACKAGE, 'op.yaml': policy('p', 'a: b').replace('operator: add', 'operator: ad') };
    const ran = await run(files, [APPLY, '@p', '--policy', '@op.yaml', '--report', 'json=@report.json']);
    const [result] = (JSON.parse(String(ran.files['report.json'])) as { results: readonly Result[] }).results;
    assert.deepEqual([result?.file?.path.endsWith('/op.yaml'), result?.position], [true, { line: 10, column: 20 }]);
  });

  it('supplies the inventory and the properties of clusters to templates', async () => {
    const inventory = resource(
      'cluster.open-cluster-management.io/v1',
      'ManagedCluster',
      'oslo',
      '',
      '  labels: {zone: north}\n',
    );
    const properties = resource(
      'v1',
      'ConfigMap',
      'oslo',
      'data: {site: quay}\n',
      '  namespace: customization-properties\n',
    );
    const asks = configMap('a', 'data: {text: "{{.zone}} {{.site}}"}\n').replace(
      'metadata:\n',
      'metadata:\n  annotations: {control.kubestellar.io/expand-templates: "true"}\n',
    );
    const files = { 'p/a.yaml': asks, 'c.yaml': `${inventory}---\n${properties}` };
    const ran = await run(files, ['expand-templates', '@p', '--policy', '@c.yaml']);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(String(ran.files['p/a.yaml']), /north quay/);
  });
});

describe('krm-variants render --policy', () => {
  const pipeline = (name: string): string => `${kptfile('p')}pipeline: {mutators: [{exec: ${name}}]}\n`;

  async function render(files: Files, ...args: readonly string[]): Promise<Ran> {
    return await inFolder(files, async (folder) => {
      const { exitCode, stderr } = await quietRender(
        functions,
        args.map((arg) => arg.replace('@', `${folder}/`)),
      );
      return { exitCode, stderr: withoutPositions(stderr.replaceAll(`${folder}/`, '')), files: readFiles(folder) };
    });
  }

  it('gives it to the functions that read it', async () => {
    const files = { ...PACKAGE, 'p/Kptfile': pipeline(APPLY), 'op.yaml': policy('p', 'a: b') };
    const ran = await render(files, '@p', '--policy', '@op.yaml');
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.equal(labels(ran), 'a: b');
  });

  it('fails if no pipeline reads it', async () => {
    const files = { ...PACKAGE, 'p/Kptfile': pipeline('strip-transform'), 'op.yaml': policy('p', 'a: b') };
    const ran = await render(files, '@p', '--policy', '@op.yaml');
    assert.equal(ran.exitCode, 1);
    assert.match(
      ran.stderr,
      /^\[error\] op\.yaml .*: no function that was run reads this policy: apply-override-policy does$/m,
    );
    assert.deepEqual(ran.files, files);
  });

  it('needs one package to read it with --all', async () => {
    const files = {
      'all/p/a.yaml': configMap('a'),
      'all/p/Kptfile': pipeline(APPLY),
      'all/q/a.yaml': configMap('a'),
      'all/q/Kptfile': pipeline('strip-transform'),
      'op.yaml': policy('p', 'a: b'),
      'preset.yaml': PRESET,
    };
    const ran = await render(files, '@all', '--all', '--policy', '@op.yaml');
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.equal(labels(ran, 'all/p/a.yaml'), 'a: b');
    const failed = await render(files, '@all', '--all', '--policy', '@op.yaml', '--policy', '@preset.yaml');
    assert.equal(failed.exitCode, 1);
    assert.match(
      failed.stderr,
      /^\[error\] preset\.yaml .*: no function that was run reads this policy: apply-pod-preset does$/m,
    );
  });
});

describe('files that krm-variants run is given together', () => {
  it('are one set: policies in one apply to the others', async () => {
    const files = { 'app.yaml': configMap('a'), 'x/op.yaml': policy('p', 'a: b') };
    const ran = await run(files, [APPLY, '@app.yaml', '@x/op.yaml']);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.equal(labels(ran, 'app.yaml'), 'a: b');
    assert.equal(ran.files['x/op.yaml'], files['x/op.yaml']);
  });

  it('must not repeat a resource', async () => {
    const files = {
      'a.yaml': configMap('a'),
      'b.yaml': configMap('a', 'data: {b: c}\n'),
      'op.yaml': policy('p', 'a: b'),
    };
    const ran = await run(files, [APPLY, '@a.yaml', '@b.yaml', '@op.yaml']);
    assert.equal(ran.exitCode, 1);
    assert.match(ran.stderr, /^\[error\] b\.yaml v1\/ConfigMap\/a: duplicate of a resource in a\.yaml: /);
    assert.deepEqual(ran.files, files);
  });

  it('are warned of if they hold no resource', async () => {
    const files = { 'a.yaml': configMap('a'), 'b.yaml': '# nothing\n', 'op.yaml': policy('p', 'a: b') };
    const ran = await run(files, [APPLY, '@a.yaml', '@b.yaml', '@op.yaml']);
    assert.equal(ran.exitCode, 0);
    assert.match(ran.stderr, /^\[warning\]: no resource in "b\.yaml": one must have/m);
  });

  it('keep their paths in a new folder', () =>
    inFolder({ 'x/a.yaml': configMap('a'), 'op.yaml': policy('p', 'a: b') }, async (folder) => {
      const args = [join(folder, 'x/a.yaml'), join(folder, 'op.yaml'), '-o', join(folder, 'out')];
      const sorted = sortArguments(args, RUN_OPTIONS);
      const fn = functions[APPLY]?.();
      assert.ok(fn);
      const { exitCode, stderr } = await applyToFolders(fn, parseRunArguments(sorted, sorted.operands), { functions });
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(Object.keys(readFiles(join(folder, 'out'))), ['op.yaml', 'x/a.yaml']);
    }));

  it('do not lend their policies to a folder', async () => {
    const files = { 'p/a.yaml': configMap('a'), 'op.yaml': policy('p', 'a: b') };
    const ran = await run(files, [APPLY, '@p', '@op.yaml']);
    assert.equal(ran.exitCode, 1);
    assert.match(
      ran.stderr,
      /^\[error\]: no OverridePolicy .* of "p": policies in files apply only to the files named with them; for a folder, give them with `--policy FILE`$/m,
    );
    assert.deepEqual(ran.files, files);
  });

  it('must not have a policy that --fn-config keeps from being read', async () => {
    const files = { 'a.yaml': configMap('a'), 'op.yaml': policy('p', 'a: b'), 'op2.yaml': policy('q', 'c: d') };
    const ran = await run(files, [APPLY, '@a.yaml', '@op.yaml', '--fn-config', '@op2.yaml']);
    assert.equal(ran.exitCode, 1);
    assert.match(
      ran.stderr,
      /^\[error\] op\.yaml .*: this policy is not read: the policy of `--fn-config` is the only one$/m,
    );
    const same = await run(files, [APPLY, '@a.yaml', '@op.yaml', '--fn-config', '@op.yaml']);
    assert.equal(same.exitCode, 0, same.stderr);
  });

  it('are rooted at the folder of the only Kptfile among them', async () => {
    const files = {
      'x/Kptfile': kptfile('x'),
      'pv.yaml': VARIANT.replace('packageContext: {data: {a: b}}', 'pipeline: {mutators: [{image: set-labels:v1}]}'),
    };
    const ran = await run(files, ['edit-pipeline', '@x/Kptfile', '--fn-config', '@pv.yaml']);
    assert.equal(ran.exitCode, 0, ran.stderr);
    assert.match(String(ran.files['x/Kptfile']), /set-labels:v1/);
  });

  for (const option of ['--policy', '--objects'])
    it(`refuses a folder for ${option} with names that are not read`, async () => {
      const files = { ...PACKAGE, 'o/a.yaml': policy('a', 'l: v'), 'o/b.YAML': policy('b', 'm: v') };
      const { exitCode, stderr, files: after } = await run(files, [APPLY, '@p', option, '@o']);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /^\[error\] o\/b\.YAML: is not read; links are not followed, and only names that end in \.yaml/m,
      );
      assert.deepEqual(after, files);
    });
});
