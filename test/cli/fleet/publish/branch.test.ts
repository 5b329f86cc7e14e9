import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FleetOutcome } from '../../../../cli/fleet/show/fleet-outcome.ts';
import { assertNames, counts, found } from '../../../support/facts.ts';
import { inFleet, web, type GitFleet } from '../../../support/fleet.ts';
import { GitRepository } from '../../../support/git-repository.ts';
import { needTools } from '../../../support/kpt.ts';
import { PUSHED_FILES } from '../../../support/pushed-fleet.ts';
import { writeFiles } from '../../run-support.ts';

const WEB = 'clusters/eu/shop/web.yaml';
const RUN = ['--commit', '--branch', 'krm-variants/{run}'];

/** Setting with a remote, which is a folder. */
interface BranchSetting extends GitFleet {
  readonly bare: GitRepository;
}

function inRemoteFleet(test: (setting: BranchSetting) => Promise<void>): Promise<void> {
  return inFleet(PUSHED_FILES, async (setting) => {
    const { fleet } = setting;
    const bare = new GitRepository(`${fleet.folder}.git`, join(fleet.folder, '../bin'));
    fleet.git('clone', '--quiet', '--bare', '.', bare.folder);
    fleet.git('remote', 'add', 'origin', bare.folder);
    fleet.git('config', 'user.name', 'a');
    fleet.git('config', 'user.email', 'a@example.com');
    await test({ ...setting, bare });
  });
}

/** Runs `fleet apply`, which must succeed without warnings. */
async function apply({ run }: Pick<GitFleet, 'run'>, ...args: readonly string[]): Promise<FleetOutcome> {
  const outcome = await run('apply', ...args);
  assert.equal(outcome.exitCode, 0, outcome.stderr);
  assert.deepEqual(found(outcome), []);
  return outcome;
}

/** Runs `fleet apply`, which must fail with these errors alone. */
async function refused(
  { run }: Pick<GitFleet, 'run'>,
  errors: readonly string[],
  ...args: readonly string[]
): Promise<FleetOutcome> {
  const outcome = await run('apply', ...args);
  assert.equal(outcome.exitCode, 1);
  assert.deepEqual(found(outcome), errors);
  return outcome;
}

/** Returns whether each commit of a call was pushed, by its branch. */
function pushes({ commits }: FleetOutcome): readonly (readonly [branch: string, pushed: boolean])[] {
  return commits.map(({ branch, pushed }) => [branch, pushed]);
}

function branches(repository: GitRepository): readonly string[] {
  return repository.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/').split('\n');
}

describe('fleet apply --branch', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('commits to a new branch, and leaves the current one and the work tree as they are', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      fleet.write({ 'notes.txt': 'mine\n' });
      const head = fleet.commitOf();
      const { commits } = await apply(setting, ...RUN);
      const [made = ''] = branches(fleet);
      assert.match(made, /^krm-variants\/[\da-f]{12}$/);
      assert.deepEqual(commits, [{ branch: made, commit: fleet.git('rev-parse', made), pushed: false }]);
      assert.deepEqual([fleet.git('branch', '--show-current'), fleet.commitOf()], ['main', head]);
      assert.equal(fleet.git('status', '--porcelain'), '?? notes.txt');
      assert.equal(fleet.git('rev-parse', `${made}^`), head);
      assert.equal(fleet.git('show', `${made}:${WEB}`), web(1).trimEnd());
      assert.ok(!fleet.has(WEB));
      assert.deepEqual(branches(bare), ['main']);
    }));

  it('gives the branch the same name for the same changes, and pushes them once', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      const first = await apply(setting, ...RUN, '--push');
      const [made = ''] = branches(bare);
      const proposed = bare.git('rev-parse', made);
      assert.deepEqual(first.commits, [{ branch: made, commit: proposed, pushed: true }]);
      fleet.git('branch', '--quiet', '-D', made);
      fleet.commit({ 'README.md': 'hello\n' });
      const again = await apply(setting, ...RUN, '--push');
      assert.deepEqual(again.commits, [{ branch: made, commit: proposed, pushed: false }]);
      assert.deepEqual([branches(bare), bare.git('rev-parse', made)], [[made, 'main'], proposed]);
      assert.deepEqual(branches(fleet), ['main']);
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      await apply(setting, ...RUN, '--push');
      assert.equal(branches(bare).length, 3);
    }));

  it('says how many earlier commits it pushes, too', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      fleet.git('fetch', '--quiet', 'origin');
      for (const replicas of [2, 3]) fleet.commit({ 'packages/shop/web.yaml': web(replicas) });
      const aside = await apply(setting, ...RUN, '--push');
      assert.match(aside.stderr, /\b2 earlier commits\b/);
      fleet.commit({ 'README.md': 'mine\n' });
      const before = bare.git('rev-parse', 'main');
      const here = await apply(setting, '--commit', '--push');
      assert.match(here.stderr, /\b3 earlier commits\b/);
      assert.equal(bare.git('rev-list', '--count', `${before}..main`), '4');
      fleet.commit({ 'packages/shop/web.yaml': web(4) });
      fleet.git('push', '--quiet', 'origin', 'main');
      const only = await apply(setting, '--commit', '--push');
      assert.deepEqual(pushes(only), [['main', true]]);
      assert.doesNotMatch(only.stderr, /earlier/);
    }));

  it('pushes the commit of an earlier run that could not be pushed', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      await apply(setting, ...RUN);
      const [made = ''] = branches(fleet);
      const commit = fleet.git('rev-parse', made);
      await apply(setting, ...RUN, '--push');
      assert.equal(bare.git('rev-parse', made), commit);
    }));

  it('pushes the current branch if an earlier run could not, and nothing else has changed', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      await apply(setting, '--commit');
      const head = fleet.commitOf();
      const late = await apply(setting, '--commit', '--push');
      assert.deepEqual(counts(late), { unchanged: 2 });
      assert.deepEqual(late.commits, [{ branch: 'main', commit: head, pushed: true }]);
      assert.equal(bare.git('rev-parse', 'main'), head);
      assert.deepEqual(pushes(await apply(setting, '--commit', '--push')), []);
      // A branch without commits of its own is not published.
      fleet.git('switch', '--quiet', '--create', 'other');
      assert.deepEqual(pushes(await apply(setting, '--commit', '--push')), []);
      assert.deepEqual(branches(bare), ['main']);
      fleet.commit({ 'README.md': 'mine\n' });
      assert.deepEqual(pushes(await apply(setting, ...RUN, '--push')), []);
      assert.deepEqual(branches(bare), ['main']);
      assert.deepEqual(pushes(await apply(setting, '--commit', '--push')), [['other', true]]);
      assert.deepEqual(branches(bare), ['main', 'other']);
    }));

  it('says how to push a branch that the server refuses', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      bare.git('config', 'receive.denyCreates', 'true');
      writeFiles(bare.folder, { 'refs/heads/krm-variants': `${fleet.commitOf()}\n` });
      const outcome = await refused(setting, ['error push-failed'], ...RUN, '--push');
      const [made = ''] = branches(fleet);
      assertNames(outcome, 'push-failed', `\`git push origin ${made}\``);
      assert.match(made, /^krm-variants\/[\da-f]{12}$/);
      assert.deepEqual(pushes(outcome), []);
      assert.deepEqual(fleet.uncommitted(), []);
    }));

  for (const place of ['here', 'on the remote'])
    it(`leaves a branch with other changes ${place} as it is, unless they are the same`, () =>
      inRemoteFleet(async (setting) => {
        const { fleet, bare } = setting;
        const args = ['--commit', '--branch', 'upgrade', ...(place === 'here' ? [] : ['--push'])];
        await apply(setting, ...args);
        const before = fleet.git('rev-parse', 'upgrade');
        if (place !== 'here') fleet.git('branch', '--quiet', '-D', 'upgrade');
        await apply(setting, ...args);
        fleet.commit({ 'packages/shop/web.yaml': web(2) });
        const outcome = await refused(setting, ['error branch-exists'], ...args);
        assertNames(outcome, 'branch-exists', "`--branch 'upgrade-{run}'`");
        assert.deepEqual(counts(outcome), { error: 2 });
        assert.equal((place === 'here' ? fleet : bare).git('rev-parse', 'upgrade'), before);
        assert.deepEqual(fleet.uncommitted(), []);
      }));

  it('refuses the name of the current branch, and says what to do', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      const outcome = await refused(setting, ['error invalid-argument'], '--commit', '--branch', 'main', '--push');
      assertNames(outcome, 'invalid-argument', "`--branch 'main-{run}'`");
      assert.equal(bare.git('rev-parse', 'main'), fleet.commitOf());
      assert.ok(!fleet.has(WEB));
    }));

  const failures: readonly (readonly [title: string, code: string, prepare: (fleet: GitRepository) => void])[] = [
    ['another branch has its name', 'branch-exists', (fleet) => fleet.git('branch', 'new/one')],
    ['a branch has the name of its folder', 'commit-failed', (fleet) => fleet.git('branch', 'new')],
    ['the index is locked', 'commit-failed', (fleet) => fleet.write({ '.git/index.lock': '' })],
    ['the reference is locked', 'commit-failed', (fleet) => fleet.write({ '.git/refs/heads/new/one.lock': '' })],
  ];
  for (const [title, code, prepare] of failures)
    it(`reports no change if ${title}`, () =>
      inRemoteFleet(async (setting) => {
        const { fleet } = setting;
        prepare(fleet);
        const { variants, commits } = await refused(setting, [`error ${code}`], '--commit', '--branch', 'new/one');
        assert.deepEqual(
          variants.map(({ action, files }) => [action, files]),
          [
            ['error', []],
            ['error', []],
          ],
        );
        assert.deepEqual(commits, []);
        assert.ok(!fleet.has(WEB));
      }));

  it('works without a branch that is checked out', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      fleet.git('checkout', '--quiet', '--detach');
      const head = fleet.commitOf();
      await apply(setting, ...RUN, '--push');
      assert.deepEqual([fleet.commitOf(), fleet.git('branch', '--show-current')], [head, '']);
      assert.equal(branches(bare).length, 2);
    }));

  it('does not take an edit or a lock that no commit has out of the work tree', () =>
    inRemoteFleet(async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      fleet.git('add', 'clusters');
      fleet.git('commit', '--quiet', '--message', 'without the locks');
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      fleet.git('rm', '--quiet', '--cached', '-r', '.krm-variants');
      fleet.git('commit', '--quiet', '--message', 'still without the locks');
      const lock = '.krm-variants/lock/clusters/eu/shop.lock';
      const before = fleet.read(lock);
      const errors = ['eu', 'us'].map(
        (name) => `error changes-uncommitted .krm-variants/lock/clusters/${name}/shop.lock`,
      );
      await refused(setting, errors, ...RUN);
      assert.deepEqual([fleet.read(lock), branches(fleet)], [before, ['main']]);
    }));

  it('needs a commit to start from', () =>
    inRemoteFleet(async (setting) => {
      const { fleet } = setting;
      fleet.git('checkout', '--quiet', '--orphan', 'new');
      await refused(setting, ['error invalid-argument'], ...RUN);
      assert.ok(!fleet.has(WEB));
    }));
});

describe('fleet apply --sign', () => {
  before(function () {
    needTools(this, 'git');
  });

  function withKey(fleet: GitRepository): void {
    const key = join(fleet.folder, '.git/key');
    fleet.run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key);
    fleet.write({ '.git/signers': `a@example.com ${fleet.read('.git/key.pub')}` });
    for (const [name, value] of [
      ['gpg.format', 'ssh'],
      ['user.signingKey', key],
      ['gpg.ssh.allowedSignersFile', join(fleet.folder, '.git/signers')],
    ] as const)
      fleet.git('config', name, value);
  }

  it('signs the commit and the tags with the key of the user', function () {
    needTools(this, 'ssh-keygen');
    return inRemoteFleet(async (setting) => {
      const { fleet } = setting;
      withKey(fleet);
      await apply(setting, '--commit', '--sign', '--tag');
      assert.match(fleet.run('git', 'verify-commit', 'HEAD').stderr, /Good "git" signature for a@example\.com/);
      assert.match(fleet.run('git', 'verify-tag', 'clusters/eu/shop/v1').stderr, /Good "git" signature/);
    });
  });

  function withoutKey(fleet: GitRepository): void {
    fleet.git('config', 'gpg.format', 'ssh');
    fleet.git('config', 'user.signingKey', join(fleet.folder, 'missing'));
  }

  it('leaves nothing behind if a new branch cannot be signed', () =>
    inRemoteFleet(async (setting) => {
      const { fleet } = setting;
      withoutKey(fleet);
      fleet.write({ 'notes.txt': 'mine\n', 'staged.txt': 'mine\n' });
      fleet.git('add', 'staged.txt');
      const outcome = await refused(setting, ['error commit-failed'], ...RUN, '--sign');
      assertNames(outcome, 'commit-failed', '/missing');
      assert.deepEqual(counts(outcome), { error: 2 });
      assert.equal(fleet.git('status', '--porcelain'), 'A  staged.txt\n?? notes.txt');
      assert.ok(!fleet.has('clusters') && !fleet.has('.krm-variants'));
      assert.deepEqual([fleet.git('branch', '--show-current'), branches(fleet)], ['main', ['main']]);
      await apply(setting, ...RUN);
    }));

  it('restores the files of the last commit if a new branch with an upgrade cannot be signed', () =>
    inRemoteFleet(async (setting) => {
      const { fleet } = setting;
      await apply(setting, '--commit');
      fleet.commit({ 'packages/shop/web.yaml': web(2), 'packages/shop/more.yaml': web(1).replace('web', 'more') });
      withoutKey(fleet);
      await refused(setting, ['error commit-failed'], ...RUN, '--sign');
      assert.deepEqual(fleet.uncommitted(), []);
      assert.equal(fleet.read(WEB), web(1));
    }));

  it('keeps what it wrote to the current branch if there is no key, and stages nothing', () =>
    inRemoteFleet(async (setting) => {
      const { fleet } = setting;
      withoutKey(fleet);
      const outcome = await refused(setting, ['error commit-failed'], '--commit', '--sign');
      assertNames(outcome, 'commit-failed', '/missing');
      assert.deepEqual(counts(outcome), { create: 2 });
      assert.equal(fleet.read(WEB), web(1));
      assert.equal(fleet.git('diff', '--cached', '--name-only'), '');
      const errors = ['eu', 'us'].map(
        (name) => `error changes-uncommitted .krm-variants/lock/clusters/${name}/shop.lock`,
      );
      await refused(setting, errors, '--commit');
      fleet.commit({});
      await apply(setting, '--commit');
    }));
});

describe('fleet apply --tag', () => {
  before(function () {
    needTools(this, 'git');
  });

  function tags(repository: GitRepository): readonly string[] {
    return repository.git('tag', '--list', 'clusters/*').split('\n');
  }

  it('tags each variant that changed since its last version, once', () =>
    inRemoteFleet(async (setting) => {
      const { fleet } = setting;
      await apply(setting, '--commit');
      await apply(setting, '--commit', '--tag');
      assert.deepEqual(tags(fleet), ['clusters/eu/shop/v1', 'clusters/us/shop/v1']);
      await apply(setting, '--commit', '--tag');
      assert.deepEqual(tags(fleet), ['clusters/eu/shop/v1', 'clusters/us/shop/v1']);
      fleet.commit({ [WEB]: web(5) });
      await apply(setting, '--commit', '--tag');
      assert.deepEqual(tags(fleet), ['clusters/eu/shop/v1', 'clusters/eu/shop/v2', 'clusters/us/shop/v1']);
      assert.equal(fleet.git('rev-parse', 'clusters/eu/shop/v2'), fleet.commitOf());
    }));

  it('pushes the tags with the commit, and counts on from those of the remote', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      await apply(setting, '--commit', '--tag', '--push');
      assert.deepEqual(tags(bare), ['clusters/eu/shop/v1', 'clusters/us/shop/v1']);
      fleet.git('tag', '--delete', 'clusters/eu/shop/v1', 'clusters/us/shop/v1');
      await apply(setting, '--commit', '--tag', '--push');
      assert.deepEqual(tags(fleet), tags(bare));
      fleet.git('tag', '--delete', 'clusters/eu/shop/v1', 'clusters/us/shop/v1');
      fleet.commit({ [WEB]: web(5) });
      await apply(setting, '--commit', '--tag', '--push');
      assert.deepEqual(tags(bare), ['clusters/eu/shop/v1', 'clusters/eu/shop/v2', 'clusters/us/shop/v1']);
    }));

  it('leaves no tag of a commit that came too late', () =>
    inRemoteFleet(async (setting) => {
      const { fleet, bare } = setting;
      const other = new GitRepository(`${fleet.folder}-other`, join(fleet.folder, '../bin'));
      fleet.git('clone', '--quiet', bare.folder, other.folder);
      other.commit({ 'README.md': 'hello\n' });
      other.git('push', '--quiet');
      await apply(setting, '--commit', '--tag', '--push');
      assert.deepEqual(tags(bare), ['clusters/eu/shop/v1', 'clusters/us/shop/v1']);
      for (const tag of tags(fleet)) assert.equal(fleet.git('rev-parse', tag), fleet.commitOf());
      assert.equal(bare.git('rev-parse', 'main^'), other.git('rev-parse', 'HEAD'));
    }));
});
