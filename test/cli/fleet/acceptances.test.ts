import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFleet, packageVariant, type FleetSetting } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import type { Files } from '../run-support.ts';
import { WARNED_FLEET } from './warned-fleet.ts';

const MESSAGE = '`spec.overrideRules[0].overriders.argsOverrider[0]`: no container is named "sidecar"';

const FLEET: Files = { ...WARNED_FLEET, 'variants/us.yaml': packageVariant('us', 'blueprints/shop', 'all/us') };

const FILE = '.krm-variants/accepted/sidecar.yaml';

function acceptance(spec: string, kind = 'WarningAcceptance'): string {
  return `apiVersion: krm-variants.dev/v1alpha1\nkind: ${kind}\nmetadata: {name: sidecar}\nspec:\n  ${spec.replaceAll('\n', '\n  ')}\n`;
}

const WEB = 'resource: {apiVersion: apps/v1, kind: Deployment, name: web}';
const REASON = 'reason: comes with v2';
const ALL = acceptance(`${WEB}\npath: spec.template.spec.containers\nmessage: '${MESSAGE}'\n${REASON}`);

/** Applies the fleet, which has one warning for each of its two variants, and adds a file to it. */
function inAccepted(file: string, act: (setting: FleetSetting) => Promise<void>, path = FILE): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    await setting.run('apply');
    setting.fleet.commit({ [path]: file });
    await act(setting);
  });
}

describe('acceptances of warnings', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('make a warning an info with the file and the reason, which --strict does not count', () =>
    inAccepted(ALL, async ({ run }) => {
      const { exitCode, stderr } = await run('plan', '--check', '--strict');
      assert.equal(exitCode, 0, stderr);
      assert.doesNotMatch(stderr, /no container|warning|accepts nothing/);
      const verbose = await run('plan', '-v');
      for (const folder of ['clusters/eu', 'clusters/us'])
        assert.ok(
          verbose.stderr.includes(
            `[info] ${folder}/web.yaml apps/v1/Deployment/web spec.template.spec.containers: ${MESSAGE}; accepted by ${FILE}: comes with v2\n`,
          ),
          verbose.stderr,
        );
      const status = await run('status', '--report', 'json');
      assert.doesNotMatch(status.stdout, /"severity": "warning"/);
    }));

  it('accept what is derived, and what is derived in other processes', () =>
    inFleet({ ...FLEET, [FILE]: ALL }, async ({ run, runShared }) => {
      const shared = await runShared('plan', ['--strict']);
      assert.equal(shared.exitCode, 0, shared.stderr);
      assert.ok(shared.planned.length > 0);
      const applied = await run('apply', '--strict');
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.match(applied.stderr, /^2 created: /m);
    }));

  it('that are removed bring the warning back', () =>
    inAccepted(ALL, async ({ fleet, run }) => {
      rmSync(join(fleet.folder, FILE));
      const { exitCode, stderr } = await run('plan', '--strict');
      assert.equal(exitCode, 1);
      assert.match(stderr, /^\[warning\] clusters\/eu\/web\.yaml .*no container is named "sidecar"$/m);
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
        const { exitCode, stderr } = await run('plan', '-v', '--strict');
        assert.equal(exitCode, isAccepted ? 0 : 1, stderr);
      }));

  it('for a file of one variant accept no warning about another one', () =>
    inAccepted(acceptance(`file: clusters/eu/web.yaml\nmessage: '${MESSAGE}'\n${REASON}`), async ({ run }) => {
      const { stderr } = await run('plan');
      assert.doesNotMatch(stderr, /^\[warning\] clusters\/eu/m);
      assert.match(stderr, /^\[warning\] clusters\/us/m);
    }));

  it('that accept nothing are an info, if all variants are known', () =>
    inAccepted(acceptance(`message: other\n${REASON}`), async ({ fleet, run }) => {
      const info =
        /^\[info\] \.krm-variants\/accepted\/sidecar\.yaml .*: accepts nothing: no variant has this warning now/m;
      assert.match((await run('plan', '-v')).stderr, info);
      assert.match((await run('status', '-v')).stderr, info);
      assert.doesNotMatch((await run('plan')).stderr, /accepts nothing/);
      assert.doesNotMatch((await run('plan', '-v', '--variant', 'eu')).stderr, /accepts nothing/);
      assert.doesNotMatch((await run('plan', join(fleet.folder, 'variants'), '-v')).stderr, /accepts nothing/);
      fleet.commit({ [FILE]: ALL });
      assert.doesNotMatch((await run('plan', '-v')).stderr, /accepts nothing/);
    }));

  const wrong: readonly (readonly [name: string, file: string, says: RegExp])[] = [
    ['an unknown field', acceptance(`mesage: a\n${REASON}`), /unknown field "mesage"; did you mean "message"\?|mesage/],
    [
      'an unknown field of the resource',
      acceptance(`resource: {knd: a}\nmessage: a\n${REASON}`),
      /spec\.resource.*kind/,
    ],
    ['neither text nor pattern', acceptance(REASON), /must have either `message` or `pattern`/],
    ['text and pattern', acceptance(`message: a\npattern: a*\n${REASON}`), /must have either `message` or `pattern`/],
    ['a pattern of everything', acceptance(`pattern: '**'\n${REASON}`), /spec\.pattern: must have other characters/],
    ['an empty text', acceptance(`message: ' '\n${REASON}`), /spec\.message: must not be empty/],
    [
      'an empty name',
      acceptance(`resource: {name: ''}\nmessage: a\n${REASON}`),
      /spec\.resource\.name: must not be empty/,
    ],
    ['an empty resource', acceptance(`resource: {}\nmessage: a\n${REASON}`), /spec\.resource: must have `kind`/],
    ['an empty reason', acceptance(`message: a\nreason: ''`), /spec\.reason: must say why/],
    ['no reason', acceptance('message: a'), /spec.*reason/],
    [
      'another kind',
      acceptance(`message: a\n${REASON}`, 'WarningAcceptence'),
      /must be a WarningAcceptance \(krm-variants\.dev\/v1alpha1\)/,
    ],
    ['no YAML', '{', /sidecar\.yaml/],
  ];
  for (const [name, file, says] of wrong)
    it(`with ${name} are an error, and nothing is written`, () =>
      inFleet({ ...FLEET, [FILE]: file }, async ({ run }) => {
        const { exitCode, stderr } = await run('apply');
        assert.equal(exitCode, 1);
        assert.match(stderr, /^\[error\] \.krm-variants\/accepted\/sidecar\.yaml/m);
        assert.match(stderr, says);
        assert.match(stderr, /no file changed$/m);
      }));

  for (const [path, says] of [
    [
      'variants/accepted.yaml',
      /^\[warning\] variants\/accepted\.yaml .*: has no effect in this folder: move it to \.krm-variants\/accepted\/$/m,
    ],
    [
      '.krm-variants/sidecar.yaml',
      /^\[warning\] \.krm-variants\/sidecar\.yaml: is not read, so that it has no effect: a WarningAcceptance must be/m,
    ],
  ] as const)
    it(`in ${path} accept nothing, which is a warning`, () =>
      inAccepted(
        ALL,
        async ({ run }) => {
          const { stderr } = await run('plan');
          assert.match(stderr, says);
          assert.match(stderr, /^\[warning\] clusters\/eu/m);
        },
        path,
      ));

  it('can be tried with --with', () =>
    inAccepted(REASON, async ({ fleet, run }) => {
      const tried = join(fleet.folder, '../tried.yaml');
      writeFileSync(tried, ALL);
      const { exitCode, stderr } = await run('plan', '--strict', '--with', `${tried}=${FILE}`);
      assert.equal(exitCode, 0, stderr);
    }));
});
