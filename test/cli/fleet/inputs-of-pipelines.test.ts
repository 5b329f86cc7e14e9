import assert from 'node:assert/strict';
import { conflictValues, found } from '../../support/facts.ts';
import {
  driftIn,
  type FleetSetting,
  inFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { below, configMap, kptfile, type Files } from '../run-support.ts';

const SHOP = 'clusters/eu/shop';

function policy(registry: string): string {
  return `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: registry
spec:
  resourceSelectors:
    - apiVersion: apps/v1
      kind: Deployment
  overrideRules:
    - overriders:
        imageOverrider:
          - component: Registry
            operator: replace
            value: ${registry}
`;
}

const PIPELINE = `pipeline:
  mutators:
    - exec: apply-override-policy
      configMap: {cluster: eu}
`;

/** A policy of people for the place that the pipeline writes. */
const PIN = `apiVersion: krm-variants.dev/v1alpha1
kind: MergePolicy
metadata: {name: pin}
spec:
  rules:
    - {resource: {kind: Deployment}, path: spec.template, take: pin}
`;

const FLEET: Files = {
  'packages/shop/Kptfile': `${kptfile('shop')}${PIPELINE}`,
  'packages/shop/web.yaml': web(1),
  'packages/shop/policy.yaml': policy('one'),
  'variants/all.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
  ].join('---\n'),
};

async function apply({ run }: FleetSetting, ...args: readonly string[]): Promise<string> {
  const { variants, stderr, exitCode } = await run('apply', ...args);
  assert.equal(exitCode, 0, stderr);
  return variants.map(({ action }) => action).join();
}

describe('edits of the inputs of pipelines', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('renders what is derived', () =>
    inMemoryFleet(FLEET, async (setting) => {
      await apply(setting);
      assert.equal(setting.fleet.read(`${SHOP}/web.yaml`), web(1, 'one/web:1'));
      assert.equal(await apply(setting), 'unchanged');
    }));

  it('renders the folder after an edit of settings that a function names by `configRef`', () =>
    inMemoryFleet(
      {
        ...FLEET,
        'packages/shop/Kptfile': `${kptfile('shop')}pipeline:
  mutators:
    - exec: apply-override-policy
      configRef: {kind: ConfigMap, name: settings}
`,
        'packages/shop/settings.yaml': `${configMap('settings')}data: {cluster: other}\n`,
        'packages/shop/policy.yaml': policy('one').replace(
          'overrideRules:\n    - overriders',
          'overrideRules:\n    - targetCluster: {clusterNames: [eu]}\n      overriders',
        ),
      },
      async (setting) => {
        const { fleet } = setting;
        await apply(setting);
        assert.equal(fleet.read(`${SHOP}/web.yaml`), web(1));
        fleet.commit({ [`${SHOP}/settings.yaml`]: `${configMap('settings')}data: {cluster: eu}\n` });
        assert.equal(await apply(setting), 'update');
        assert.equal(fleet.read(`${SHOP}/web.yaml`), web(1, 'one/web:1'));
        assert.match(fleet.read(`${SHOP}/settings.yaml`), /cluster: eu/);
      },
    ));

  it('renders, merges and keeps a package with all fields of kpt 1.0', () =>
    inMemoryFleet(
      {
        ...FLEET,
        'packages/shop/Kptfile': `${kptfile('shop')}pipeline:
  mutators:
    - exec: apply-override-policy
      when: resources.exists(r, r.?spec.?replicas.orValue(1) > 1)
      configRef: {apiVersion: v1, kind: ConfigMap, name: settings}
      selectors:
        - resourceFileRegexp: ^web
        - resourceFileRegexp: policy
      exclude:
        - resourceFileRegexp: ^web-old
`,
        'packages/shop/settings.yaml': `${configMap('settings')}data: {cluster: eu}\n`,
        'packages/shop/web-old.yaml': web(5, 'web:1', 'web-old'),
      },
      async (setting) => {
        const { fleet, run } = setting;
        const first = await run('apply', '--verbose');
        assert.equal(first.exitCode, 0, first.stderr);
        assert.match(
          first.stderr,
          /mutators\[0\]\.when: was false for the items of "apply-override-policy", so it did not run/,
        );
        assert.equal(fleet.read(`${SHOP}/web.yaml`), web(1));
        fleet.commit({ [`${SHOP}/web.yaml`]: web(1).replace('  name: web\n', '  name: web # ours\n') });
        fleet.commit({ 'packages/shop/web.yaml': web(3) });
        assert.equal(await apply(setting), 'update');
        assert.equal(
          fleet.read(`${SHOP}/web.yaml`),
          web(3, 'one/web:1').replace('  name: web\n', '  name: web # ours\n'),
        );
        assert.equal(fleet.read(`${SHOP}/web-old.yaml`), web(5, 'web:1', 'web-old'));
        assert.equal(await apply(setting), 'unchanged');
      },
    ));

  it('renders the folder after an edit of a policy, and brings upgrades without conflicts', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      fleet.commit({ [`${SHOP}/policy.yaml`]: policy('two') });
      assert.equal(await apply(setting), 'update');
      assert.equal(fleet.read(`${SHOP}/web.yaml`), web(1, 'two/web:1'));
      assert.equal(await apply(setting), 'unchanged');
      fleet.commit({ 'packages/shop/web.yaml': web(3, 'web:2') });
      assert.equal(await apply(setting), 'update');
      assert.equal(fleet.read(`${SHOP}/web.yaml`), web(3, 'two/web:2'));
      assert.equal(fleet.read(`${SHOP}/policy.yaml`), policy('two'));
      assert.equal(await apply(setting), 'unchanged');
    }));

  it('takes the folder that somebody rendered after such an edit as unedited', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      fleet.commit({ [`${SHOP}/policy.yaml`]: policy('two'), [`${SHOP}/web.yaml`]: web(1, 'two/web:1') });
      assert.equal(await apply(setting), 'unchanged');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await apply(setting), 'update');
      assert.equal(fleet.read(`${SHOP}/web.yaml`), web(1, 'two/web:2'));
    }));

  it('keeps an edit of a place that the pipeline writes', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      fleet.commit({ [`${SHOP}/web.yaml`]: web(1, 'mine/web:1') });
      fleet.commit({ 'packages/shop/web.yaml': web(3) });
      assert.equal(await apply(setting), 'update');
      assert.equal(fleet.read(`${SHOP}/web.yaml`), web(3, 'mine/web:1'));
      assert.equal(await apply(setting), 'unchanged');
    }));

  it('reports a conflict where such a place changes upstream', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await apply(setting);
      fleet.commit({ [`${SHOP}/web.yaml`]: web(1, 'mine/web:1') });
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      const outcome = await run('apply');
      assert.equal(outcome.exitCode, 3);
      const image = 'spec.template.spec.containers[name=web].image';
      assert.deepEqual(found(outcome), [`error conflict-edit-edit ${SHOP}/web.yaml ${image}`]);
      assert.deepEqual(conflictValues(outcome), [{ base: 'one/web:1', theirs: 'one/web:2', local: 'mine/web:1' }]);
    }));

  it('runs the pipeline on resources that people added', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      fleet.commit({ [`${SHOP}/own.yaml`]: web(1, 'own:1', 'own') });
      assert.equal(await apply(setting), 'update');
      assert.equal(fleet.read(`${SHOP}/own.yaml`), web(1, 'one/own:1', 'own'));
      assert.equal(await apply(setting), 'unchanged');
    }));

  it('removes what the PackageVariant no longer asks for', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      const asked = (rest: string): Files => ({
        'variants/all.yaml': String(FLEET['variants/all.yaml']).replace(/$/, rest),
      });
      fleet.write(asked('  packageContext: {data: {region: eu}}\n'));
      fleet.commit({});
      await apply(setting);
      assert.match(fleet.read(`${SHOP}/package-context.yaml`), /region: eu/);
      fleet.commit(asked(''));
      assert.equal(await apply(setting), 'update');
      assert.doesNotMatch(fleet.read(`${SHOP}/package-context.yaml`), /region/);
    }));

  it('keeps a pinned place that the pipeline writes, with an edited input', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      const own = web(7, 'one/web:1');
      fleet.commit(below(SHOP, { 'policy.yaml': policy('two'), 'pin.yaml': PIN, 'web.yaml': own }));
      const drift = await driftIn(fleet.folder);
      assert.match((await drift('--diff')).stdout, /^- +image: two\/web:1\n\+ +image: one\/web:1$/m);
      for (const version of [1, 2]) {
        await apply(setting, '--strict');
        assert.equal(fleet.read(`${SHOP}/web.yaml`), own);
        assert.equal(await apply(setting), 'unchanged');
        fleet.commit({ 'packages/shop/web.yaml': web(1, `web:${version + 1}`) });
      }
    }));

  it('keeps a pinned place of a resource that people added', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      fleet.commit({ [`${SHOP}/own.yaml`]: web(1, 'own:1', 'own'), [`${SHOP}/pin.yaml`]: PIN });
      await apply(setting, '--strict');
      assert.equal(fleet.read(`${SHOP}/own.yaml`), web(1, 'own:1', 'own'));
      assert.equal(await apply(setting), 'unchanged');
    }));

  it('leaves a folder whose pipeline fails', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await apply(setting);
      fleet.commit({ [`${SHOP}/policy.yaml`]: policy('two').replace('kind: Deployment', 'kinds: Deployment') });
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      const outcome = await run('apply');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [
        'error function-failed',
        `error missing-field ${SHOP}/policy.yaml spec.resourceSelectors[0].kind`,
        `error unknown-field ${SHOP}/policy.yaml spec.resourceSelectors[0].kinds`,
      ]);
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('shows an edit of an input as the only edit, whoever ran the pipeline with it', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      const edited = async (): Promise<readonly string[]> => {
        const outcome = await setting.drift('--diff');
        assert.deepEqual(found(outcome), []);
        return outcome.stdout.match(/^(?:\+\+\+|[-+] ) .*$/gm) ?? [];
      };
      const policyEdit = [`+++ b/${SHOP}/policy.yaml`, '-            value: one', '+            value: two'];
      fleet.commit({ [`${SHOP}/policy.yaml`]: policy('two') });
      assert.deepEqual(await edited(), policyEdit);
      await apply(setting);
      assert.equal(fleet.read(`${SHOP}/web.yaml`), web(1, 'two/web:1'));
      assert.deepEqual(await edited(), policyEdit);
      fleet.commit({ 'packages/shop/web.yaml': web(3, 'web:2') });
      await apply(setting);
      fleet.commit({ [`${SHOP}/web.yaml`]: web(7, 'two/web:2') });
      assert.deepEqual(await edited(), [...policyEdit, `+++ b/${SHOP}/web.yaml`, '-  replicas: 3', '+  replicas: 7']);
    }));

  it('warns that outputs may count as edits if what the pipeline makes of an edited input cannot be derived', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet } = setting;
      // This version of the package is in no commit.
      fleet.write({ 'packages/shop/web.yaml': web(2) });
      await apply(setting);
      fleet.commit({
        'packages/shop/web.yaml': web(1),
        [`${SHOP}/policy.yaml`]: policy('two'),
        [`${SHOP}/web.yaml`]: web(2, 'two/web:1'),
      });
      const drift = await driftIn(fleet.folder);
      const outcome = await drift('--report', 'json');
      const { variants } = JSON.parse(outcome.stdout) as {
        readonly variants: readonly { readonly state: string; readonly files: readonly { readonly path: string }[] }[];
      };
      assert.deepEqual(
        variants.map(({ state, files }) => [state, ...files.map(({ path }) => path)]),
        [['edited', 'policy.yaml', 'web.yaml']],
      );
      assert.deepEqual(found(outcome), [`warning edits-uncertain ${SHOP}`]);
      assert.match((await drift()).stderr, /^\[warning\] clusters\/eu\/shop: /m);
    }));
});
