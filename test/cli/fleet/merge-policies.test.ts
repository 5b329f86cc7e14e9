import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetOutcome } from '../../../cli/fleet/show/fleet-outcome.ts';
import { actions, assertNames, found } from '../../support/facts.ts';
import {
  type FleetSetting,
  type GitFleet,
  inFleet,
  inMemoryFleet,
  packageVariant,
  replicasPolicy,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools, runKpt } from '../../support/kpt.ts';
import { below, kptfile, type Files } from '../run-support.ts';

const EU = 'clusters/eu/shop';
const US = 'clusters/us/shop';
const POLICY = replicasPolicy('replicas');
const WRONG = POLICY.replace('take: local', 'take: mine');

/** Two variants of a package in the work tree, which has a MergePolicy. */
const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'packages/shop/policy.yaml': POLICY,
  'variants/all.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    repository('us', 'clusters/us'),
    packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
    packageVariant('us-shop', 'blueprints/shop', 'us/shop'),
  ].join('---\n'),
};

/** Errors of a wrong policy in both variants. */
const WRONG_TAKE = [EU, US].map((folder) => `error invalid-value ${folder}/policy.yaml spec.rules[0].take`);

/** Asserts that a call fails with these errors, which name the upstream package as the place to correct. */
function assertWrong(outcome: FleetOutcome): void {
  assert.deepEqual(found(outcome), WRONG_TAKE);
  assertNames(outcome, 'invalid-value', 'upstream package');
  assert.deepEqual(
    outcome.results.filter(({ severity }) => severity === 'error').map(({ position }) => position),
    WRONG_TAKE.map(() => ({ line: 6, column: 65 })),
  );
  assert.deepEqual(actions(outcome), { [EU]: 'error', [US]: 'error' });
  assert.equal(outcome.exitCode, 1);
}

/** Package of the tests of policies that people add to a folder: a number, a Secret and an image, of a version. */
function versionOf(number: number): Files {
  return { 'web.yaml': web(number, `web:${number}`), 'secret.yaml': secret(`dG9rZW4${number}`) };
}

function secret(token: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata:\n  name: api\ndata:\n  token: ${token}\n`;
}

/** A policy of people, which pins the number and the Secret, and decides about the image. */
const OWN = `apiVersion: krm-variants.dev/v1alpha1
kind: MergePolicy
metadata:
  name: own
  annotations:
    config.kubernetes.io/local-config: 'true'
spec:
  rules:
    - {resource: {kind: Deployment}, path: spec.replicas, take: pin}
    - {resource: {kind: Secret}, path: data, take: pin}
    - {resource: {kind: Deployment}, path: spec.template, take: local}
`;

/** Upgrades the folder twice, which must keep what the policy of people says. */
async function upgradesWith(own: string, { fleet, run }: FleetSetting): Promise<void> {
  for (const number of [2, 3]) {
    fleet.commit(below('packages/shop', versionOf(number)));
    const { stderr, exitCode } = await run('apply', '--on-conflict', 'new', '--strict');
    assert.equal(exitCode, 0, stderr);
    assert.equal(fleet.read(`${EU}/web.yaml`), web(1, 'web:mine'));
    assert.equal(fleet.read(`${EU}/secret.yaml`), secret('dG9rZW41'));
    assert.equal(fleet.read(`${EU}/own.yaml`), own);
    fleet.commit({});
  }
}

const OWN_FILES: Readonly<Record<string, string>> = {
  'with the annotation local-config': OWN,
  'without an annotation': OWN.replace(/ {2}annotations:\n.*\n/, ''),
};

/** A folder that kpt made of a package with this MergePolicy, that people edited, and that was adopted. */
function inAdopted(policy: string, act: (setting: GitFleet) => Promise<void>): Promise<void> {
  return inFleet(
    { ...FLEET, ...below('packages/shop', versionOf(1)), 'packages/shop/policy.yaml': policy },
    async (setting) => {
      const { fleet, run } = setting;
      mkdirSync(join(fleet.folder, 'clusters/eu'), { recursive: true });
      const from = `file://${fleet.folder}/.git/packages/shop@v1`;
      const got = runKpt(['pkg', 'get', from, join(fleet.folder, EU)], {});
      assert.equal(got.exitCode, 0, got.stderr);
      fleet.commit({ [`${EU}/web.yaml`]: web(1, 'web:mine') });
      const adopted = await run('adopt', EU);
      assert.equal(adopted.exitCode, 0, adopted.stderr);
      fleet.commit({});
      await act(setting);
    },
  );
}

describe('MergePolicies of a fleet', () => {
  before(function () {
    needTools(this, 'git', 'kpt');
  });

  it('are checked when a variant is made', () =>
    inMemoryFleet({ ...FLEET, 'packages/shop/policy.yaml': WRONG }, async ({ fleet, run }) => {
      assertWrong(await run('apply'));
      assert.deepEqual(fleet.uncommitted(), []);
      fleet.commit({ 'packages/shop/policy.yaml': POLICY });
      assert.deepEqual(actions(await run('apply')), { [EU]: 'create', [US]: 'create' });
    }));

  it('are checked when a deleted folder is made again', () =>
    inMemoryFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({});
      fleet.remove(US);
      fleet.commit({ 'packages/shop/policy.yaml': WRONG });
      assertWrong(await run('apply', '--on-conflict', 'new'));
    }));

  it('fail in a folder that nobody edited as in one with edits', () =>
    inMemoryFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ [`${EU}/web.yaml`]: web(1, 'web:mine'), 'packages/shop/policy.yaml': WRONG });
      assertWrong(await run('apply'));
      assert.deepEqual(fleet.uncommitted(), []);
      fleet.commit({ 'packages/shop/policy.yaml': POLICY.replace('replicas, take', 'template, take') });
      assert.deepEqual(actions(await run('apply')), { [EU]: 'update', [US]: 'update' });
    }));

  const wrong: readonly (readonly [title: string, text: string, ...errors: readonly string[]])[] = [
    ['has a wrong field', WRONG, `invalid-value ${EU}/policy.yaml spec.rules[0].take`],
    [
      'has no rules',
      POLICY.replace(/ {2}rules:[^]*/, '  rule: []\n'),
      `unknown-field ${EU}/policy.yaml spec.rule`,
      `missing-field ${EU}/policy.yaml spec.rules`,
    ],
    ['is not YAML', `${POLICY}    - {path: [\n`, `invalid-yaml ${EU}/policy.yaml`],
  ];
  for (const [title, text, ...errors] of wrong)
    it(`are corrected in an edited folder if that of the version that it was made of ${title}`, () =>
      inAdopted(text, async ({ fleet, run }) => {
        fleet.commit({ 'packages/shop/policy.yaml': POLICY, 'packages/shop/web.yaml': web(2) });
        const before = await run('apply', '--variant', EU);
        assert.deepEqual(
          found(before),
          errors.map((error) => `error ${error}`),
        );
        for (const { message } of before.results.filter(({ severity }) => severity === 'error'))
          assert.match(message, /in the folder/);
        assert.equal(before.exitCode, 1);
        // A policy of people, whose name decides whether it counts.
        fleet.commit({
          [`${EU}/policy.yaml`]: POLICY,
          [`${EU}/own.yaml`]: replicasPolicy('own').replace('path: spec.replicas', 'path: spec.paused'),
        });
        const outcome = await run('apply', '--variant', EU);
        assert.equal(outcome.exitCode, 0, outcome.stderr);
        assert.deepEqual(actions(outcome), { [EU]: 'update' });
        assert.equal(fleet.read(`${EU}/web.yaml`), web(2, 'web:mine'));
      }));

  for (const [title, own] of Object.entries(OWN_FILES))
    it(`decide in the folder of a variant ${title}, at each upgrade`, () =>
      inMemoryFleet({ ...FLEET, ...below('packages/shop', versionOf(1)) }, async (setting) => {
        await setting.run('apply');
        setting.fleet.commit(below(EU, { 'own.yaml': own, 'web.yaml': web(1, 'web:mine') }));
        await upgradesWith(own, setting);
        assert.equal(setting.fleet.read(`${US}/web.yaml`), web(3, 'web:3'));
      }));

  it('decide in an adopted folder, at each upgrade', () =>
    inAdopted(POLICY, async (setting) => {
      setting.fleet.commit(below(EU, { 'own.yaml': OWN }));
      await upgradesWith(OWN, setting);
    }));
});
