import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import applyPackageVariant from '../../../functions/apply-package-variant/index.ts';
import { writeFiles, type Files } from '../../cli/run-support.ts';
import {
  asked,
  assertSameFiles,
  describeCorpus,
  withAsked,
  withContext,
  type NamedPackage,
} from '../../support/corpus.ts';
import { inCopy } from '../../support/example-files.ts';
import { loaded } from '../../support/probe.ts';
import { keptAt, resource, resourceList } from '../../support/resource-list.ts';
import { runList } from '../../support/run-list.ts';

const fn = loaded(applyPackageVariant);
const ENDS = 'upstream: {repo: a, package: b}, downstream: {repo: c, package: d}';

const variant = (spec: string): string =>
  resource('config.porch.kpt.dev/v1alpha1', 'PackageVariant', 'pv', `spec: {${spec}}\n`, '  namespace: infra\n');

const CONTEXT = resource(
  'v1',
  'ConfigMap',
  'kptfile.kpt.dev',
  'data:\n  name: d # kpt\n',
  keptAt('package-context.yaml'),
);
const KPTFILE = resource('kpt.dev/v1', 'Kptfile', 'p', '', keptAt('Kptfile'));
const point = (rest: string): string =>
  resource('a.b/v1', 'Site', 'site', rest, `${keptAt('site.yaml')}    kpt.dev/config-injection: required\n`);
const object = resource(
  'a.b/v1',
  'Site',
  'north',
  'spec:\n  x: 012 # kept\n',
  `  namespace: infra\n${keptAt('north.yaml')}    krm-variants.dev/cluster-object: "true"\n`,
);

const ALL = `${ENDS}, packageContext: {data: {k: v}}, pipeline: {mutators: [{exec: f}]}, injectors: [{name: north}]`;

describe('apply-package-variant', () => {
  it('applies context, pipeline and injectors, and a second run changes nothing', async () => {
    const config = variant(ALL);
    const { list, stderr, report } = await runList(
      fn,
      resourceList([KPTFILE, CONTEXT, point('spec: {}\n'), object], config),
    );
    assert.equal(stderr, '');
    const kptfile = `${KPTFILE}pipeline:
  mutators:
  - exec: f
    name: PackageVariant.pv..0
info:
  readinessGates:
  - conditionType: config.injection.Site.site
status:
  conditions:
  - type: config.injection.Site.site
    status: "True"
    message: injected resource "north" from cluster
    reason: ConfigInjected
`;
    const injected = point('spec:\n  x: 012 # kept\n').replace('spec:', '    kpt.dev/injected-resource: north\nspec:');
    assert.equal(list, resourceList([kptfile, `${CONTEXT}  k: v\n`, injected, object], config));
    const again = await runList(fn, list);
    assert.deepEqual([again.list, again.report], [list, report]);
  });

  it('applies all three changes or none', async () => {
    const items = [KPTFILE, CONTEXT, point('spec: {}\n').replace('required', 'maybe'), object];
    const { list, results } = await runList(fn, resourceList(items, variant(ALL)));
    assert.equal(list, resourceList(items, variant(ALL)));
    assert.match(results.join('\n'), /^error .* annotation value of "maybe"/m);
    assert.doesNotMatch(results.join('\n'), /^info/m);
  });

  it('checks the whole PackageVariant and reports all problems at once', async () => {
    const config = variant(
      'upstream: {repo: "", package: b}, adoptionPolicy: adopt, deletionPolicy: keep, packageContext: {data: {name: x}, removeKeys: [package-path]}, pipeline: {mutators: [{exec: f, name: a.b}]}, injectors: [{name: ""}]',
    );
    const { list, results } = await runList(fn, resourceList([KPTFILE, CONTEXT], config));
    assert.equal(list, resourceList([KPTFILE, CONTEXT], config));
    assert.deepEqual(results, [
      'error spec.adoptionPolicy: field can only be "adoptNone" or "adoptExisting"',
      'error spec.deletionPolicy: can only be "orphan" or "delete"',
      'error spec.downstream: missing required field',
      'error spec.injectors[0].name: must not be empty',
      'error spec.packageContext.data: Invalid value: {"name":"x"}: must not contain the key "name"',
      'error spec.packageContext.removeKeys: Invalid value: ["package-path"]: must not contain the key "package-path"',
      "error spec.pipeline.mutators[0].name: must not contain '.'",
      'error spec.upstream.repo: missing required field',
    ]);
  });

  const DIRECTORY =
    'warning upstream.git.directory: should come from package "b", the upstream package of the PackageVariant, not from';
  const NAME = (wanted: string): string =>
    `warning data.name: should be "${wanted}", the downstream package: Porch sets this name when it clones a package, \`kpt pkg get\` uses the name of the folder`;
  const packages: readonly (readonly [
    name: string,
    directory: string,
    context: string,
    downstream: string,
    want: readonly string[],
  ])[] = [
    ['matching names', '/b', 'd', 'd', []],
    ['an upstream in a folder of its repository', 'blueprints/b/', 'd', 'd', []],
    ['an upstream at the root of its repository', '/', 'd', 'd', []],
    ['a downstream in a folder', '/b', 'd', 'sites/d', []],
    ['another upstream', '/a/shop', 'd', 'd', [`${DIRECTORY} "a/shop"`]],
    ['an upstream whose name only has the same ending', '/a-b', 'd', 'd', [`${DIRECTORY} "a-b"`]],
    ['another name in the package context', '/b', 'shop', 'sites/d', [NAME('d')]],
    ['no name in the package context', '/b', '', 'd', []],
  ];
  for (const [name, directory, context, downstream, want] of packages) {
    it(`${want.length === 0 ? 'accepts' : 'warns about'} ${name}, in a second run, too`, async () => {
      const config = variant(`upstream: {repo: a, package: b}, downstream: {repo: c, package: ${downstream}}`);
      const kptfile = `${KPTFILE}upstream: {type: git, git: {repo: r, directory: ${directory}, ref: v1}}\n`;
      const items = [kptfile, CONTEXT.replace('name: d #', context === '' ? 'other: d #' : `name: ${context} #`)];
      const { list, results } = await runList(fn, resourceList(items, config));
      assert.deepEqual(
        results.filter((result) => result.startsWith('warning')),
        want,
      );
      assert.deepEqual((await runList(fn, list)).results, results);
    });
  }

  it('reports unused fields', async () => {
    const config = variant(`${ENDS}, labels: {a: b}, annotations: {a: b}`);
    const { results } = await runList(fn, resourceList([KPTFILE], config));
    const told = results.filter((result) => result.includes('PackageRevision'));
    assert.deepEqual(told, [
      'info -: `spec.annotations` is for the PackageRevision: not used here',
      'info -: `spec.labels` is for the PackageRevision: not used here',
    ]);
  });
});

describeCorpus('apply-package-variant on the corpus', function (packages) {
  for (const [name, files] of packages.filter(hasPipeline)) {
    it(`${name}: adds only the requested lines`, async () => {
      const given = withContext(files);
      const config = variant(
        `${ENDS}, packageContext: {data: ${JSON.stringify(asked)}}, pipeline: {mutators: [{exec: check, name: net}]}`,
      );
      const added = '    - exec: check\n      name: PackageVariant.pv.net.0\n';
      const kptfile = String(given['Kptfile']).replace('  mutators:\n', (head) => head + added);
      const want = { ...withAsked(given), Kptfile: kptfile };
      const once = await filesAfter(given, config);
      assertSameFiles(once, want, name);
      assertSameFiles(await filesAfter(once, config), want, `${name}, a second run`);
    });
  }
});

function hasPipeline([, files]: NamedPackage): boolean {
  return String(files['Kptfile']).includes('\n  mutators:\n');
}

function filesAfter(files: Files, text: string): Promise<Files> {
  return inCopy(files, async (copy) => {
    writeFiles(copy.aside, { 'config.yaml': text });
    const { exitCode, stderr } = await applyToFolder(fn, [copy.folder, '--fn-config', join(copy.aside, 'config.yaml')]);
    assert.equal(exitCode, 0, stderr);
    return copy.files();
  });
}
