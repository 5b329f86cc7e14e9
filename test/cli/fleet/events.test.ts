import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../../scripts/functions.ts';
import { assertNames, failsWith, found, withCode } from '../../support/facts.ts';
import {
  type FleetSetting,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

/**
 * Events in the life of a PackageVariant, as Porch's controller knows them, with the ids that titles of tests have. An
 * id without a reason must be in a title.
 */
const EVENTS: readonly (readonly [id: string, event: string, reason?: string])[] = [
  ['E1', 'its spec is invalid'],
  ['E2', 'its upstream is not found'],
  ['E3', 'it is new'],
  ['E4', 'it is new, and its package exists (adoptNone)'],
  ['E5', 'it is new, and its package exists (adoptExisting)'],
  ['E6', 'it changes while its package is a draft: a branch'],
  ['E7', 'its upstream changes while its package is a draft'],
  ['E8', 'its upstream changes while its package is proposed: a pull request'],
  ['E9', 'it changes while its package is proposed'],
  ['E10', 'nothing changes'],
  ['E11', 'its upstream changes, up or down'],
  ['E12', 'its spec or an injected object changes'],
  ['E13', 'its package is proposed for deletion', 'a folder has no such state'],
  ['E14', 'its package has several drafts', 'a branch has one folder'],
  ['E15', 'its downstream changes'],
  ['E16', 'people edit, publish and reject its package'],
  ['E17', 'it is deleted'],
  ['E18', 'a floating tag moves'],
  ['E19', 'another one has the same downstream'],
];

const PROGRAM = fileURLToPath(import.meta.resolve('../../support/fleet-lock-program.ts'));

const SHOP = 'clusters/eu/shop';
const WEB = `${SHOP}/web.yaml`;
const LOCK = `.krm-variants/lock/${SHOP}.lock`;

function variant(revision: string, rest = ''): string {
  return [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    packageVariant('eu-shop', `blueprints/shop@${revision}`, 'eu/shop', rest),
  ].join('---\n');
}

const CONTEXT = '  packageContext: {data: {zone: a}}\n';

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'variants/all.yaml': variant('v1'),
};

/** Passes a fleet to a test whose package has the tags v1 and v2. */
function versionsBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (test: (setting: Setting) => Promise<void>): Promise<void> =>
    inThis(FLEET, async (setting) => {
      const { fleet } = setting;
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.tag('v2');
      await test(setting);
    });
}

const withVersions = versionsBy(inMemoryFleet);
const withGitVersions = versionsBy(inFleet);

async function apply({ run }: FleetSetting): Promise<string> {
  const { stdout, stderr, exitCode } = await run('apply');
  assert.equal(exitCode, 0, stderr);
  return stdout.split('\n')[1]?.split(' ')[0] ?? '';
}

describe('the events in the life of a PackageVariant', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('have a test each', () => {
    const texts = globSync('test/{cli/fleet/,e2e/fleet-}*.test.ts', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const titled = new Set(texts.flatMap((text) => Array.from(text.matchAll(/\[(E\d+)\]/g), ([, id]) => id)));
    const missing = EVENTS.filter(([id, , reason]) => reason === undefined && !titled.has(id));
    assert.deepEqual(missing, []);
    const known = new Set<string | undefined>(EVENTS.filter(([, , reason]) => reason === undefined).map(([id]) => id));
    assert.deepEqual(
      [...titled].filter((id) => !known.has(id)),
      [],
    );
  });

  it('leave a variant as it is while its upstream is not found [E2]', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await apply(setting);
      fleet.commit({ 'variants/all.yaml': variant('v9') });
      const outcome = await run('apply');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(
        outcome.variants.map(({ action, folder }) => [action, folder]),
        [['error', SHOP]],
      );
      assert.deepEqual(found(outcome), ['error revision-not-found']);
      assertNames(outcome, 'revision-not-found', '"v9"');
      assert.deepEqual(fleet.uncommitted(), []);
      fleet.tag('v9');
      assert.equal(await apply(setting), 'update');
    }));

  const changes: readonly (readonly [name: string, revision: string, rest: string])[] = [
    ['merge changes of the PackageVariant into a draft, and keep the edits in it [E6]', 'v1', CONTEXT],
    ['merge a new version into a draft, and keep the edits in it [E7]', 'v2', ''],
  ];
  for (const [name, revision, rest] of changes)
    it(name, () =>
      withGitVersions(async (setting) => {
        const { fleet } = setting;
        fleet.git('checkout', '--quiet', '-b', 'draft');
        await apply(setting);
        fleet.commit({ [WEB]: web(5) });
        fleet.commit({ 'variants/all.yaml': variant(revision, rest) });
        assert.equal(await apply(setting), 'update');
        assert.equal(fleet.read(WEB), web(5, revision === 'v2' ? 'web:2' : 'web:1'));
        assert.equal(fleet.read(`${SHOP}/package-context.yaml`).includes('zone: a'), rest !== '');
        assert.equal(await apply(setting), 'unchanged');
      }),
    );

  const proposed: readonly (readonly [name: string, revision: string, rest: string])[] = [
    ['add a commit with a new version to a proposal, which then merges [E8]', 'v2', ''],
    ['add a commit with changes of the PackageVariant to a proposal, which then merges [E9]', 'v1', CONTEXT],
  ];
  for (const [name, revision, rest] of proposed)
    it(name, () =>
      withGitVersions(async (setting) => {
        const { fleet } = setting;
        fleet.git('checkout', '--quiet', '-b', 'proposal');
        await apply(setting);
        fleet.commit({});
        // In the review, somebody edits the proposal.
        fleet.commit({ [WEB]: web(5) });
        fleet.git('checkout', '--quiet', 'main');
        fleet.commit({ 'variants/all.yaml': variant(revision, rest) });
        fleet.git('checkout', '--quiet', 'proposal');
        fleet.git('merge', '--quiet', '--no-edit', 'main');
        assert.equal(await apply(setting), 'update');
        fleet.commit({});
        fleet.git('checkout', '--quiet', 'main');
        fleet.git('merge', '--quiet', '--no-edit', 'proposal');
        assert.equal(fleet.read(WEB), web(5, revision === 'v2' ? 'web:2' : 'web:1'));
        assert.equal(await apply(setting), 'unchanged');
      }),
    );

  it('bring a newer version and take it back, with the edits of people on top [E11]', () =>
    withVersions(async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      fleet.commit({});
      fleet.commit({ [WEB]: web(5) });
      for (const [revision, image] of [
        ['v2', 'web:2'],
        ['v1', 'web:1'],
        ['v2', 'web:2'],
      ] as const) {
        fleet.commit({ 'variants/all.yaml': variant(revision) });
        assert.equal(await apply(setting), 'update');
        assert.equal(fleet.read(WEB), web(5, image));
        assert.match(fleet.read(LOCK), new RegExp(`^asked "${revision}"$`, 'm'));
        fleet.commit({});
      }
    }));

  it('are errors for two PackageVariants with one downstream, which name each other [E19]', () =>
    inMemoryFleet(
      { ...FLEET, 'variants/twin.yaml': packageVariant('twin', 'blueprints/shop@v1', 'eu/shop') },
      async ({ fleet, run }) => {
        const outcome = await run('apply');
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(
          outcome.variants.map(({ action, folder, name }) => [action, folder, name]),
          [
            ['error', SHOP, 'eu-shop'],
            ['error', SHOP, 'twin'],
          ],
        );
        assert.deepEqual(
          found(outcome),
          ['all', 'twin'].map((name) => `error variant-overlap variants/${name}.yaml spec.downstream`),
        );
        const [all, twin] = withCode(outcome, 'variant-overlap').map(({ message }) => message);
        assert.match(all ?? '', /"twin" \(variants\/twin\.yaml\)/);
        assert.match(twin ?? '', /"eu-shop" \(variants\/all\.yaml\)/);
        assert.deepEqual(fleet.uncommitted(), []);
      },
    ));

  it('follow another upstream package, and not only its revision', () =>
    withVersions(async (setting) => {
      const { fleet } = setting;
      fleet.commit({ 'packages/store/Kptfile': kptfile('store'), 'packages/store/web.yaml': web(1, 'store:1') });
      fleet.tag('v3');
      await apply(setting);
      fleet.commit({});
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({
        'variants/all.yaml': variant('v3').replace('package: shop, revision', 'package: store, revision'),
      });
      assert.equal(await apply(setting), 'update');
      assert.equal(fleet.read(WEB), web(5, 'store:1'));
    }));
});

describe('two calls in one work tree', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('are refused if both write, and not if one only reads', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      const first = spawn(process.execPath, [PROGRAM, fleet.folder]);
      try {
        await once(first.stdout, 'data');
        await assert.rejects(run('apply'), (error: Error) => {
          assert.match(error.message, new RegExp(`\\b${first.pid}\\b`));
          return failsWith('error busy')(error);
        });
        assert.deepEqual(fleet.uncommitted(), []);
        assert.equal((await run('plan')).exitCode, 0);
      } finally {
        first.stdin.end();
        await once(first, 'close');
      }
      assert.equal(await apply(setting), 'create');
    }));
});

describe('subpackages of a variant', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('keep their package context, while the root gets its own', () => {
    const inner = `apiVersion: v1
kind: ConfigMap
metadata:
  name: kptfile.kpt.dev
  annotations:
    config.kubernetes.io/local-config: "true"
data:
  name: inner # of the blueprint
  package-path: from/blueprint
`;
    const files = {
      ...FLEET,
      'packages/shop/inner/Kptfile': kptfile('inner'),
      'packages/shop/inner/package-context.yaml': inner,
      'packages/shop/bare/Kptfile': kptfile('bare'),
      'variants/all.yaml': variant('v1', '  packageContext: {data: {zone: a}}\n'),
    };
    return inMemoryFleet(files, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      assert.equal(fleet.read(`${SHOP}/inner/package-context.yaml`), inner);
      assert.equal(fleet.read(`${SHOP}/inner/Kptfile`), kptfile('inner'));
      assert.deepEqual(
        Object.keys(fleet.files()).filter((path) => path.startsWith(`${SHOP}/bare/`)),
        [`${SHOP}/bare/Kptfile`],
      );
      const context = fleet.read(`${SHOP}/package-context.yaml`);
      assert.match(context, /^ {2}name: shop$/m);
      assert.match(context, /^ {2}package-path: shop$/m);
      assert.match(context, /^ {2}zone: a$/m);
    });
  });
});
