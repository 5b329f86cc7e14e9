import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertNames, counts, factsOf, found } from '../../support/facts.ts';
import { type FleetSetting, inFleet, type InFleet, inMemoryFleet, packageVariant } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import type { Files } from '../run-support.ts';
import { WARNED_FLEET } from './warned-fleet.ts';

const MESSAGE = '`spec.overrideRules[0].overriders.argsOverrider[0]`: no container is named "sidecar"';

const FLEET: Files = { ...WARNED_FLEET, 'variants/us.yaml': packageVariant('us', 'blueprints/shop', 'all/us') };

/** Warnings of both variants. */
const WARNINGS = ['eu', 'us'].map(
  (name) => `warning target-missing clusters/${name}/web.yaml spec.template.spec.containers`,
);

const FILE = '.krm-variants/accepted/sidecar.yaml';

function acceptance(spec: string, kind = 'WarningAcceptance'): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: ${kind}\nmetadata: {name: sidecar}\nspec:\n  ${spec.replaceAll('\n', '\n  ')}\n`;
}

const WEB = 'resource: {apiVersion: apps/v1, kind: Deployment, name: web}';
const REASON = 'reason: comes with v2';
const ALL = acceptance(`${WEB}\npath: spec.template.spec.containers\nmessage: '${MESSAGE}'\n${REASON}`);

/** Applies the fleet, which has one warning for each of its two variants, and adds a file to it. */
function acceptedBy<Setting extends FleetSetting>(open: InFleet<Setting>) {
  return (file: string, act: (setting: Setting) => Promise<void>, path = FILE): Promise<void> => {
    return open(FLEET, async (setting) => {
      await setting.run('apply');
      setting.fleet.commit({ [path]: file });
      await act(setting);
    });
  };
}

const inAccepted = acceptedBy(inMemoryFleet);
const inGitAccepted = acceptedBy(inFleet);

describe('acceptances of warnings', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('make a warning an info with the file and the reason, which --strict does not count', () =>
    inAccepted(ALL, async ({ run }) => {
      const checked = await run('plan', '--check', '--strict');
      assert.equal(checked.exitCode, 0, checked.stderr);
      assert.deepEqual(found(checked), []);
      assert.doesNotMatch(checked.stderr, /sidecar/);
      const verbose = await run('plan', '-v');
      assert.deepEqual(
        factsOf(verbose, 'target-missing'),
        WARNINGS.map((fact) => fact.replace('warning', 'info')),
      );
      assertNames(verbose, 'target-missing', MESSAGE, FILE, 'comes with v2');
      for (const folder of ['clusters/eu', 'clusters/us'])
        assert.match(verbose.stderr, new RegExp(`^\\[info\\] ${folder}/web\\.yaml .*comes with v2$`, 'm'));
      const status = await run('status', '--report', 'json');
      assert.doesNotMatch(status.stdout, /"severity": "warning"/);
    }));

  it('accept what is derived, and what is derived in other processes', () =>
    inMemoryFleet({ ...FLEET, [FILE]: ALL }, async ({ run, runShared }) => {
      const shared = await runShared('plan', ['--strict']);
      assert.equal(shared.exitCode, 0, shared.stderr);
      assert.ok(shared.planned.length > 0);
      const applied = await run('apply', '--strict');
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.deepEqual(counts(applied), { create: 2 });
    }));

  it('that are removed bring the warning back', () =>
    inAccepted(ALL, async ({ fleet, run }) => {
      fleet.remove(FILE);
      const outcome = await run('plan', '--strict');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error strict', 'error strict', ...WARNINGS]);
    }));

  const places: readonly (readonly [name: string, spec: string, isAccepted: boolean])[] = [
    ['only the text', `message: '${MESSAGE}'`, true],
    ['the text on two lines', `message: |-\n  ${MESSAGE.replace(' is ', '\n  is ')}`, true],
    ['another text', `message: no container is named "sidecar"`, false],
    ['a pattern', `pattern: '*no container is named*'`, true],
    ['a pattern without its start', `pattern: 'no container is named*'`, false],
    ['a kind', `resource: {kind: Deployment}\nmessage: '${MESSAGE}'`, true],
    ['another name', `resource: {kind: Deployment, name: other}\nmessage: '${MESSAGE}'`, false],
    ['another version', `resource: {apiVersion: v1, name: web}\nmessage: '${MESSAGE}'`, false],
    ['a namespace', `resource: {name: web, namespace: shop}\nmessage: '${MESSAGE}'`, false],
    ['another field', `path: spec.replicas\nmessage: '${MESSAGE}'`, false],
    ['a file of each variant', `file: web.yaml\nmessage: '${MESSAGE}'`, true],
    ['another file', `file: policy.yaml\nmessage: '${MESSAGE}'`, false],
  ];
  for (const [name, spec, isAccepted] of places)
    it(`with ${name} ${isAccepted ? 'accept' : 'do not accept'} the warning`, () =>
      inAccepted(acceptance(`${spec}\n${REASON}`), async ({ run }) => {
        const outcome = await run('plan', '-v', '--strict');
        assert.equal(outcome.exitCode, isAccepted ? 0 : 1, outcome.stderr);
        assert.deepEqual(found(outcome), isAccepted ? [] : ['error strict', 'error strict', ...WARNINGS]);
      }));

  it('for a file of one variant accept no warning about another one', () =>
    inAccepted(acceptance(`file: clusters/eu/web.yaml\nmessage: '${MESSAGE}'\n${REASON}`), async ({ run }) => {
      assert.deepEqual(found(await run('plan')), WARNINGS.slice(1));
    }));

  it('that accept nothing are an info, if all variants are known', () =>
    inAccepted(acceptance(`message: other\n${REASON}`), async ({ fleet, run }) => {
      const unused = async (...args: Parameters<typeof run>): Promise<readonly string[]> =>
        factsOf(await run(...args), 'acceptance-unused');
      const shown = /^\[info\] \.krm-variants\/accepted\/sidecar\.yaml /m;
      for (const action of ['plan', 'status'] as const) {
        assert.deepEqual(await unused(action, '-v'), [`info acceptance-unused ${FILE}`]);
        assert.match((await run(action, '-v')).stderr, shown);
      }
      assert.doesNotMatch((await run('plan')).stderr, shown);
      assert.deepEqual(await unused('plan', '-v', '--variant', 'eu'), []);
      assert.deepEqual(await unused('plan', join(fleet.folder, 'variants'), '-v'), []);
      fleet.commit({ [FILE]: ALL });
      assert.deepEqual(await unused('plan', '-v'), []);
    }));

  const wrong: readonly (readonly [name: string, file: string, ...errors: readonly string[]])[] = [
    ['an unknown field', acceptance(`mesage: a\n${REASON}`), 'invalid-value spec', 'unknown-field spec.mesage'],
    [
      'an unknown field of the resource',
      acceptance(`resource: {knd: a}\nmessage: a\n${REASON}`),
      'invalid-value spec.resource',
      'unknown-field spec.resource.knd',
    ],
    ['neither text nor pattern', acceptance(REASON), 'invalid-value spec'],
    ['text and pattern', acceptance(`message: a\npattern: a*\n${REASON}`), 'invalid-value spec'],
    ['a pattern of everything', acceptance(`pattern: '**'\n${REASON}`), 'invalid-value spec.pattern'],
    ['an empty text', acceptance(`message: ' '\n${REASON}`), 'invalid-value spec.message'],
    ['an empty name', acceptance(`resource: {name: ''}\nmessage: a\n${REASON}`), 'invalid-value spec.resource.name'],
    ['an empty resource', acceptance(`resource: {}\nmessage: a\n${REASON}`), 'invalid-value spec.resource'],
    ['an empty reason', acceptance(`message: a\nreason: ''`), 'invalid-value spec.reason'],
    ['no reason', acceptance('message: a'), 'missing-field spec.reason'],
    ['another kind', acceptance(`message: a\n${REASON}`, 'WarningAcceptence'), 'unknown-kind'],
    ['no YAML', '{', 'invalid-yaml'],
  ];
  for (const [name, file, ...errors] of wrong)
    it(`with ${name} are an error, and nothing is written`, () =>
      inMemoryFleet({ ...FLEET, [FILE]: file }, async ({ fleet, run }) => {
        const outcome = await run('apply');
        assert.equal(outcome.exitCode, 1);
        const wanted = errors.map((error) => {
          const [code, field] = error.split(' ');
          return ['error', code, FILE, field].filter((part) => part !== undefined).join(' ');
        });
        assert.deepEqual(found(outcome), wanted);
        assert.deepEqual(fleet.uncommitted(), []);
      }));

  for (const path of ['variants/accepted.yaml', '.krm-variants/sidecar.yaml'])
    it(`in ${path} accept nothing, which is a warning`, () =>
      inAccepted(
        ALL,
        async ({ run }) => {
          const outcome = await run('plan');
          assert.deepEqual(found(outcome).toSorted(), [`warning decision-misplaced ${path}`, ...WARNINGS]);
          assertNames(outcome, 'decision-misplaced', '.krm-variants/accepted/');
        },
        path,
      ));

  it('can be tried with --with', () =>
    inGitAccepted(REASON, async ({ fleet, run }) => {
      const tried = join(fleet.folder, '../tried.yaml');
      writeFileSync(tried, ALL);
      const { exitCode, stderr } = await run('plan', '--strict', '--with', `${tried}=${FILE}`);
      assert.equal(exitCode, 0, stderr);
    }));
});
