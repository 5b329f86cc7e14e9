import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../cli/run-support.ts';
import { web } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';
import { inPushedFleet, type FleetClone, type PushedFleet } from '../support/pushed-fleet.ts';

const PUSH = ['--commit', '--push'];
const EU = 'clusters/eu/shop';
const US = 'clusters/us/shop';

/** Lets the server refuse all pushes, or those of tags; undefined: none. */
function refuse({ bare }: PushedFleet, what: 'all' | 'tags' | undefined): void {
  const test = what === 'tags' ? 'grep -q refs/tags/ || exit 0\n' : '';
  writeFiles(bare.folder, {
    'hooks/pre-receive': `#!/bin/sh\n${what === undefined ? '' : `${test}echo frozen\nexit 1\n`}`,
  });
  chmodSync(join(bare.folder, 'hooks/pre-receive'), 0o755);
}

/** Runs `fleet apply`, which must be refused, and returns its messages. */
async function refused(clone: FleetClone, ...args: readonly string[]): Promise<string> {
  const { stderr, exitCode } = await clone.fleet('apply', ...PUSH, ...args);
  assert.equal(exitCode, 1, stderr);
  return stderr;
}

async function pushed(clone: FleetClone, ...args: readonly string[]): Promise<string> {
  const { stderr, exitCode } = await clone.fleet('apply', ...PUSH, ...args);
  assert.equal(exitCode, 0, stderr);
  return stderr;
}

function tagsOf({ bare }: PushedFleet): readonly string[] {
  return bare.git('tag').split('\n');
}

describe('tags of a push that was refused', function () {
  before(function () {
    needTools(this, 'git');
  });

  for (const options of [['--tag'], []])
    it(`are pushed with their commit by the next run ${options.length === 0 ? 'without' : 'with'} --tag`, () =>
      inPushedFleet(async (setting) => {
        const one = setting.clone('one');
        refuse(setting, 'all');
        assert.match(await refused(one, '--tag'), /not pushed, but kept here: commit [\da-f]{12}, tag clusters\/eu/);
        const again = await refused(one, ...options);
        assert.match(again, /run `git push --atomic origin HEAD:main clusters\/eu\/shop\/v1 clusters\/us\/shop\/v1`/);
        refuse(setting, undefined);
        assert.match(
          await pushed(one, ...options),
          /^\[info\]: pushed the tags clusters\/eu\/shop\/v1, clusters\/us\/shop\/v1 of an earlier run$/m,
        );
        assert.deepEqual(tagsOf(setting), [`${EU}/v1`, `${US}/v1`]);
        assert.equal(setting.bare.git('rev-parse', `${EU}/v1`), setting.bare.git('rev-parse', 'main'));
        assert.doesNotMatch(await pushed(one, ...options), /pushed/);
      }));

  it('are pushed with new commits and tags', () =>
    inPushedFleet(async (setting) => {
      const one = setting.clone('one');
      refuse(setting, 'all');
      await refused(one, '--tag');
      refuse(setting, undefined);
      one.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      const stderr = await pushed(one, '--tag');
      assert.match(stderr, /pushed the tags clusters\/eu\/shop\/v1, clusters\/us\/shop\/v1 of an earlier run/);
      assert.match(stderr, /tagged clusters\/eu\/shop\/v2/);
      assert.deepEqual(tagsOf(setting), [`${EU}/v1`, `${EU}/v2`, `${US}/v1`, `${US}/v2`]);
    }));

  it('are pushed by the next run with --tag if the remote has their commit, and not without --tag', () =>
    inPushedFleet(async (setting) => {
      const one = setting.clone('one');
      await pushed(one);
      refuse(setting, 'tags');
      assert.match(await refused(one, '--tag'), /not pushed, but kept here: tag clusters\/eu\/shop\/v1, tag/);
      refuse(setting, undefined);
      assert.doesNotMatch(await pushed(one), /pushed/);
      assert.match(await pushed(one, '--tag'), /pushed the tags clusters\/eu\/shop\/v1, .*\/v1 of an earlier run/);
      assert.deepEqual(tagsOf(setting), [`${EU}/v1`, `${US}/v1`]);
    }));

  it('are not pushed if somebody has tagged this version meanwhile: a warning says what to do', () =>
    inPushedFleet(async (setting) => {
      const one = setting.clone('one');
      await pushed(one);
      refuse(setting, 'tags');
      await refused(one, '--tag', '--variant', 'eu-shop');
      refuse(setting, undefined);
      const two = setting.clone('two');
      two.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      await pushed(two, '--tag');
      one.git('pull', '--quiet', '--no-tags');
      const stderr = await pushed(one, '--tag');
      const advice = 'git fetch --force origin tag clusters/eu/shop/v1';
      assert.match(stderr, /^\[warning\]: the tag clusters\/eu\/shop\/v1 of this clone is not that of origin/m);
      assert.ok(stderr.includes(`run \`${advice}\`, and this again`), stderr);
      assert.equal(setting.bare.git('rev-parse', `${EU}/v1`), two.git('rev-parse', `${EU}/v1`));
      one.run('sh', '-c', advice);
      assert.doesNotMatch(await pushed(one, '--tag'), /warning/);
      assert.equal(one.git('rev-parse', `${EU}/v1`), two.git('rev-parse', `${EU}/v1`));
    }));

  it('leaves out other tags, and those on commits of other branches', () =>
    inPushedFleet(async (setting) => {
      const one = setting.clone('one');
      refuse(setting, 'all');
      await refused(one);
      refuse(setting, undefined);
      one.git('tag', 'notes/v1');
      one.git('tag', 'mine');
      one.branch('topic', { 'notes.txt': 'mine\n' });
      one.git('tag', `${EU}/v7`);
      one.git('checkout', '--quiet', 'main');
      assert.doesNotMatch(await pushed(one), /tag/);
      assert.deepEqual(tagsOf(setting), ['']);
    }));

  /**
   * Refuses a push with tags, since a commit of somebody else came first, and another is not pushed. Rebases. Returns
   * the message.
   */
  async function rebased(setting: PushedFleet, one: FleetClone, theirs: Parameters<FleetClone['commit']>[0]) {
    await pushed(one);
    const two = setting.clone('two');
    two.commit(theirs);
    two.git('push', '--quiet');
    one.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
    const stderr = await refused(one, '--tag');
    one.git('pull', '--quiet', '--rebase');
    return stderr;
  }

  for (const options of [['--tag'], []])
    it(`are made again at rebased commits by the next run ${options.length === 0 ? 'without' : 'with'} --tag`, () =>
      inPushedFleet(async (setting) => {
        const one = setting.clone('one');
        const stderr = await rebased(setting, one, { 'other.txt': 'theirs\n' });
        assert.match(
          stderr,
          /run `git pull --rebase`; then run `krm-variants fleet apply -C \S+ --commit --push --tag`$/m,
        );
        assert.match(
          await pushed(one, ...options),
          /tagged clusters\/eu\/shop\/v1 again, at [\da-f]{12}: its commit was rebased/,
        );
        assert.deepEqual(tagsOf(setting), [`${EU}/v1`, `${US}/v1`]);
        for (const tag of tagsOf(setting))
          assert.equal(setting.bare.git('rev-parse', tag), setting.bare.git('rev-parse', 'main'));
        assert.doesNotMatch(await pushed(one, ...options), /tag/);
      }));

  it('stay here if a rebase changed what they tag: a warning has the commands that tag again', () =>
    inPushedFleet(async (setting) => {
      const one = setting.clone('one');
      await rebased(setting, one, { [`${EU}/notes.txt`]: 'theirs\n' });
      const stderr = await pushed(one, '--tag');
      const advice = `git tag --delete ${EU}/v1`;
      assert.match(
        stderr,
        /^\[warning\]: the tag clusters\/eu\/shop\/v1 is of a commit that no branch has, and is not pushed/m,
      );
      assert.ok(stderr.includes(`run \`${advice}\`, and \`krm-variants fleet apply --commit --push --tag\``), stderr);
      assert.deepEqual(tagsOf(setting), [`${US}/v1`]);
      one.run('sh', '-c', advice);
      await pushed(one, '--tag');
      assert.deepEqual(tagsOf(setting), [`${EU}/v1`, `${US}/v1`]);
      assert.equal(setting.bare.git('show', `${EU}/v1:${EU}/notes.txt`), 'theirs');
    }));
});
