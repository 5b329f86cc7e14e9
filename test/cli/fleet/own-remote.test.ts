import assert from 'node:assert/strict';
import { join } from 'node:path';
import { assertNames, counts, found } from '../../support/facts.ts';
import { inFleet, packageVariant, repository, type FleetSetting } from '../../support/fleet.ts';
import { GitRepository } from '../../support/git-repository.ts';
import { GitServer } from '../../support/git-server.ts';
import { needTools } from '../../support/kpt.ts';
import { inUpstream } from '../../support/upstream-repository.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

const SHOP = 'clusters/eu/shop';

function fleetOf(revision: string): Files {
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/a.yaml': configMap('now'),
    'fleet/variants.yaml': [
      repository('blueprints', 'packages'),
      repository('eu', 'clusters/eu'),
      packageVariant('eu-shop', `blueprints/shop@${revision}`, 'eu/shop'),
    ].join('---\n'),
  };
}

/** A clone of a fleet whose origin has a tag, a branch and a commit of an older package. */
interface ClonedFleet extends Pick<FleetSetting, 'run'> {
  readonly clone: GitRepository;
}

function cloned(
  revision: string,
  options: readonly string[],
  test: (fleet: ClonedFleet) => Promise<void>,
): Promise<void> {
  return inUpstream(({ folder }) =>
    inFleet(fleetOf(revision), async ({ fleet, run }) => {
      fleet.commit({ 'packages/shop/a.yaml': configMap('old') });
      fleet.tag('shop/v0');
      fleet.git('branch', 'old');
      fleet.commit({ 'packages/shop/a.yaml': configMap('now') });
      const served = join(folder, 'served');
      fleet.git('clone', '--quiet', '--bare', fleet.folder, join(served, 'fleet.git'));
      const bare = new GitRepository(join(served, 'fleet.git'), '');
      for (const name of ['allowFilter', 'allowAnySHA1InWant']) bare.git('config', `uploadpack.${name}`, 'true');
      const server = await GitServer.start(served);
      const clone = new GitRepository(join(folder, 'clone'), '');
      try {
        fleet.git('clone', '--quiet', ...options, `${server.url}/fleet.git`, clone.folder);
        await test({ clone, run });
      } finally {
        await server.stop();
      }
    }),
  );
}

describe('an upstream that the clone of a fleet lacks', () => {
  before(function () {
    needTools(this, 'git');
  });

  const clones: readonly (readonly [
    name: string,
    revision: string,
    options: readonly string[],
    code: 'revision-not-found' | 'git-failed',
  ])[] = [
    ['a tag, in a shallow clone', 'v0', ['--depth=1'], 'revision-not-found'],
    ['a branch, in a shallow clone', 'old', ['--depth=1'], 'revision-not-found'],
    ['a branch, in a clone of one branch', 'old', ['--single-branch', '--no-tags'], 'revision-not-found'],
    ['files of a tag, in a partial clone', 'v0', ['--filter=blob:none'], 'git-failed'],
  ];
  for (const [name, revision, options, code] of clones)
    it(`is read from its remote only with --fetch: ${name}`, async () => {
      await cloned(revision, options, async ({ clone, run }) => {
        const place = join(clone.folder, 'fleet');
        const before = clone.git('for-each-ref');
        const failed = await run('apply', place);
        assert.equal(failed.exitCode, 1, failed.stdout);
        assert.deepEqual(found(failed), [`error ${code}`]);
        assertNames(failed, code, '`--fetch`', clone.git('remote', 'get-url', 'origin'));
        assert.equal(clone.git('status', '--porcelain'), '');
        const { stderr, exitCode } = await run('apply', place, '--fetch');
        assert.equal(exitCode, 0, stderr);
        assert.match(clone.read(`${SHOP}/a.yaml`), /name: old$/m);
        assert.equal(clone.git('for-each-ref'), before);
        const lock = clone.read(`.krm-variants/lock/${SHOP}.lock`);
        assert.doesNotMatch(lock, /^url /m);
        // What was fetched is in the cache.
        assert.deepEqual(counts(await run('plan', place)), { unchanged: 1 });
      });
    });

  it('is an error if its remote lacks it, too, or if there is no remote', () =>
    cloned('v7', ['--depth=1'], async ({ clone, run }) => {
      const place = join(clone.folder, 'fleet');
      const url = clone.git('remote', 'get-url', 'origin');
      const outcome = await run('plan', place, '--fetch');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error revision-not-found']);
      assertNames(outcome, 'revision-not-found', '"v7"', ` ${url}`);
      clone.git('remote', 'remove', 'origin');
      const alone = await run('plan', place, '--fetch');
      assert.deepEqual(found(alone), ['error revision-not-found']);
      assert.ok(alone.results[0]?.message.endsWith(` ${clone.folder}`), alone.stderr);
    }));

  it('is not an upstream that is here, but wrong', () =>
    cloned('main', ['--depth=1'], async ({ clone, run }) => {
      clone.commit({ 'packages/shop/Kptfile': 'kind: Kptfile\n' });
      const outcome = await run('plan', join(clone.folder, 'fleet'));
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error missing-kptfile']);
      assert.doesNotMatch(outcome.stderr, /--fetch/);
    }));

  it('is read from the remote of the current branch', () =>
    cloned('v0', ['--depth=1'], async ({ clone, run }) => {
      clone.git('remote', 'rename', 'origin', 'upstream');
      clone.git('remote', 'add', 'origin', 'http://127.0.0.1:9/none.git');
      const { stderr, exitCode } = await run('plan', join(clone.folder, 'fleet'), '--fetch');
      assert.equal(exitCode, 0, stderr);
    }));
});
