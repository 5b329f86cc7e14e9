import assert from 'node:assert/strict';
import { assertNames, conflictValues, counts, found } from '../../support/facts.ts';
import {
  blameIn,
  driftIn,
  type FleetSetting,
  inFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { GitRepository } from '../../support/git-repository.ts';
import { needTools } from '../../support/kpt.ts';
import { inFolder, kptfile, type Files } from '../run-support.ts';

const SHOP = 'clusters/eu/shop';
const WEB = `${SHOP}/web.yaml`;
const LOCK = `.krm-variants/lock/${SHOP}.lock`;

const LOST = `error version-missing ${WEB}`;

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'variants/all.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
  ].join('---\n'),
};

/**
 * Passes a clone to a test in which an edit was made before the first commit, so that its base is lost. `isShallow`:
 * otherwise, history was rewritten.
 */
function withoutBase(
  test: (setting: Pick<FleetSetting, 'fleet' | 'run'>) => Promise<void>,
  isShallow = true,
): Promise<void> {
  return inFleet(FLEET, async ({ fleet, run }) => {
    await run('apply');
    fleet.commit({ [WEB]: `${web(5)}# mine\n` });
    fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
    const folder = `${fleet.folder}-clone`;
    if (!isShallow) {
      fleet.git('checkout', '--quiet', '--orphan', 'rewritten');
      fleet.git('commit', '--quiet', '--message', 'all');
    }
    const part = isShallow ? ['--depth=1'] : ['--single-branch', '--no-tags'];
    fleet.git('clone', '--quiet', ...part, `file://${fleet.folder}`, folder);
    const clone = new GitRepository(folder, '');
    await test({ fleet: clone, run: (action, ...args) => run(action, folder, ...args) });
  });
}

describe('variants whose base is lost', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('are left as they are, with an error that names the version that derived them, and the ways out', () =>
    withoutBase(async ({ fleet, run }) => {
      const outcome = await run('apply');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [LOST]);
      assertNames(outcome, 'version-missing', 'krm-variants 1.2.3 did', '`git fetch --unshallow`', '`--base DIR`');
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  it('are not said to be in a history that is complete, by any command', () =>
    withoutBase(async ({ fleet, run }) => {
      const drift = await driftIn(fleet.folder);
      const applied = await run('apply');
      assertNames(applied, 'version-missing', '`--base DIR`');
      const outcomes = [applied, await drift('--diff'), await blameIn(fleet, 'eu/shop', 'web.yaml')];
      assert.deepEqual(outcomes.map(found), [
        [LOST],
        [`warning version-missing ${WEB}`],
        [`warning causes-incomplete ${SHOP}`, `warning causes-incomplete ${WEB}`],
      ]);
      for (const { stderr } of outcomes) assert.doesNotMatch(stderr, /unshallow|--fetch/);
    }, false));

  it('are merged with the files of --base DIR', () =>
    withoutBase(async ({ fleet, run }) => {
      await inFolder({ 'web.yaml': web(1) }, async (base) => {
        const { stderr, exitCode } = await run('apply', '--base', base, '--strict');
        assert.equal(exitCode, 0, stderr);
        assert.equal(fleet.read(WEB), `${web(5, 'web:2')}# mine\n`);
      });
    }));

  it('warn of files of --base DIR that the lock does not name', () =>
    withoutBase(async ({ fleet, run }) => {
      await inFolder({ 'web.yaml': web(1, 'web:0') }, async (base) => {
        const outcome = await run('apply', '--base', base);
        assert.deepEqual(found(outcome), [
          `error conflict-edit-edit ${WEB} spec.template.spec.containers[name=web].image`,
          `warning base-chosen ${WEB}`,
        ]);
        assertNames(outcome, 'base-chosen', base);
        assert.deepEqual(fleet.uncommitted(), []);
      });
    }));

  it('are left as they are if --base DIR lacks a file', () =>
    withoutBase(async ({ run }) => {
      await inFolder({ 'other.yaml': web(1) }, async (base) => {
        const outcome = await run('apply', '--base', base);
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(found(outcome), [LOST]);
        assertNames(outcome, 'version-missing', base);
      });
    }));

  it('need a --variant for --base DIR', () =>
    inFleet({ ...FLEET, 'b.yaml': packageVariant('b', 'blueprints/shop', 'eu/b') }, async ({ fleet, run }) => {
      const outcome = await run('plan', '--base', fleet.folder);
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error invalid-argument']);
      assertNames(outcome, 'invalid-argument', `\`--base ${fleet.folder}\``, 'name one of them');
    }));

  const derived: readonly (readonly [args: readonly string[], text: string])[] = [
    [['--take', `${WEB}=new`], web(1, 'web:2')],
    [['--take', `${WEB}=local`], `${web(5)}# mine\n`],
    [['--on-conflict', 'new'], web(1, 'web:2')],
  ];
  for (const [args, text] of derived)
    it(`have a conflict for each file that differs with --base derived, which ${args.join(' ')} decides`, () =>
      withoutBase(async ({ fleet, run }) => {
        const open = await run('apply', '--base', 'derived');
        assert.equal(open.exitCode, 3, open.stderr);
        assert.deepEqual(found(open), [`error conflict-add-add ${WEB}`]);
        assert.deepEqual(fleet.uncommitted(), []);
        const { stderr, exitCode } = await run('apply', '--base', 'derived', ...args);
        assert.equal(exitCode, 0, stderr);
        assert.equal(fleet.read(WEB), text);
        assert.equal((await run('plan', '--check')).exitCode, 0);
      }));

  it('are merged without a base with --base none, with a warning', () =>
    withoutBase(async ({ fleet, run }) => {
      const open = await run('apply', '--base', 'none');
      assert.equal(open.exitCode, 3);
      const image = 'spec.template.spec.containers[name=web].image';
      assert.deepEqual(found(open), [
        `error conflict-add-add ${WEB} spec.replicas`,
        `error conflict-add-add ${WEB} ${image}`,
        `warning base-chosen ${WEB}`,
      ]);
      assert.deepEqual(conflictValues(open), [
        { base: undefined, theirs: 1, local: 5 },
        { base: undefined, theirs: 'web:2', local: 'web:1' },
      ]);
      const outcome = await run('apply', '--base', 'none', '--on-conflict', 'local');
      assert.equal(outcome.exitCode, 0);
      assert.deepEqual(found(outcome), [
        `warning base-chosen ${WEB}`,
        `warning conflict-decided ${WEB} spec.replicas`,
        `warning conflict-decided ${WEB} spec.template.spec.containers[0].image`,
      ]);
      assert.equal(fleet.read(WEB), `${web(5)}# mine\n`);
    }));

  for (const choice of ['none', 'derived'])
    it(`are the only ones on which --base ${choice} has an effect`, () =>
      inMemoryFleet(FLEET, async ({ fleet, run }) => {
        await run('apply');
        fleet.commit({});
        fleet.commit({ [WEB]: `${web(5)}# mine\n`, 'packages/shop/web.yaml': web(1, 'web:2') });
        const outcome = await run('apply', '--base', choice);
        assert.equal(outcome.exitCode, 0, outcome.stderr);
        assert.deepEqual(found(outcome), []);
        assert.equal(fleet.read(WEB), `${web(5, 'web:2')}# mine\n`);
      }));

  it('have such conflicts if their lock is damaged, too', () =>
    inMemoryFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ [WEB]: web(5), [LOCK]: fleet.read(LOCK).replace(/sha256:./, 'sha256:x') });
      const open = await run('apply', '--base', 'derived');
      assert.equal(open.exitCode, 3, open.stderr);
      assert.deepEqual(found(open), [`error conflict-add-add ${WEB}`]);
      const local = await run('apply', '--base', 'derived', '--take', `${WEB}=local`);
      assert.equal(local.exitCode, 0, local.stderr);
      assert.equal(fleet.read(WEB), web(5));
      assert.equal((await run('plan', '--check')).exitCode, 0);
    }));
});

describe('derived texts that a fleet keeps', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('are listed and counted like all other files, in plan, apply, prune and the commit', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({ [WEB]: `${web(5)}# mine\n` });
      const base = `.krm-variants/base/${WEB}.base`;
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      const planned = await run('plan', '--diff', '--verbose');
      assert.ok(planned.stderr.includes(`would add ${base}\n`), planned.stderr);
      assert.match(planned.stderr, /: 1 file would change, and 2 in \.krm-variants$/m);
      assert.doesNotMatch(planned.stdout, /web\.yaml\.base/);
      const { files } = JSON.parse((await run('plan', '--report', 'json')).stdout) as {
        readonly files: readonly { readonly path: string }[];
      };
      assert.deepEqual(
        files.map(({ path }) => path),
        [WEB, LOCK, base],
      );
      const applied = await run('apply', '--commit');
      assert.deepEqual(counts(applied), { update: 1 });
      assert.match(applied.stderr, /: 1 file changed$/m);
      assert.equal(fleet.git('log', '-1', '--format=%s').trim(), 'Apply shop: 3 files');
      assert.equal(fleet.git('show', '--format=', '--name-only', 'HEAD').trim().split('\n').length, 3);
      assert.deepEqual(fleet.uncommitted(), []);
      fleet.commit({ 'variants/all.yaml': String(FLEET['variants/all.yaml']).replace(/---\n(?!.*---)[^]*$/, '') });
      const pruned = await run('prune', '--yes', '--verbose', '--on-conflict', 'new');
      const removed = fleet.git('status', '--porcelain').trim().split('\n');
      assert.deepEqual(counts(pruned), { prune: 1 });
      const recorded = removed.filter((line) => line.includes('.krm-variants/')).length;
      assert.match(
        pruned.stderr,
        new RegExp(`: ${removed.length - recorded} files changed, and ${recorded} in \\.krm`),
      );
      assert.ok(pruned.stderr.includes(`removed ${base}\n`), pruned.stderr);
    }));
});
