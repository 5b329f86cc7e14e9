import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { INIT_OPTIONS, parseInitArguments } from '../../../cli/fleet/commands/init-arguments.ts';
import { initFleet } from '../../../cli/fleet/commands/init-command.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import type { ResultCode } from '../../../src/krm/index.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { assertNames, counts, failsWith, found } from '../../support/facts.ts';
import { inFleet } from '../../support/fleet.ts';
import { inRepository } from '../../support/git-repository.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, type Files, inFolder, kptfile, readFiles } from '../run-support.ts';

async function init(folder: string, ...args: readonly string[]): Promise<FolderOutcome> {
  return await initFleet(
    { functions: await allFunctions() },
    parseInitArguments(sortArguments([folder, ...args], INIT_OPTIONS)),
  );
}

const PACKAGE = { 'blue/shop/Kptfile': kptfile('shop'), 'blue/shop/a.yaml': configMap('a') };

const SHOP = { Kptfile: kptfile('shop'), 'a.yaml': configMap('a') };

const POLICY = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: label
  annotations: { config.kubernetes.io/local-config: "true" }
spec:
  resourceSelectors: [{ apiVersion: v1, kind: ConfigMap, name: a }]
  overrideRules:
    - targetCluster: { clusterNames: [eu-1] }
      overriders:
        labelsOverrider: [{ operator: add, value: { site: eu-1 } }]
`;

const OWN_POLICY = `apiVersion: krm-variants.dev/v1alpha1
kind: OverridePolicyApplication
metadata: { name: own }
spec: { overrideRules: [] }
`;

const PRESET = `apiVersion: redhatcop.redhat.io/v1alpha1
kind: PodPreset
metadata: { name: preset }
`;

/** Returns a Kptfile that runs a function. `called`: its image or command. */
function pipeline(called: string, configPath?: string): string {
  const config = configPath === undefined ? '' : `, configPath: ${configPath}`;
  return `${kptfile('shop')}pipeline: { mutators: [{ ${called}${config} }] }\n`;
}

/** Returns the paths of files outside of git. */
function paths(folder: string): readonly string[] {
  return Object.keys(readFiles(folder)).filter((path) => !path.startsWith('.git/'));
}

describe('krm-variants fleet init', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('writes an example that apply turns into a folder for each cluster', () =>
    inFleet({ 'README.md': '' }, async ({ fleet, run }) => {
      const begun = await init(fleet.folder);
      assert.deepEqual([found(begun), begun.exitCode], [[], 0]);
      assert.match(begun.stderr, /^5 files .* 2 clusters: .* v1,.* `krm-variants fleet apply`$/m);
      assert.equal(fleet.git('ls-files', '--others').split('\n').length, 5);
      fleet.commit({});
      fleet.tag('v1', { moves: true });
      const applied = await run('apply', '--strict');
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.match(
        fleet.read('clusters/eu-1/shop/web.yaml'),
        /image: registry\.eu-1\.example\.com\/library\/nginx:1\.27$/m,
      );
      assert.match(fleet.read('clusters/us-1/shop/web.yaml'), /image: docker\.io\/library\/nginx:1\.27$/m);
      assert.deepEqual(counts(await run('plan', '--selector', 'wave=canary')), { unchanged: 1 });
    }));

  it('gives a package of this repository at a tag to clusters', () =>
    inFleet(PACKAGE, async ({ fleet, run }) => {
      const from = `${join(fleet.folder, 'blue/shop')}@v1`;
      const { exitCode, stderr } = await init(fleet.folder, '--clusters', 'eu-1,us-1,ap-1', '--from', from);
      assert.equal(exitCode, 0, stderr);
      fleet.commit({ 'blue/shop/a.yaml': configMap('later') });
      assert.deepEqual(counts(await run('apply', '--strict')), { create: 3 });
      assert.equal(fleet.read('clusters/ap-1/shop/a.yaml'), configMap('a'));
    }));

  it('warns of a policy that no pipeline applies, and names the lines that apply it', () =>
    inFleet({ ...PACKAGE, 'blue/shop/policy.yaml': POLICY }, async ({ fleet, run }) => {
      const from = `${join(fleet.folder, 'blue/shop')}@v1`;
      const begun = await init(fleet.folder, '--clusters', 'eu-1,us-1', '--from', from);
      assert.deepEqual([found(begun), begun.exitCode], [['warning policy-ignored variants/shop.yaml'], 0]);
      assertNames(begun, 'policy-ignored', 'OverridePolicy "label"', '(policy.yaml)', 'apply-override-policy');
      const [, lines = ''] = /add `(.*?)` to the `template`/.exec(begun.stderr) ?? [];
      fleet.commit({ 'variants/shop.yaml': `${fleet.read('variants/shop.yaml')}        ${lines}\n` });
      assert.deepEqual(counts(await run('apply', '--strict')), { create: 2 });
      assert.match(fleet.read('clusters/eu-1/shop/a.yaml'), /site: eu-1$/m);
      assert.doesNotMatch(fleet.read('clusters/us-1/shop/a.yaml'), /site/);
    }));

  const sources: readonly (readonly [name: string, files: Files, ...things: readonly string[]])[] = [
    ['no policy', {}],
    ['a policy whose function runs', { 'policy.yaml': POLICY, Kptfile: pipeline('exec: apply-override-policy') }],
    [
      'a policy that runs by its file',
      { 'policy.yaml': POLICY, Kptfile: pipeline(`exec: field-override`, 'policy.yaml') },
    ],
    [
      'a policy whose function runs as an image',
      { 'policy.yaml': POLICY, Kptfile: pipeline('image: registry.example.com:5000/krm/apply-override-policy:v0.1.0') },
    ],
    [
      'a policy below a package whose function runs',
      { 'sub/Kptfile': kptfile('sub'), 'sub/policy.yaml': POLICY, Kptfile: pipeline('exec: apply-override-policy') },
    ],
    [
      'a policy beside a subpackage whose function runs',
      { 'policy.yaml': POLICY, 'sub/Kptfile': pipeline('exec: apply-override-policy') },
      '{ exec: apply-override-policy, configMapExprs: [{ key: cluster, valueExpr: repository.name }] }',
    ],
    [
      'a policy of this project',
      { 'own.yaml': OWN_POLICY },
      'OverridePolicyApplication "own" (own.yaml)',
      '{ exec: apply-override-policy, configPath: "own.yaml" }',
    ],
    [
      'a policy of this project whose function runs with another file',
      {
        'own.yaml': OWN_POLICY,
        'policy.yaml': POLICY,
        Kptfile: pipeline('exec: apply-override-policy', 'policy.yaml'),
      },
      'OverridePolicyApplication "own"',
    ],
    [
      'a policy of this project that a pipeline names',
      { 'own.yaml': OWN_POLICY, Kptfile: pipeline('exec: apply-override-policy', 'own.yaml') },
    ],
    [
      'policies of several functions',
      { 'policy.yaml': POLICY, 'preset.yaml': PRESET },
      'apply-override-policy and apply-pod-preset',
      '{ exec: apply-pod-preset }',
    ],
    ['a file that is not YAML, and a pipeline that is wrong', { 'b.yaml': '{', Kptfile: pipeline('selectors: x') }],
  ];
  for (const [name, files, ...things] of sources)
    it(`${things.length > 0 ? 'warns' : 'does not warn'} of a package with ${name}`, () => {
      const source = Object.entries({ ...SHOP, ...files }).map(([path, text]) => [`blue/shop/${path}`, text] as const);
      return inFleet(Object.fromEntries(source), async ({ fleet }) => {
        const begun = await init(fleet.folder, '--clusters', 'a', '--from', `${join(fleet.folder, 'blue/shop')}@v1`);
        assert.equal(begun.exitCode, 0, begun.stderr);
        assert.deepEqual(found(begun), things.length > 0 ? ['warning policy-ignored variants/shop.yaml'] : []);
        if (things.length > 0) assertNames(begun, 'policy-ignored', ...things);
      });
    });

  it('gives a package of another repository to clusters', () =>
    inRepository((upstream) => {
      upstream.commit(PACKAGE);
      upstream.git('tag', 'v1');
      return inFleet({ 'README.md': '' }, async ({ fleet, run }) => {
        const from = `${upstream.folder}/blue/shop@v1`;
        const { exitCode, stderr } = await init(fleet.folder, '--clusters', 'eu-1', '--from', from);
        assert.equal(exitCode, 0, stderr);
        assert.match(stderr, /`krm-variants fleet apply --fetch`/);
        fleet.commit({});
        assert.deepEqual(counts(await run('apply', '--strict', '--fetch')), { create: 1 });
        assert.equal(fleet.read('clusters/eu-1/shop/a.yaml'), configMap('a'));
      });
    }));

  it('works in a folder of a repository', () =>
    inFleet({ 'deploy/README.md': '' }, async ({ fleet, run }) => {
      assert.equal((await init(join(fleet.folder, 'deploy'))).exitCode, 0);
      fleet.commit({});
      fleet.tag('v1', { moves: true });
      assert.deepEqual(counts(await run('apply', join(fleet.folder, 'deploy'))), { create: 2 });
      assert.ok(paths(fleet.folder).includes('deploy/clusters/us-1/shop/Kptfile'));
    }));

  it('overwrites nothing', () =>
    inFleet({ 'variants/repositories.yaml': '# mine\n' }, async ({ fleet }) => {
      const refused = await init(fleet.folder);
      assert.deepEqual([found(refused), refused.exitCode], [['error file-exists variants/repositories.yaml'], 1]);
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  const refused: readonly (readonly [args: readonly string[], stderr: RegExp])[] = [
    [['--from', 'blue/shop'], /`--from` must name a tag or a branch: .*\/blue\/shop@REF/],
    [['--from', 'git.example.com:blue/shop@v1'], /write `\.git` after the repository/],
    [['--from', 'https://git.example.com/blue.git/shop'], /`--from` must name a tag or a branch/],
    [['--from', 'https://git.example.com/blue.git@v1'], /`--from` must name a folder of/],
  ];
  for (const [args, message] of refused)
    it(`refuses ${args.join(' ')}`, () =>
      inFleet(PACKAGE, async ({ fleet }) => {
        const given = args.map((each) => (each === 'blue/shop' ? join(fleet.folder, each) : each));
        const act = async (): Promise<string> => (await init(fleet.folder, '--clusters', 'a', ...given)).stderr;
        assert.match(await act().catch((error: unknown) => String(error)), message);
        assert.deepEqual(fleet.uncommitted(), []);
      }));

  const wrong: readonly (readonly [name: string, from: string, code: ResultCode, ...things: readonly string[]])[] = [
    [
      'a package that is misspelt',
      'blue/shopp@v1',
      'package-not-found',
      '`--from`',
      '"blue/shopp"',
      ' v1;',
      '"blue/shop"?',
    ],
    [
      'a package that was added after the tag',
      'blue/brand-new@v1',
      'package-not-found',
      '"blue/brand-new"',
      ' v1;',
      'if it is new',
    ],
    ['a version that is misspelt', 'blue/shop@v11', 'revision-not-found', '`--from`', '"v11"', 'did you mean "v1"?'],
    [
      'a git repository that does not exist',
      'file:///nowhere/at-all.git/blue/shop@v1',
      'no-repository',
      '"/nowhere/at-all"',
    ],
    [
      'a version that does not exist',
      'blue/shop@next-one',
      'revision-not-found',
      '`git fetch --tags`',
      '`git tag next-one`',
    ],
    [
      'a package at the top of the git repository',
      'top@v1',
      'invalid-argument',
      '"top"',
      ' the top of this git repository',
      'packages/top',
    ],
    ['a folder that holds the fleet', 'deploy/eu@v1', 'invalid-argument', '"eu"', '"deploy"'],
  ];
  for (const [name, from, code, ...things] of wrong)
    it(`refuses ${name}, and writes nothing`, () =>
      inFleet({ ...PACKAGE, 'top/Kptfile': kptfile('top'), 'deploy/eu/Kptfile': kptfile('eu') }, async ({ fleet }) => {
        fleet.commit({ 'blue/brand-new/Kptfile': kptfile('brand-new') });
        const folder = from.startsWith('deploy') ? join(fleet.folder, 'deploy') : fleet.folder;
        const source = from.startsWith('file:') ? from : join(fleet.folder, from);
        const ended = await init(folder, '--clusters', 'a', '--from', source);
        assert.deepEqual([found(ended), ended.exitCode], [[`error ${code}`], 1]);
        assertNames(ended, code, ...things);
        assert.deepEqual(fleet.uncommitted(), []);
      }));

  it('accepts a branch, a commit and a tag of the package', () =>
    inFleet({ ...PACKAGE, 'deploy/README.md': '' }, async ({ fleet }) => {
      fleet.tag('shop/v7');
      const commit = fleet.commitOf().trim();
      const branch = fleet.git('branch', '--show-current').trim();
      for (const ref of [branch, commit, commit.slice(0, 8), 'v7']) {
        const from = join(fleet.folder, `blue/shop@${ref}`);
        const { exitCode, stderr } = await init(join(fleet.folder, 'deploy'), '--clusters', 'a', '--from', from);
        assert.equal(exitCode, 0, stderr);
        fleet.git('clean', '-fdq');
      }
    }));

  it('requires a git repository', () =>
    inFolder({}, async (folder) => {
      rmSync(join(folder, '.git'), { recursive: true, force: true });
      await assert.rejects(init(folder), failsWith('error no-repository'));
    }));

  const usage: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--from', 'a'], /`--from` requires `--clusters`/],
    [['--clusters', 'eu-1,'], /not ""/],
    [['--clusters', 'EU'], /lower-case letters.*not "EU"/],
    [['--clusters', 'a,a'], /has "a" twice/],
    [['--clusters', 'blueprints'], /must not be named "blueprints"/],
  ];
  for (const [args, message] of usage)
    it(`refuses ${args.join(' ')}`, () =>
      assert.throws(() => parseInitArguments(sortArguments(args, INIT_OPTIONS)), message));

  it('keeps no credentials', () =>
    inFleet({ 'README.md': '' }, async ({ fleet }) => {
      const from = 'https://me:secret@git.example.com/blue.git/shop@v1';
      assert.equal((await init(fleet.folder, '--clusters', 'a', '--from', from)).exitCode, 0);
      assert.match(fleet.read('variants/repositories.yaml'), /repo: "https:\/\/git\.example\.com\/blue"/);
      assert.deepEqual(paths(fleet.folder), [
        '.gitignore',
        'README.md',
        'variants/repositories.yaml',
        'variants/shop.yaml',
      ]);
    }));
});
