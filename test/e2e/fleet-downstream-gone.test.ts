import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFleet } from '../../cli/fleet/call/run-fleet.ts';
import { writeFiles } from '../cli/run-support.ts';
import { allFunctions } from '../support/all-functions.ts';
import { inDownstreamFleet, remoteRepository, type DownstreamFleet } from '../support/downstream-fleet.ts';
import { driftIn, fleetArguments, packageVariant, repository, web } from '../support/fleet.ts';
import { GitRepository } from '../support/git-repository.ts';
import { needTools } from '../support/kpt.ts';

const PUSH = ['--commit', '--push'];
const LOCK = '.krm-variants/lock/deploy/shop.lock';

/** Fleet file with variants in some of the repositories. */
function fleetFile(url: string, repositories: readonly string[], variants: readonly string[]): string {
  return [
    repository('blueprints', 'packages'),
    ...repositories.map((name) => remoteRepository(name, `${url}/${name}.git`)),
    ...variants.map((name) => packageVariant(`${name}-shop`, 'blueprints/shop', `${name}/shop`)),
  ].join('---\n');
}

function files(served: GitRepository): readonly string[] {
  return served.git('ls-tree', '-r', '--name-only', 'main').split('\n');
}

/**
 * Passes a fleet with an applied variant in each of these repositories to a test; those in `gone` then lose their
 * PackageVariant.
 */
function inGoneFleet(
  { names = ['eu', 'us'], gone = ['eu'], keepsRepository = true, hasRemote = true },
  test: (setting: DownstreamFleet) => Promise<void>,
): Promise<void> {
  return inDownstreamFleet(names, async (setting) => {
    const { fleet, folder, run, url } = setting;
    if (hasRemote) {
      fleet.git('clone', '--quiet', '--bare', '.', join(folder, 'home.git'));
      fleet.git('remote', 'add', 'origin', join(folder, 'home.git'));
    }
    const { exitCode, stderr } = await run('apply', ...PUSH);
    assert.equal(exitCode, 0, stderr);
    if (gone.length === 0) return await test(setting);
    const left = names.filter((name) => !gone.includes(name));
    fleet.commit({ 'variants/all.yaml': fleetFile(url, keepsRepository ? names : left, left) });
    if (hasRemote) fleet.git('push', '--quiet', 'origin', 'HEAD:main');
    await test(setting);
  });
}

describe('variants that are gone in git repositories by URL', function () {
  before(function () {
    needTools(this, 'git');
  });

  for (const keepsRepository of [true, false])
    it(`are listed by plan, apply and status, ${keepsRepository ? 'with' : 'without'} their Repository`, () =>
      inGoneFleet({ keepsRepository }, async ({ run, served }) => {
        const before = served('eu').git('rev-parse', 'main');
        for (const [action, ...args] of [['plan'], ['apply', ...PUSH], ['status']] as const) {
          const { stdout, stderr, exitCode } = await run(action, ...args);
          assert.equal(exitCode, 0, stderr);
          assert.match(stdout, new RegExp(`${action === 'status' ? 'Gone' : '^gone'}.*`, 'm'));
          assert.match(stdout, /u\.git\/deploy\/shop/);
          assert.match(
            stderr,
            /\[warning\] \S*eu\.git\/\.krm-variants\/lock\/deploy\/shop\.lock.*run `krm-variants fleet prune --commit --push`, which removes the folder/,
          );
        }
        assert.equal(served('eu').git('rev-parse', 'main'), before);
      }));

  it('are removed by prune, with one commit, and are then forgotten', () =>
    inGoneFleet({ keepsRepository: false }, async ({ run, url, served, fleet }) => {
      const checked = await run('prune', '--check');
      assert.equal(checked.exitCode, 4, checked.stderr);
      assert.match(checked.stdout, new RegExp(`^prune +${url}/eu\\.git/deploy/shop`, 'm'));
      const many = await run('prune', ...PUSH);
      assert.equal(many.exitCode, 1);
      assert.match(many.stderr, /prune would remove 1 of 2 variants, which is more than a tenth/);
      const unpushed = await run('prune', '--yes');
      assert.equal(unpushed.exitCode, 1);
      assert.match(unpushed.stderr, /eu\.git must be pushed: add `--commit --push`; nothing is written there/);
      assert.equal(files(served('eu')).length, 5);
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(files(served('eu')), ['README.md']);
      assert.equal(served('eu').git('rev-list', '--count', 'main'), '3');
      assert.equal(files(served('us')).length, 5);
      assert.equal(fleet.git('status', '--porcelain'), '');
      const known = join(fleet.folder, '.git/krm-variants/downstream.json');
      assert.match(readFileSync(known, 'utf8'), /us\.git/);
      const again = await run('apply', ...PUSH);
      assert.doesNotMatch(again.stderr, /gone|no PackageVariant asks/);
      assert.doesNotMatch(readFileSync(known, 'utf8'), /eu\.git/);
    }));

  it('count once if their Repository named the default branch before', () =>
    inGoneFleet({ gone: [] }, async ({ fleet, run, served, url }) => {
      const all = fleet.read('variants/all.yaml');
      const commit = (text: string): void => {
        fleet.commit({ 'variants/all.yaml': text });
        fleet.git('push', '--quiet', 'origin', 'HEAD:main');
      };
      commit(all.replaceAll('directory: deploy', 'directory: deploy, branch: main'));
      assert.equal((await run('apply', ...PUSH)).exitCode, 0);
      // In eu, another variant is left: the place is asked for, too.
      const other = packageVariant('eu-other', 'blueprints/shop', 'eu/other');
      commit(`${fleetFile(url, ['eu', 'us'], [])}---\n${other}`);
      assert.equal((await run('apply', ...PUSH)).exitCode, 0);
      const planned = await run('plan');
      const rows = planned.stdout.match(/^gone .*$/gm) ?? [];
      assert.deepEqual([rows.length, new Set(rows).size], [2, 2], planned.stdout);
      assert.equal(planned.stderr.match(/no PackageVariant asks for the folder/g)?.length, 2, planned.stderr);
      const drift = await (await driftIn(fleet.folder))();
      assert.equal(drift.stdout.match(/deploy\/shop/g)?.length, 2, drift.stdout);
      assert.match((await run('prune', '--check')).stderr, /^2 to prune: 6 files would change/m);
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /^2 pruned: 6 files/m);
      assert.deepEqual(files(served('us')), ['README.md']);
      assert.doesNotMatch((await run('plan')).stdout, /gone/);
    }));

  it('keep their folder if their policy is orphan', () =>
    inDownstreamFleet(['eu'], async ({ fleet, run, url, served }) => {
      const text = fleetFile(url, ['eu'], ['eu']);
      fleet.commit({ 'variants/all.yaml': `${text}  deletionPolicy: orphan\n` });
      assert.equal((await run('apply', ...PUSH)).exitCode, 0);
      fleet.commit({ 'variants/all.yaml': fleetFile(url, ['eu'], []) });
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.equal(files(served('eu')).length, 4);
      assert.ok(!files(served('eu')).includes(LOCK));
    }));

  it('are a conflict with edits of people, which a person decides for that repository', () =>
    inGoneFleet({ names: ['eu', 'us'], gone: ['eu', 'us'] }, async ({ run, clone, served, url }) => {
      const eu = clone('eu');
      eu.commit({ 'deploy/shop/web.yaml': web(7) });
      eu.git('push', '--quiet');
      const first = await run('prune', '--yes', ...PUSH, '--take', 'deploy/shop=new');
      assert.equal(first.exitCode, 1, first.stderr);
      assert.match(first.stderr, /local edits in web\.yaml/);
      assert.ok(first.stderr.includes(`--take '${url}/eu.git/deploy/shop=local'`), first.stderr);
      assert.deepEqual([files(served('eu')).length, files(served('us')).length], [5, 5]);
      assert.match(first.stderr, /decides nothing: .*; name it by \S+eu\.git\/deploy\/shop, .*; nothing is written$/m);
      const taken = await run('prune', '--yes', ...PUSH, '--take', `${url}/eu.git/deploy/shop=new`);
      assert.equal(taken.exitCode, 0, taken.stderr);
      assert.deepEqual(files(served('eu')), ['README.md']);
    }));

  it('are named by their folder alone if no other git repository has it', () =>
    inGoneFleet({ names: ['eu'] }, async ({ run, clone, served }) => {
      const eu = clone('eu');
      eu.commit({ 'deploy/shop/web.yaml': web(7) });
      eu.git('push', '--quiet');
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH, '--take', 'deploy/shop=new');
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(files(served('eu')), ['README.md']);
    }));

  it('stay if somebody edits them while prune loses a race', () =>
    inGoneFleet({}, async ({ run, clone, served }) => {
      const eu = clone('eu');
      eu.commit({ 'deploy/shop/web.yaml': web(7) });
      const hook = `#!/bin/sh\n[ -e raced ] && exit 0\ntouch raced\nunset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_DIR\ngit -C ${eu.folder} push --quiet ${served('eu').folder} HEAD:main >&2\n`;
      writeFiles(served('eu').folder, { 'hooks/pre-receive': hook });
      chmodSync(join(served('eu').folder, 'hooks/pre-receive'), 0o755);
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 3, stderr);
      assert.equal(served('eu').git('show', 'main:deploy/shop/web.yaml'), web(7).trimEnd());
      assert.equal(files(served('eu')).length, 5);
    }));

  it('are not those of other fleets in the same git repository', () =>
    inGoneFleet({ names: ['eu'], gone: [] }, async ({ folder, fleet, run, url, served }) => {
      fleet.git('clone', '--quiet', '--bare', '.', join(folder, 'other.git'));
      fleet.git('clone', '--quiet', join(folder, 'other.git'), join(folder, 'other'));
      const other = { functions: await allFunctions(), version: '1.2.3' };
      writeFiles(join(folder, 'other'), { 'variants/all.yaml': fleetFile(url, ['eu'], []) });
      for (const [action, ...args] of [
        ['plan', '--fetch'],
        ['prune', '--yes', ...PUSH],
      ] as const) {
        const asked = { ...fleetArguments(action, ['-C', join(folder, 'other'), ...args]), patience: 0 };
        const { stderr, exitCode } = await runFleet(other, asked);
        assert.doesNotMatch(stderr, /no PackageVariant asks/);
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, /must have a PackageVariant/);
      }
      assert.equal(files(served('eu')).length, 5);
      assert.equal((await run('plan', '--check')).exitCode, 0);
    }));

  it('are not known while a PackageVariant is wrong', () =>
    inGoneFleet({}, async ({ fleet, run, served }) => {
      fleet.commit({ 'variants/wrong.yaml': packageVariant('wrong', 'blueprints/shop', 'nowhere/shop') });
      for (const [action, ...args] of [['plan'], ['prune', '--yes', ...PUSH]] as const) {
        const { stdout, stderr } = await run(action, ...args);
        assert.doesNotMatch(stdout, /gone|prune/);
        assert.doesNotMatch(stderr, /no PackageVariant asks/);
      }
      assert.equal(files(served('eu')).length, 5);
    }));

  it('are only removed from a clone of the fleet with all of its commits', () =>
    inGoneFleet({ gone: [] }, async ({ folder, fleet, url, served, run }) => {
      // A variant that an outdated clone does not know.
      fleet.git('clone', '--quiet', join(folder, 'home.git'), join(folder, 'old'));
      const text = fleetFile(url, ['eu', 'us'], ['us']);
      fleet.commit({ 'variants/all.yaml': text, 'NOTES.md': 'a\n' });
      const both = { 'variants/all.yaml': fleetFile(url, ['eu', 'us'], ['eu', 'us']) };
      fleet.commit(both);
      fleet.git('push', '--quiet', 'origin', 'HEAD:main');
      fleet.run('git', '-C', join(folder, 'old'), 'config', 'user.name', 'a');
      writeFiles(join(folder, 'old'), { 'variants/all.yaml': text });
      const asked = { ...fleetArguments('prune', ['-C', join(folder, 'old'), '--yes', ...PUSH]), patience: 0 };
      const { stderr, exitCode } = await runFleet({ functions: await allFunctions(), version: '1.2.3' }, asked);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /must only be removed from a clone of the fleet with all commits of .*home\.git: run `git pull`/,
      );
      assert.equal(files(served('eu')).length, 5);
      assert.equal((await run('plan', '--check')).exitCode, 0);
    }));

  it('are only removed once the removal of their PackageVariant is committed and pushed', () =>
    inGoneFleet({ gone: [] }, async ({ fleet, run, served, url }) => {
      const removed = { 'variants/all.yaml': fleetFile(url, ['eu', 'us'], ['us']) };
      writeFiles(fleet.folder, removed);
      const refused = async (expected: RegExp): Promise<void> => {
        const { stderr, exitCode } = await run('prune', '--yes', ...PUSH);
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, expected);
        assert.equal(files(served('eu')).length, 5);
      };
      await refused(/committed and pushed, .*: variants\/all\.yaml is not committed; commit and push first/);
      fleet.commit(removed);
      await refused(/1 commit here is on no branch of .*home\.git.*run `git push origin HEAD`/);
      fleet.git('push', '--quiet', 'origin', 'HEAD:refs/heads/other');
      const { stderr, exitCode } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(files(served('eu')), ['README.md']);
    }));

  it('are removed by a call that pushes the removal of their PackageVariant itself', () =>
    inGoneFleet({ gone: [] }, async ({ fleet, run, served, url, folder }) => {
      const own = [repository('own', 'own'), packageVariant('own-shop', 'blueprints/shop', 'own/shop')].join('---\n');
      fleet.commit({ 'variants/own.yaml': own });
      const applied = await run('apply', ...PUSH);
      assert.equal(applied.exitCode, 0, applied.stderr);
      rmSync(join(fleet.folder, 'variants/own.yaml'));
      fleet.commit({ 'variants/all.yaml': fleetFile(url, ['eu', 'us'], ['us']) });
      const [pushed, before] = [served('eu').git('rev-parse', 'main'), fleet.git('rev-parse', 'HEAD')];
      // The own branch is refused: the other git repository must stay as it is.
      const hook = join(folder, 'home.git/hooks/pre-receive');
      writeFiles(join(folder, 'home.git'), { 'hooks/pre-receive': '#!/bin/sh\nexit 1\n' });
      chmodSync(hook, 0o755);
      const refused = await run('prune', '--yes', ...PUSH);
      assert.equal(refused.exitCode, 1, refused.stderr);
      assert.match(refused.stderr, /2 commits here are on no branch of .*home\.git/);
      assert.equal(served('eu').git('rev-parse', 'main'), pushed);
      rmSync(hook);
      fleet.git('reset', '--quiet', '--hard', before);
      const { stderr, exitCode } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /with 1 earlier commit that origin\/main lacked/);
      assert.deepEqual(files(served('eu')), ['README.md']);
    }));

  it('are found without a remote of the fleet, and after it got one', () =>
    inGoneFleet({ hasRemote: false }, async ({ folder, fleet, run, served }) => {
      assert.match((await run('plan')).stderr, /no PackageVariant asks/);
      fleet.git('clone', '--quiet', '--bare', '.', join(folder, 'home.git'));
      fleet.git('remote', 'add', 'origin', join(folder, 'home.git'));
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(files(served('eu')), ['README.md']);
    }));

  for (const [name, version] of [
    ['a workspace', 'workspaceName: main'],
    ['a revision that is a branch', 'revision: main'],
  ] as const)
    it(`stay if a PackageVariant is made of ${name} of them`, () =>
      inGoneFleet({}, async ({ fleet, run, served, url }) => {
        const chained = packageVariant('chained', 'eu/shop', 'us/chained').replace('upstream: {', `$&${version}, `);
        fleet.commit({ 'variants/all.yaml': `${fleetFile(url, ['eu', 'us'], ['us'])}---\n${chained}` });
        fleet.git('push', '--quiet', 'origin', 'HEAD:main');
        const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
        assert.equal(exitCode, 1);
        assert.match(stderr, /must not be removed, since PackageVariant "chained"/);
        assert.equal(files(served('eu')).length, 5);
      }));

  it('never have a folder that is not for packages, whatever a lock says', () =>
    inGoneFleet({}, async ({ folder, run, clone, served }) => {
      const eu = clone('eu');
      const lock = eu.read(LOCK);
      eu.commit({ '.krm-variants/lock/.git.lock': lock, '.krm-variants/lock/.krm-variants/lock.lock': lock });
      eu.git('push', '--quiet');
      const { stdout } = await run('plan', '--fetch');
      assert.doesNotMatch(stdout, /eu\.git\/\.(?:git|krm-variants)/);
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.ok(files(served('eu')).includes('.krm-variants/lock/.git.lock'));
      rmSync(join(folder, 'cache'), { recursive: true });
      assert.ok(existsSync(eu.folder));
    }));

  it('are not those that are asked for under another name of the same git repository', () =>
    inGoneFleet({ gone: [] }, async ({ fleet, run, served, url }) => {
      const other = url.replace('127.0.0.1', 'localhost');
      const text = fleet.read('variants/all.yaml').replaceAll(url, other);
      fleet.commit({ 'variants/all.yaml': text });
      fleet.git('push', '--quiet', 'origin', 'HEAD:main');
      const planned = await run('plan', '--fetch');
      assert.equal(planned.exitCode, 0, planned.stderr);
      assert.doesNotMatch(planned.stdout, /gone/);
      assert.match(
        planned.stderr,
        /\[warning\].*127\.0\.0\.1.*eu\.git: http:\/\/localhost.*may be the same git repository/,
      );
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual([files(served('eu')).length, files(served('us')).length], [5, 5]);
    }));

  it('warn about a git repository that cannot be read', () =>
    inGoneFleet({ keepsRepository: false }, async ({ folder, run, served }) => {
      rmSync(join(folder, 'cache'), { recursive: true });
      rmSync(served('eu').folder, { recursive: true });
      const { exitCode, stderr } = await run('plan', '--fetch');
      assert.equal(exitCode, 0, stderr);
      assert.match(
        stderr,
        /\[warning\].*cannot look for variants that are gone in .*eu\.git: .*; if no variant .* remove its Repository, and its entry in \.git\/krm-variants\/downstream\.json/,
      );
    }));

  it('are not looked for where no call has written', () =>
    inDownstreamFleet(['eu'], async ({ fleet, run, url }) => {
      const known = join(fleet.folder, '.git/krm-variants/downstream.json');
      const text = fleet.read('variants/all.yaml');
      for (const wrong of ['file:///srv/eu', `${url}/none.git`]) {
        fleet.commit({ 'variants/all.yaml': text.replace(`${url}/eu.git`, wrong) });
        assert.equal((await run('apply', ...PUSH)).exitCode, 1);
        assert.ok(!existsSync(known));
      }
      fleet.commit({ 'variants/all.yaml': text });
      assert.equal((await run('apply', ...PUSH)).exitCode, 0);
      assert.match(readFileSync(known, 'utf8'), /eu\.git/);
      // As earlier versions remembered it.
      const { places } = JSON.parse(readFileSync(known, 'utf8')) as { readonly places: readonly object[] };
      writeFileSync(known, JSON.stringify({ places: [...places, { name: 'a', url: 'file:///srv/eu' }] }));
      assert.doesNotMatch((await run('plan')).stderr, /cannot look/);
      assert.equal((await run('apply', ...PUSH)).exitCode, 0);
      assert.doesNotMatch(readFileSync(known, 'utf8'), /srv/);
    }));

  it('are left alone by another fleet that asks for their folder, until that takes them over', () =>
    inGoneFleet({ names: ['eu'], gone: [] }, async ({ folder, fleet, url, served, run }) => {
      fleet.git('clone', '--quiet', '--bare', '.', join(folder, 'other.git'));
      const other = new GitRepository(join(folder, 'other'), folder);
      fleet.git('clone', '--quiet', join(folder, 'other.git'), other.folder);
      other.commit({ 'packages/shop/web.yaml': web(7) });
      const program = { functions: await allFunctions(), version: '1.2.3' };
      const before = served('eu').git('rev-parse', 'main');
      for (const [action, ...args] of [
        ['plan', '--fetch'],
        ['apply', ...PUSH],
      ] as const) {
        const asked = { ...fleetArguments(action, ['-C', other.folder, ...args]), patience: 0 };
        const { stderr, exitCode } = await runFleet(program, asked);
        assert.equal(exitCode, 1, stderr);
        assert.match(
          stderr,
          /eu\.git\/\.krm-variants\/lock\/deploy\/shop\.lock.* is of another fleet, .*home: ask for another folder/,
        );
      }
      assert.equal(served('eu').git('rev-parse', 'main'), before);
      assert.equal((await run('plan', '--check', '--fetch')).exitCode, 0);
      // The same fleet, whose remote has another name now.
      other.git('config', 'krm-variants.fleetName', join(folder, 'home'));
      const named = await runFleet(program, { ...fleetArguments('apply', ['-C', other.folder, ...PUSH]), patience: 0 });
      assert.equal(named.exitCode, 0, named.stderr);
      assert.equal(served('eu').git('show', 'main:deploy/shop/web.yaml'), web(7).trimEnd());
      assert.ok(url !== '');
    }));

  it('are not removed while something may be a PackageVariant', () =>
    inGoneFleet({}, async ({ fleet, run, served, url }) => {
      const rest = fleetFile(url, ['eu', 'us'], ['us']);
      for (const [text, message] of [
        [
          packageVariant('eu-shop', 'blueprints/shop', 'eu/shop').replace(
            'kind: PackageVariant',
            'kind: packageVariant',
          ),
          /unknown kind in this API group; did you mean "PackageVariant"\?/,
        ],
        [
          packageVariant('eu-shop', 'blueprints/shop', 'eu/shop').replace('name: eu-shop', 'name: 2'),
          /skipped: .*`fleet prune` must know all PackageVariants/,
        ],
      ] as const) {
        fleet.commit({ 'variants/all.yaml': `${rest}---\n${text}` });
        fleet.git('push', '--quiet', 'origin', 'HEAD:main');
        const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, message);
        assert.equal(files(served('eu')).length, 5);
      }
    }));

  it('are not removed from a clone of the fleet that has not checked out all inputs', () =>
    inGoneFleet({ gone: [] }, async ({ fleet, run, served, url }) => {
      fleet.commit({
        'variants/all.yaml': fleetFile(url, ['eu', 'us'], ['us']),
        'variants/eu/eu.yaml': packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
      });
      fleet.git('push', '--quiet', 'origin', 'HEAD:main');
      assert.equal((await run('apply', ...PUSH)).exitCode, 0);
      fleet.git('sparse-checkout', 'set', '--no-cone', '/*', '!/variants/eu/');
      const { exitCode, stderr } = await run('prune', '--yes', ...PUSH);
      assert.equal(exitCode, 1, stderr);
      assert.match(stderr, /variants\/eu\/eu\.yaml: is not checked out; `fleet prune` must know all PackageVariants/);
      assert.equal(files(served('eu')).length, 5);
    }));

  it('are not those of a fleet that began with the same commit', () =>
    inGoneFleet({ hasRemote: false, gone: [] }, async ({ folder, fleet, served, url }) => {
      const other = new GitRepository(join(folder, 'other'), folder);
      fleet.git('clone', '--quiet', '.', other.folder);
      other.git('reset', '--quiet', '--hard', fleet.git('rev-list', '--max-parents=0', 'HEAD'));
      other.git('remote', 'remove', 'origin');
      other.commit({
        'own/all.yaml': [
          repository('own', 'clusters'),
          remoteRepository('eu', `${url}/eu.git`),
          packageVariant('a', 'own/a', 'own/b'),
        ].join('---\n'),
      });
      const asked = { ...fleetArguments('prune', ['-C', other.folder, '--yes', ...PUSH]), patience: 0 };
      const { stdout } = await runFleet({ functions: await allFunctions(), version: '1.2.3' }, asked);
      assert.doesNotMatch(stdout, /deploy\/shop/);
      assert.equal(files(served('eu')).length, 5);
    }));

  it('are named by URL and folder for prune', () =>
    inGoneFleet({ names: ['eu', 'us'], gone: ['eu', 'us'] }, async ({ run, served, url }) => {
      const both = await run('prune', '--variant', 'deploy/shop', '--yes', ...PUSH);
      assert.equal(both.exitCode, 1);
      assert.match(both.stderr, /no variant that is gone is named "deploy\/shop"/);
      const one = await run('prune', '--variant', `${url}/us.git/deploy/shop`, '--yes', ...PUSH);
      assert.equal(one.exitCode, 0, one.stderr);
      assert.deepEqual([files(served('eu')).length, files(served('us')).length], [5, 1]);
    }));
});
