import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../cli/run-support.ts';
import { inDownstreamFleet, type DownstreamFleet } from '../support/downstream-fleet.ts';
import { web } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';

const WEB = 'deploy/shop/web.yaml';
const PUSH = ['--commit', '--push'];
const HOOK = 'home.git/hooks/pre-receive';

/** A fleet with variants only in other git repositories, and a remote that has all of its commits. */
interface PublishedFleet extends DownstreamFleet {
  /** Head of the branch `main` of its remote. */
  readonly published: () => string;
  /** Commits a new version of the package, which is not pushed. Returns the commit. */
  readonly change: (image: string) => string;
  /** Text of a variant in its own git repository. */
  readonly text: (name: string) => string;
}

function inPublishedFleet(act: (setting: PublishedFleet) => Promise<void>): Promise<void> {
  return inDownstreamFleet(['eu', 'us'], async (setting) => {
    const { fleet, folder, served, run } = setting;
    fleet.git('clone', '--quiet', '--bare', '.', join(folder, 'home.git'));
    fleet.git('remote', 'add', 'origin', join(folder, 'home.git'));
    fleet.git('fetch', '--quiet', 'origin');
    const { stderr, exitCode } = await run('apply', ...PUSH);
    assert.equal(exitCode, 0, stderr);
    await act({
      ...setting,
      published: () => fleet.git('ls-remote', 'origin', 'refs/heads/main').split('\t')[0] ?? '',
      change: (image) => {
        fleet.commit({ 'packages/shop/web.yaml': web(1, image) });
        return fleet.git('rev-parse', 'HEAD');
      },
      text: (name) => `${served(name).git('show', `main:${WEB}`)}\n`,
    });
  });
}

const LEFT_OUT = "since the commits of the fleet's own git repository come first";

describe('a fleet whose variants are all in other git repositories', function () {
  before(function () {
    needTools(this, 'git');
  });

  for (const [title, only] of [
    ['with `--variant`', ['--variant', 'eu-shop']],
    ['with all variants', []],
  ] as const)
    it(`pushes its own commits before the variants that are made of them, ${title}`, () =>
      inPublishedFleet(async ({ run, change, published, text }) => {
        const commit = change('web:2');
        const { stderr, exitCode } = await run('apply', ...PUSH, ...only);
        assert.equal(exitCode, 0, stderr);
        assert.match(stderr, /pushed to origin\/main, with 1 earlier commit that origin\/main lacked$/m);
        assert.equal(published(), commit);
        assert.equal(text('eu'), web(1, 'web:2'));
        assert.equal(text('us'), web(1, only.length === 0 ? 'web:2' : 'web:1'));
        assert.doesNotMatch((await run('apply', ...PUSH, ...only)).stderr, /pushed/);
      }));

  it('leaves a selected variant as it is if its own push is refused, and writes it in the next run', () =>
    inPublishedFleet(async ({ run, folder, change, published, text }) => {
      const before = published();
      const commit = change('web:2');
      writeFiles(folder, { [HOOK]: '#!/bin/sh\necho frozen\nexit 1\n' });
      chmodSync(join(folder, HOOK), 0o755);
      const refused = await run('apply', ...PUSH, '--variant', 'eu-shop');
      assert.equal(refused.exitCode, 1);
      assert.match(refused.stderr, /not pushed, but kept here: commit [\da-f]{12}: frozen/);
      assert.match(refused.stderr, new RegExp(`leaves out 1 variant in .*/eu\\.git, eu-shop, ${LEFT_OUT}`));
      assert.deepEqual([published(), text('eu')], [before, web(1)]);
      writeFiles(folder, { [HOOK]: '#!/bin/sh\n' });
      assert.equal((await run('apply', ...PUSH, '--variant', 'eu-shop')).exitCode, 0);
      assert.deepEqual([published(), text('eu')], [commit, web(1, 'web:2')]);
    }));

  it('leaves variants as they are if others pushed to its own branch, and its commits are not among them', () =>
    inPublishedFleet(async ({ run, fleet, folder, change, text }) => {
      fleet.git('clone', '--quiet', join(folder, 'home.git'), join(folder, 'other'));
      writeFiles(join(folder, 'other'), { 'NOTES.md': 'theirs\n' });
      fleet.git('-C', join(folder, 'other'), 'add', '.');
      fleet.git('-C', join(folder, 'other'), 'commit', '--quiet', '-m', 'notes');
      fleet.git('-C', join(folder, 'other'), 'push', '--quiet');
      const commit = change('web:2');
      const { stderr, exitCode } = await run('apply', ...PUSH, '--variant', 'eu-shop');
      assert.equal(exitCode, 1);
      assert.match(stderr, /has earlier commits that origin\/main lacks: run `git pull --rebase`/);
      assert.match(stderr, new RegExp(LEFT_OUT));
      assert.equal(text('eu'), web(1));
      assert.equal(fleet.git('rev-parse', 'HEAD'), commit);
    }));

  for (const [title, args, prepare] of [
    ['with `--branch`', ['--branch', 'krm-variants/{run}'], []],
    ['on a detached HEAD', [], ['checkout', '--quiet', '--detach']],
  ] as const)
    it(`needs its own commits to be on a branch of its remote ${title}, where it does not push them`, () =>
      inPublishedFleet(async ({ run, fleet, served, change }) => {
        change('web:2');
        if (prepare.length > 0) fleet.git(...prepare);
        const heads = (): string => served('eu').git('for-each-ref', 'refs/heads/');
        const before = heads();
        const { stderr, exitCode } = await run('apply', ...PUSH, ...args, '--variant', 'eu-shop');
        assert.equal(exitCode, 1);
        assert.match(
          stderr,
          /1 commit here is on no branch of .*home\.git; run `git push origin HEAD(:BRANCH)?` first/,
        );
        assert.match(stderr, new RegExp(LEFT_OUT));
        assert.equal(heads(), before);
        fleet.git('push', '--quiet', 'origin', 'HEAD:refs/heads/topic');
        const after = await run('apply', ...PUSH, ...args, '--variant', 'eu-shop');
        assert.equal(after.exitCode, 0, after.stderr);
        assert.notEqual(heads(), before);
      }));

  it('pushes its first commits to a remote without branches', () =>
    inPublishedFleet(async ({ run, fleet, folder, change, published, text }) => {
      fleet.git('-C', join(folder, 'home.git'), 'update-ref', '-d', 'refs/heads/main');
      fleet.git('update-ref', '-d', 'refs/remotes/origin/main');
      const commit = change('web:2');
      const { stderr, exitCode } = await run('apply', ...PUSH, '--variant', 'eu-shop');
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual([published(), text('eu')], [commit, web(1, 'web:2')]);
    }));
});
