import assert from 'node:assert/strict';
import { needTools } from '../../support/kpt.ts';
import { kinds, listOf, withCluster } from '../cluster-stand-in.ts';
import { actions, assertNames, found, onlyAction } from '../../support/facts.ts';
import { type FleetSetting, inFleet, inMemoryFleet, packageVariant, repository, web } from '../../support/fleet.ts';
import { kptfile, type Files } from '../run-support.ts';

const SHOP = 'clusters/eu/shop';
const WEB = `${SHOP}/web.yaml`;

function endpoints(name: string, host: string, rest = ''): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
${rest}data:
  host: ${host}
`;
}

const POINT = endpoints('endpoints', 'none', '  annotations:\n    kpt.dev/config-injection: required\n');

const INJECTION = `apiVersion: krm-variants.dev/v1alpha1
kind: ConfigInjection
metadata:
  name: region
  annotations: {config.kubernetes.io/local-config: "true"}
spec:
  injectors: [{name: eu}]
`;

const STEP = '{exec: inject-config, configPath: injection.yaml}';

const PIPELINE = `pipeline:\n  mutators: [${STEP}]\n`;

function fleetOf(files: Files, rest = ''): Files {
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/endpoints.yaml': POINT,
    'packages/shop/injection.yaml': INJECTION,
    'fleet/variants.yaml': [
      repository('blueprints', 'packages'),
      repository('eu', 'clusters/eu'),
      packageVariant('eu-shop', 'blueprints/shop', 'eu/shop', rest),
    ].join('---\n'),
    'fleet/objects/eu.yaml': endpoints('eu', 'eu.example.com'),
    'fleet/objects/other.yaml': endpoints('other', 'other.example.com'),
    ...files,
  };
}

/** Runs `fleet`, which must succeed, and returns the action that all variants have. */
async function act({ run }: FleetSetting, action: 'plan' | 'apply', ...args: readonly string[]): Promise<string> {
  const outcome = await run(action, ...args);
  assert.equal(outcome.exitCode, 0, outcome.stderr);
  return onlyAction(outcome);
}

const OVERRIDDEN: Files = {
  'packages/shop/Kptfile': `${kptfile('shop')}pipeline:\n  mutators: [{exec: apply-override-policy, configMap: {cluster: oslo}}]\n`,
  'packages/shop/web.yaml': web(1),
  'packages/shop/policy.yaml': `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata:
  name: labelled
  annotations: {config.kubernetes.io/local-config: "true"}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  overrideRules:
    - targetCluster: {labelSelector: {matchLabels: {tier: big}}}
      overriders: {imageOverrider: [{component: Registry, operator: add, value: big.example.com}]}
`,
};

function cluster(name: string, tier: string): string {
  return `apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: ${name}, labels: {tier: ${tier}}}
spec: {}
`;
}

describe('objects that functions of a pipeline read', () => {
  before(function () {
    needTools(this, 'git');
  });

  const places: readonly (readonly [name: string, files: Files, rest: string])[] = [
    ['of the upstream', { 'packages/shop/Kptfile': `${kptfile('shop')}${PIPELINE}` }, ''],
    [
      'of the PackageVariant',
      {},
      `  ${PIPELINE.replaceAll('\n', '\n  ').trimEnd().replace(STEP, STEP.replace('{', '{name: i, '))}\n`,
    ],
  ];
  for (const [name, files, rest] of places)
    it(`update a variant when one of them changes, and at no other change: pipeline ${name}`, () =>
      inMemoryFleet(fleetOf(files, rest), async (setting) => {
        const { fleet } = setting;
        assert.equal(await act(setting, 'apply'), 'create');
        assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: eu\.example\.com/);
        assert.equal(await act(setting, 'apply'), 'unchanged');
        fleet.commit({ 'fleet/objects/other.yaml': endpoints('other', 'changed.example.com') });
        assert.equal(await act(setting, 'apply'), 'unchanged');
        fleet.commit({ 'fleet/objects/eu.yaml': endpoints('eu', 'new.example.com') });
        assert.equal(await act(setting, 'plan'), 'update');
        assert.equal(await act(setting, 'apply'), 'update');
        assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: new\.example\.com/);
        assert.equal(await act(setting, 'apply'), 'unchanged');
      }));

  it('update a variant when one changes that a function reads which people added, with a warning', () =>
    inMemoryFleet(fleetOf({}), async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      fleet.commit({ [`${SHOP}/Kptfile`]: `${fleet.read(`${SHOP}/Kptfile`)}${PIPELINE}` });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: eu\.example\.com/);
      fleet.commit({ 'fleet/objects/eu.yaml': endpoints('eu', 'new.example.com') });
      const applied = await setting.run('apply');
      assert.deepEqual(actions(applied), { [SHOP]: 'update' });
      assert.deepEqual(found(applied), [
        `warning objects-changed ${SHOP}/Kptfile`,
        `warning readiness-gate-unmet ${SHOP}/Kptfile`,
        `warning rule-unmatched ${SHOP}/endpoints.yaml`,
      ]);
      assertNames(applied, 'objects-changed', '("eu")');
      assert.equal(await act(setting, 'apply'), 'unchanged');
    }));

  it('are those of --objects, too', () =>
    inFleet(fleetOf({ 'packages/shop/Kptfile': `${kptfile('shop')}${PIPELINE}` }), async (setting) => {
      const { fleet } = setting;
      const objects = ['--objects', `${fleet.folder}/fleet/objects`] as const;
      assert.equal(await act(setting, 'apply', ...objects), 'create');
      fleet.commit({ 'fleet/objects/eu.yaml': endpoints('eu', 'new.example.com') });
      assert.equal(await act(setting, 'apply', ...objects), 'update');
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: new\.example\.com/);
    }));

  it('are Clusters that an override policy selects by their labels, too', () =>
    inMemoryFleet(
      fleetOf({
        ...OVERRIDDEN,
        'fleet/objects/clusters.yaml': cluster('oslo', 'small'),
        'fleet/objects/lima.yaml': cluster('lima', 'small'),
      }),
      async (setting) => {
        const { fleet } = setting;
        await act(setting, 'apply');
        assert.match(fleet.read(WEB), /image: web:1/);
        fleet.commit({ 'fleet/objects/lima.yaml': cluster('lima', 'big') });
        assert.equal(await act(setting, 'apply'), 'unchanged');
        fleet.commit({ 'fleet/objects/clusters.yaml': cluster('oslo', 'big') });
        assert.equal(await act(setting, 'apply'), 'update');
        assert.match(fleet.read(WEB), /image: big\.example\.com\/web:1/);
        assert.equal(await act(setting, 'apply'), 'unchanged');
      },
    ));
});

/** Passes a fleet to a test whose variant was made with an object of a live cluster, and is committed. */
async function madeInCluster(
  test: (setting: FleetSetting) => Promise<void>,
  { kind = 'ConfigMap', files = {}, rest = '  injectors: [{name: eu}]\n' } = {},
): Promise<void> {
  const list = listOf({ metadata: { name: 'eu' }, data: { host: 'bGl2ZQ==' } });
  const path = `/api/v1/namespaces/default/${kind.toLowerCase()}s`;
  const answers = { '/api/v1': kinds(`${kind.toLowerCase()}s ${kind}`), [path]: list };
  const all = {
    ...fleetOf({}, rest),
    'packages/shop/endpoints.yaml': POINT.replace('ConfigMap', kind),
    'fleet/objects/eu.yaml': '',
    ...files,
  };
  await withCluster(answers, {}, () =>
    inMemoryFleet(all, async (setting) => {
      assert.equal(await act(setting, 'apply', '--context', 'edge'), 'create');
      setting.fleet.commit({});
      await test(setting);
    }),
  );
}

const UPGRADE: Files = { 'packages/shop/new.yaml': endpoints('new', 'x') };

describe('a variant that was made with --context', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('keeps the data of the cluster in calls without it', () =>
    madeInCluster(async (setting) => {
      const { fleet } = setting;
      assert.equal(await act(setting, 'plan'), 'unchanged');
      fleet.commit(UPGRADE);
      assert.equal(await act(setting, 'apply'), 'update');
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: bGl2ZQ==/);
      assert.match(fleet.read(`${SHOP}/new.yaml`), /host: x/);
      assert.equal(await act(setting, 'apply'), 'unchanged');
      assert.equal(await act(setting, 'apply', '--context', 'edge'), 'unchanged');
    }));

  it('keeps data that a function of its pipeline reads', () =>
    madeInCluster(
      async (setting) => {
        setting.fleet.commit(UPGRADE);
        assert.equal(await act(setting, 'apply'), 'update');
        assert.match(setting.fleet.read(`${SHOP}/endpoints.yaml`), /host: bGl2ZQ==/);
      },
      { rest: '', files: { 'packages/shop/Kptfile': `${kptfile('shop')}${PIPELINE}` } },
    ));

  it('is left as it is in calls without it that need other objects', () =>
    madeInCluster(async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ 'fleet/variants.yaml': fleet.read('fleet/variants.yaml').replace('name: eu}]', 'name: us}]') });
      const refused = await run('apply');
      assert.deepEqual([found(refused), refused.exitCode], [['error cluster-unreadable'], 1]);
      assertNames(refused, 'cluster-unreadable', 'did not ask', '`--context`');
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('is left as it is if its kept objects are missing', () =>
    madeInCluster(async (setting) => {
      const { fleet, run } = setting;
      const objects = Object.keys(fleet.files()).filter((path) => path.startsWith('.krm-variants/objects/'));
      const kept = objects.join('\n');
      assert.match(kept, /^\.krm-variants\/objects\/[\da-f]{64}$/);
      fleet.remove('.krm-variants/objects');
      fleet.commit(UPGRADE);
      const refused = await run('apply');
      assert.deepEqual([found(refused), refused.exitCode], [['error cluster-unreadable'], 1]);
      assertNames(refused, 'cluster-unreadable', kept, '`--context`');
      assert.equal(await act(setting, 'apply', '--context', 'edge'), 'update');
      assert.equal(await act(setting, 'plan'), 'unchanged');
    }));

  it('is left as it is without it if a Secret was injected and something else changes', () =>
    madeInCluster(
      async (setting) => {
        const { fleet, run } = setting;
        assert.equal(await act(setting, 'plan'), 'unchanged');
        fleet.commit(UPGRADE);
        const refused = await run('apply');
        assert.deepEqual([found(refused), refused.exitCode], [['error cluster-unreadable'], 1]);
        assertNames(refused, 'cluster-unreadable', ' Secret ', '`--context`');
        assert.deepEqual(fleet.uncommitted(), []);
      },
      { kind: 'Secret', rest: '  injectors: [{name: eu}]\n' },
    ));

  it('gets an object of the fleet that its PackageVariant names', () =>
    madeInCluster(async (setting) => {
      const { fleet } = setting;
      fleet.commit({ 'fleet/objects/eu.yaml': endpoints('eu', 'eu.example.com') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: eu\.example\.com/);
      assert.equal(await act(setting, 'apply'), 'unchanged');
    }));
});

describe('a variant that was made with --objects', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('is left as it is in calls without it that need the objects', () =>
    inFleet(
      fleetOf({ '.krmignore': 'dump\n', 'fleet/objects/eu.yaml': '' }, '  injectors: [{name: eu}]\n'),
      async (setting) => {
        const { fleet, run } = setting;
        fleet.commit({ 'dump/eu.yaml': endpoints('eu', 'dumped') });
        const objects = ['--objects', `${fleet.folder}/dump`] as const;
        assert.equal(await act(setting, 'apply', ...objects), 'create');
        fleet.commit({});
        assert.equal(await act(setting, 'plan'), 'unchanged');
        fleet.commit(UPGRADE);
        const refused = await run('apply');
        assert.deepEqual([found(refused), refused.exitCode], [['error cluster-unreadable'], 1]);
        assertNames(refused, 'cluster-unreadable', ' folder of objects', '`--objects`');
        assert.deepEqual(fleet.uncommitted(), []);
        assert.equal(await act(setting, 'apply', ...objects), 'update');
        assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: dumped/);
      },
    ));
});
