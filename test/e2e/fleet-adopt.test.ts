import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { driftIn, inFleet, packageVariant, registryPolicy, repository, web, type GitFleet } from '../support/fleet.ts';
import type { GitRepository } from '../support/git-repository.ts';
import { binFolder, needTools, runKpt } from '../support/kpt.ts';
import { kptfile, type Files } from '../cli/run-support.ts';

const SHOP = 'clusters/eu/shop';
const WEB = `${SHOP}/web.yaml`;
const LOCK = `.krm-variants/lock/${SHOP}.lock`;

const COMMENTED = `# The shop.
apiVersion: v1
kind: ConfigMap
metadata:
    name:   notes

data:
    hello:   "world"    # greeting
`;

/** `url`: of the Repository, for Kptfiles. */
function variants(revision: string, rest = '', url = ''): Files {
  const annotation = url === '' ? '' : `  annotations: {krm-variants.dev/url: '${url}'}\n`;
  const all = [
    repository('blueprints', 'packages', annotation),
    repository('eu', 'clusters/eu'),
    packageVariant('eu-shop', `blueprints/shop@${revision}`, 'eu/shop', rest),
  ];
  return { 'variants/all.yaml': all.join('---\n') };
}

const OWN = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own}\n';
const URL = 'https://example.com/blueprints';
const CONTEXT = '  packageContext: {data: {region: eu}}\n';
const ADOPT = '  adoptionPolicy: adoptExisting\n';
const MUTATIONS = `${CONTEXT}  pipeline: {mutators: [{name: again, exec: apply-override-policy, configMap: {cluster: eu}}]}\n`;

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'packages/shop/notes.yaml': COMMENTED,
  ...variants('v1'),
};

/** Copies version v1 of the package with kpt, and commits the copy. */
function get({ fleet }: GitFleet, ...options: readonly string[]): void {
  mkdirSync(join(fleet.folder, 'clusters/eu'), { recursive: true });
  const from = `file://${fleet.folder}/.git/packages/shop@v1`;
  const { stderr, exitCode } = runKpt(['pkg', 'get', from, join(fleet.folder, SHOP), ...options], {});
  assert.equal(exitCode, 0, stderr);
  fleet.commit({});
}

/** A fleet whose package has a pipeline. */
const PIPELINE: Files = {
  ...FLEET,
  'packages/shop/Kptfile': `${kptfile('shop')}pipeline:
  mutators:
    - exec: apply-override-policy
      configMap: {cluster: eu}
`,
  'packages/shop/policy.yaml': registryPolicy('one'),
};

/** Runs the pipeline of the package with kpt, and commits its output. */
function render({ fleet }: GitFleet): void {
  const bin = binFolder(`${fleet.folder}-functions`, 'apply-override-policy');
  const { stderr, exitCode } = runKpt(['fn', 'render', '--allow-exec', join(fleet.folder, SHOP)], { PATH: bin });
  assert.equal(exitCode, 0, stderr);
  fleet.commit({});
}

/** Returns the Kptfile of the shop with the fields that Porch writes. */
function asPorch(fleet: GitRepository, commit: string): string {
  const git = `{repo: 'https://example.com/fleet.git', directory: packages/shop, ref: v1`;
  return `${fleet.read(`${SHOP}/Kptfile`)}upstream: {type: git, git: ${git}}}\nupstreamLock: {type: git, git: ${git}, commit: ${commit}}}\n`;
}

async function act({ run }: GitFleet, ...[action, ...args]: Parameters<GitFleet['run']>): Promise<string> {
  const { stdout, stderr, exitCode } = await run(action, ...args);
  assert.equal(exitCode, 0, stderr);
  return stdout.split('\n')[1]?.split(' ')[0] ?? '';
}

describe('adoption of packages in a fleet', () => {
  before(function () {
    needTools(this, 'git', 'kpt');
  });

  for (const options of [[], ['--for-deployment']])
    it(`takes nothing that kpt pkg get ${options.join(' ')} writes for an edit`, () =>
      inFleet(FLEET, async (setting) => {
        const { fleet, run } = setting;
        get(setting, ...options);
        const adopted = await run('adopt', SHOP);
        assert.equal(adopted.exitCode, 0, adopted.stderr);
        assert.doesNotMatch(adopted.stderr, /local edits|warning/);
        assert.equal(fleet.git('status', '--porcelain', '-uall'), `?? ${LOCK}`);
        assert.equal(await act(setting, 'apply'), 'update');
        assert.equal(fleet.read(WEB), web(1));
        assert.equal(fleet.read(`${SHOP}/notes.yaml`), COMMENTED);
        assert.equal(await act(setting, 'apply'), 'unchanged');
      }));

  it('brings the changes of the PackageVariant and a new version into a copy by kpt, and keeps edits', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      get(setting);
      fleet.commit({ [WEB]: fleet.read(WEB).replace('replicas: 1', 'replicas: 5'), [`${SHOP}/own.yaml`]: OWN });
      const before = fleet.git('rev-parse', `HEAD:${SHOP}`);
      const adopted = await run('adopt', SHOP, '--variant', 'eu-shop');
      assert.match(adopted.stderr, /2 files of adopted packages differ.*`krm-variants fleet drift`/);
      const { stdout } = await (await driftIn(fleet.folder))();
      assert.match(stdout, /^edited +clusters\/eu\/shop +\S+ +1 +1 +own\.yaml, web\.yaml$/m);
      assert.match(adopted.stdout, /^adopt +clusters\/eu\/shop +eu-shop +v1 \([\da-f]{12}\)$/m);
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(fleet.git('rev-parse', `HEAD:${SHOP}`), before);
      fleet.git('tag', 'v2');
      fleet.commit(variants('v2', CONTEXT));
      assert.equal(await act(setting, 'apply'), 'update');
      assert.match(fleet.read(WEB), /replicas: 5[\s\S]*image: web:2/);
      assert.doesNotMatch(fleet.read(WEB), /kpt/);
      assert.equal(fleet.read(`${SHOP}/own.yaml`), OWN);
      assert.equal(fleet.read(`${SHOP}/notes.yaml`), COMMENTED);
      assert.match(fleet.read(`${SHOP}/package-context.yaml`), /region: eu/);
      assert.equal(await act(setting, 'apply'), 'unchanged');
    }));

  it('keeps an edit through an adoption in a clone without the files that git does not have', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      get(setting);
      fleet.commit({ [WEB]: fleet.read(WEB).replace('replicas: 1', 'replicas: 5') });
      await act(setting, 'adopt', SHOP, '--commit');
      assert.equal(fleet.git('status', '--porcelain'), '');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.git('tag', 'v2');
      fleet.commit(variants('v2'));
      const clone = `${fleet.folder}-clone`;
      fleet.git('clone', '--quiet', `file://${fleet.folder}`, clone);
      const { stderr, exitCode } = await run('apply', clone);
      assert.equal(exitCode, 0, stderr);
      assert.match(readFileSync(join(clone, WEB), 'utf8'), /replicas: 5[\s\S]*image: web:2/);
    }));

  const rendered: readonly (readonly [name: string, isRendered: boolean])[] = [
    ['rendered by kpt fn render', true],
    ['that kpt did not render', false],
  ];
  for (const [name, isRendered] of rendered)
    it(`takes no output of the pipeline for an edit, in a copy ${name}`, () =>
      inFleet(PIPELINE, async (setting) => {
        const { fleet, run } = setting;
        get(setting);
        if (isRendered) render(setting);
        assert.equal(/one\/web:1/.test(fleet.read(WEB)), isRendered);
        const adopted = await run('adopt', SHOP);
        assert.equal(adopted.exitCode, 0, adopted.stderr);
        assert.doesNotMatch(adopted.stderr, /local edits|warning/);
        fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2'), 'packages/shop/policy.yaml': registryPolicy('two') });
        fleet.git('tag', 'v2');
        fleet.commit(variants('v2'));
        assert.equal(await act(setting, 'apply'), 'update');
        assert.equal(fleet.read(WEB), web(1, 'two/web:2'));
        assert.equal(await act(setting, 'apply'), 'unchanged');
      }));

  it('merges an upgrade with an edited input of the pipeline, after an adoption', () =>
    inFleet(PIPELINE, async (setting) => {
      const { fleet } = setting;
      get(setting);
      fleet.commit({ [`${SHOP}/policy.yaml`]: registryPolicy('mine') });
      render(setting);
      await act(setting, 'adopt', SHOP);
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.git('tag', 'v2');
      fleet.commit(variants('v2'));
      assert.equal(await act(setting, 'apply'), 'update');
      assert.match(fleet.read(WEB), /image: mine\/web:2/);
      assert.equal(await act(setting, 'apply'), 'unchanged');
    }));

  it('says that it is not certain whether a package is rendered that is so in part, and keeps all of it', () =>
    inFleet({ ...PIPELINE, 'packages/shop/other.yaml': web(1, 'web:1', 'other') }, async (setting) => {
      const { fleet, run } = setting;
      get(setting);
      const other = fleet.read(`${SHOP}/other.yaml`);
      render(setting);
      fleet.commit({ [`${SHOP}/other.yaml`]: other });
      const { stderr, exitCode } = await run('adopt', SHOP);
      assert.equal(exitCode, 0, stderr);
      assert.match(
        stderr,
        /\[warning\] clusters\/eu\/shop\/Kptfile.*whether the package is rendered is not certain.*only a part/,
      );
      assert.match(stderr, /1 file of adopted packages differ/);
    }));

  it('adopts what Porch made with the PackageVariant, and takes nothing of it for an edit', () =>
    inFleet(PIPELINE, async (setting) => {
      const { fleet, run } = setting;
      fleet.commit(variants('v1', MUTATIONS));
      await act(setting, 'apply');
      rmSync(join(fleet.folder, '.krm-variants'), { recursive: true });
      const commit = fleet.git('rev-parse', 'v1');
      fleet.commit({ [`${SHOP}/Kptfile`]: asPorch(fleet, commit), [WEB]: fleet.read(WEB).replaceAll('    ', '     ') });
      const adopted = await run('adopt', SHOP);
      assert.equal(adopted.exitCode, 0, adopted.stderr);
      assert.doesNotMatch(adopted.stderr, /local edits|warning/);
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.git('tag', 'v2');
      fleet.commit(variants('v2', '  packageContext: {data: {zone: a}}\n'));
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(1, 'one/web:2'));
      assert.doesNotMatch(fleet.read(`${SHOP}/Kptfile`), /PackageVariant\./);
      assert.match(fleet.read(`${SHOP}/package-context.yaml`), /zone: a/);
      assert.doesNotMatch(fleet.read(`${SHOP}/package-context.yaml`), /region/);
      assert.equal(await act(setting, 'apply'), 'unchanged');
    }));

  it('takes over a version that kpt pkg update brought, as the error about it says', () =>
    inFleet({ ...FLEET, ...variants('v1', '', URL) }, async (setting) => {
      const { fleet, run } = setting;
      fleet.commit(variants('v1', '', `file://${fleet.folder}`));
      await act(setting, 'apply');
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.git('tag', 'v2');
      const updated = runKpt(['pkg', 'update', `${SHOP}@v2`], {}, fleet.folder);
      assert.equal(updated.exitCode, 0, updated.stderr);
      fleet.commit(variants('v2', '', `file://${fleet.folder}`));
      const refused = await run('apply');
      assert.equal(refused.exitCode, 1);
      assert.match(refused.stderr, /run `krm-variants fleet adopt clusters\/eu\/shop`/);
      await act(setting, 'adopt', SHOP);
      await act(setting, 'apply');
      assert.match(fleet.read(WEB), /replicas: 5[\s\S]*image: web:2/);
      assert.equal(await act(setting, 'apply'), 'unchanged');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:3') });
      fleet.git('tag', 'v3');
      fleet.commit(variants('v3', '', `file://${fleet.folder}`));
      assert.equal(await act(setting, 'apply'), 'update');
      assert.match(fleet.read(WEB), /replicas: 5[\s\S]*image: web:3/);
    }));

  it('adopts in plan and apply with adoptionPolicy adoptExisting, and keeps edits [E5]', () =>
    inFleet({ ...FLEET, ...variants('v1', ADOPT) }, async (setting) => {
      const { fleet } = setting;
      get(setting);
      fleet.commit({ [WEB]: fleet.read(WEB).replace('replicas: 1', 'replicas: 5') });
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.git('tag', 'v2');
      fleet.commit(variants('v2', ADOPT));
      assert.equal(await act(setting, 'plan'), 'adopt');
      assert.equal(await act(setting, 'apply'), 'adopt');
      assert.match(fleet.read(WEB), /replicas: 5[\s\S]*image: web:2/);
      assert.equal(await act(setting, 'apply'), 'unchanged');
    }));

  it('names both remedies for a folder that exists (adoptionPolicy: adoptNone) [E4]', () =>
    inFleet(FLEET, async (setting) => {
      get(setting);
      const { stderr, exitCode } = await setting.run('apply');
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /adoptionPolicy: adoptNone.*set `spec.adoptionPolicy: adoptExisting`, or run `krm-variants fleet adopt clusters\/eu\/shop`/,
      );
    }));

  it('keeps each field of a conflict between an edit and a new version open', () =>
    inFleet({ ...FLEET, ...variants('v1', ADOPT) }, async (setting) => {
      const { fleet, run } = setting;
      get(setting);
      fleet.commit({ [WEB]: fleet.read(WEB).replace('replicas: 1', 'replicas: 5') });
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      fleet.git('tag', 'v2');
      fleet.commit(variants('v2', ADOPT));
      const { stderr, exitCode } = await run('apply');
      assert.equal(exitCode, 3, stderr);
      assert.match(stderr, /spec\.replicas.*base 1, new 2, local 5/);
      assert.equal(fleet.git('status', '--porcelain'), '');
    }));

  it('takes what differs from the nearest version for edits in a package without an upstreamLock, and says so', () =>
    inFleet(
      { ...FLEET, [`${SHOP}/Kptfile`]: kptfile('shop'), [WEB]: web(5), [`${SHOP}/notes.yaml`]: COMMENTED },
      async (setting) => {
        const { fleet, run } = setting;
        const { stderr, exitCode } = await run('adopt', SHOP);
        assert.equal(exitCode, 0, stderr);
        assert.match(
          stderr,
          /\[warning\] clusters\/eu\/shop\/Kptfile.*has no `upstreamLock`, so the nearest of 1 version .*, v1 \(.*2 of 3 files equal/,
        );
        assert.match(stderr, /1 file of adopted packages differ/);
        await act(setting, 'apply');
        assert.equal(fleet.read(WEB), web(5));
      },
    ));

  it('changes nothing if a package is adopted twice, or was made by the fleet', () =>
    inFleet(FLEET, async (setting) => {
      get(setting);
      assert.equal(await act(setting, 'adopt', SHOP), 'adopt');
      assert.equal(await act(setting, 'adopt', SHOP), 'unchanged');
      await act(setting, 'apply');
      assert.equal(await act(setting, 'adopt', SHOP), 'unchanged');
    }));

  const refused: readonly (readonly [name: string, args: readonly string[], message: RegExp])[] = [
    [
      'a folder of no PackageVariant',
      ['clusters/eu/store'],
      /no variant is named "clusters\/eu\/store": .*did you mean "clusters\/eu\/shop"/,
    ],
    ['a folder that does not exist', [SHOP], /clusters\/eu\/shop\/Kptfile.*must exist: only a package can be adopted/],
    ['another variant than that of the folder', [SHOP, '--variant', 'us-shop'], /no variant is named "us-shop"/],
  ];
  for (const [name, args, message] of refused)
    it(`refuses to adopt ${name}`, () =>
      inFleet(FLEET, async ({ run, fleet }) => {
        const { stderr, exitCode } = await run('adopt', ...args);
        assert.equal(exitCode, 1);
        assert.match(stderr, message);
        assert.equal(fleet.git('status', '--porcelain'), '');
      }));

  it('reads an upstream elsewhere only where its PackageVariant names the repository', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      const other = `${fleet.folder}-other`;
      fleet.git('clone', '--quiet', `file://${fleet.folder}`, other);
      fleet.commit({ 'packages/shop/web.yaml': web(7) });
      const lock = `upstreamLock: {type: git, git: {repo: 'file://${other}', directory: /packages/shop, ref: main, commit: ${'1'.repeat(40)}}}\n`;
      fleet.commit({ [`${SHOP}/Kptfile`]: `${kptfile('shop')}${lock}`, [WEB]: web(1) });
      const { stderr, exitCode } = await run('adopt', SHOP);
      assert.equal(exitCode, 1);
      assert.match(stderr, /commit 1{12} of `upstreamLock` must be in this repository, or in that of the upstream/);
    }));
});
