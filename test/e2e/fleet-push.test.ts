import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../support/child.ts';
import { web } from '../support/fleet.ts';
import { needTools } from '../support/kpt.ts';
import { CLUSTERS, inPushedFleet, type FleetClone } from '../support/pushed-fleet.ts';
import { needSshd, SshServer } from '../support/ssh-server.ts';
import { writeFiles } from '../cli/run-support.ts';

const WEB = 'clusters/eu/shop/web.yaml';
const US_WEB = 'clusters/us/shop/web.yaml';
const PUSH = ['--commit', '--push'];

/** Runs `fleet apply`, which must succeed, and returns its messages. */
async function apply(clone: FleetClone, ...args: readonly string[]): Promise<string> {
  const { stderr, exitCode } = await clone.fleet('apply', ...args);
  assert.equal(exitCode, 0, stderr);
  return stderr;
}

/** Applies the fleet, pushes it, and returns another clone, after a new version of the package. */
async function upgraded(first: FleetClone, clone: (name: string) => FleetClone): Promise<FleetClone> {
  await apply(first, ...PUSH);
  first.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
  first.git('push', '--quiet');
  return clone('second');
}

describe('fleet apply --push', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('pushes its commit, and nothing if there is none', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      assert.match(await apply(one, ...PUSH), /pushed to origin\/main\n/);
      assert.equal(bare.git('rev-parse', 'main'), one.git('rev-parse', 'HEAD'));
      assert.equal(bare.git('show', `main:${WEB}`), web(1).trimEnd());
      assert.doesNotMatch(await apply(one, ...PUSH), /pushed/);
      assert.equal(bare.git('rev-list', '--count', 'main'), '2');
      assert.equal(one.git('status', '--porcelain', '--branch'), '## main...origin/main');
    }));

  it('reports its commit to programs', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const { stdout } = await clone('one').fleet('apply', ...PUSH, '--report', 'json');
      const { commits } = JSON.parse(stdout) as { readonly commits: unknown };
      assert.deepEqual(commits, [{ branch: 'main', commit: bare.git('rev-parse', 'main'), pushed: true }]);
    }));

  it('shows no password of the server', () =>
    inPushedFleet(
      async ({ bare, clone }) => {
        const one = clone('one');
        await apply(one, ...PUSH);
        bare.git('config', 'http.receivepack', 'false');
        one.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
        const { stderr, exitCode } = await one.fleet('apply', ...PUSH);
        assert.equal(exitCode, 1);
        assert.match(stderr, /not pushed, but kept here: commit [\da-f]{12}: git push failed: .*403/);
        assert.doesNotMatch(stderr, /secret/);
      },
      { password: 'robot:secret' },
    ));

  it('says how to push what the server refuses, and keeps the commit', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      writeFiles(bare.folder, { 'hooks/pre-receive': '#!/bin/sh\necho "main is frozen"\nexit 1\n' });
      chmodSync(join(bare.folder, 'hooks/pre-receive'), 0o755);
      const { stderr, exitCode } = await one.fleet('apply', ...PUSH);
      assert.equal(exitCode, 1);
      assert.match(stderr, /main is frozen.*pre-receive hook declined.*run `git push origin HEAD:main` once/);
      assert.equal(one.git('log', '-1', '--format=%s'), 'Apply shop: 8 files');
      chmodSync(join(bare.folder, 'hooks/pre-receive'), 0o644);
      one.git('push', '--quiet', 'origin', 'HEAD:main');
      assert.equal(bare.git('rev-parse', 'main'), one.git('rev-parse', 'HEAD'));
    }));

  it('rebuilds its commit on what others pushed meanwhile, and runs the variants again that they changed', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      const two = await upgraded(one, clone);
      one.commit({ [WEB]: web(5) });
      one.git('push', '--quiet');
      writeFiles(two.folder, { 'notes.txt': 'mine\n' });
      const { stderr, stdout, exitCode } = await two.fleet('apply', ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /pushed to origin\/main, after others had pushed once meanwhile/);
      assert.match(stderr, /2 updated/);
      assert.match(stdout, /^update {2}clusters\/eu\/shop .*\n^update {2}clusters\/us\/shop /m);
      assert.equal(bare.git('show', `main:${WEB}`), web(5, 'web:2').trimEnd());
      assert.equal(bare.git('show', `main:${US_WEB}`), web(1, 'web:2').trimEnd());
      assert.equal(bare.git('rev-parse', 'main^'), one.git('rev-parse', 'HEAD'));
      assert.equal(two.git('status', '--porcelain'), '?? notes.txt');
      assert.equal((await two.fleet('plan', '--check')).exitCode, 0);
    }));

  it('tries again if the server has locked the branch, for a push of somebody else that is visible only later', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      const two = await upgraded(one, clone);
      one.commit({ 'NOTES.md': 'mine\n' });
      one.git('push', '--quiet', 'origin', 'HEAD:other');
      // The first try meets the lock, the second one the commit of somebody else, at the moment that it is accepted.
      const hook = `#!/bin/sh
echo try >> tries
if [ ! -e refs/heads/main.lock ]; then [ $(wc -l < tries) -gt 1 ] || touch refs/heads/main.lock; exit 0; fi
rm refs/heads/main.lock
unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
git update-ref refs/heads/main refs/heads/other
`;
      writeFiles(bare.folder, { 'hooks/pre-receive': hook });
      chmodSync(join(bare.folder, 'hooks/pre-receive'), 0o755);
      const stderr = await apply(two, ...PUSH);
      assert.match(stderr, /after others had pushed once meanwhile/);
      assert.equal(bare.read('tries'), 'try\ntry\ntry\n', 'git itself refuses the third try');
      assert.equal(bare.git('show', 'main:NOTES.md'), 'mine');
      assert.equal(bare.git('rev-parse', 'main^'), one.git('rev-parse', 'HEAD'));
    }));

  it('shows each diff once, as it is pushed', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      const two = await upgraded(one, clone);
      const before = one.git('rev-parse', 'HEAD');
      one.commit({ [WEB]: web(5) });
      one.git('push', '--quiet');
      const stderr = await apply(two, ...PUSH, '--diff');
      assert.match(stderr, /after others had pushed once meanwhile/);
      const diff = two.shown.join('');
      assert.deepEqual(diff.match(/^--- .*/gm)?.toSorted(), [`--- a/${WEB}`, `--- a/${US_WEB}`]);
      two.git('checkout', '--quiet', '--detach', before);
      two.commit({ [WEB]: web(5), 'diff.patch': diff });
      two.git('apply', 'diff.patch');
      assert.equal(two.read(WEB).trimEnd(), bare.git('show', `main:${WEB}`));
    }));

  it('pushes nothing if another run pushed the same meanwhile', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      const two = await upgraded(one, clone);
      await apply(one, ...PUSH);
      const head = bare.git('rev-parse', 'main');
      const stderr = await apply(two, ...PUSH);
      assert.match(stderr, /2 unchanged/);
      assert.equal(bare.git('rev-parse', 'main'), head);
      assert.equal(two.git('rev-parse', 'HEAD'), head);
      assert.equal(two.git('status', '--porcelain'), '');
    }));

  it('follows a hold that somebody pushed meanwhile', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      const two = await upgraded(one, clone);
      one.commit({
        '.krm-variants/holds/us.yaml': `apiVersion: krm-variants.dev/v1alpha1
kind: FleetHold
metadata: {name: us}
spec: {variants: [clusters/us/shop], reason: canary first}
`,
      });
      one.git('push', '--quiet');
      assert.match(await apply(two, ...PUSH), /1 updated, 1 held/);
      assert.equal(bare.git('show', `main:${WEB}`), web(1, 'web:2').trimEnd());
      assert.equal(bare.git('show', `main:${US_WEB}`), web(1).trimEnd());
    }));

  it('keeps a conflict with what others pushed meanwhile out of the commit', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      const two = await upgraded(one, clone);
      one.commit({ [WEB]: web(1, 'web:mine') });
      one.git('push', '--quiet');
      const { stderr, exitCode } = await two.fleet('apply', ...PUSH);
      assert.equal(exitCode, 3, stderr);
      assert.match(stderr, /1 updated, 1 with conflicts/);
      assert.equal(bare.git('show', `main:${WEB}`), web(1, 'web:mine').trimEnd());
      assert.equal(bare.git('show', `main:${US_WEB}`), web(1, 'web:2').trimEnd());
    }));

  it('keeps its commit here if files that others pushed have changes here', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      const two = await upgraded(one, clone);
      one.commit({ 'packages/shop/notes.md': 'theirs\n' });
      one.git('push', '--quiet');
      writeFiles(two.folder, { 'packages/shop/notes.md': 'mine\n' });
      const { stderr, exitCode } = await two.fleet('apply', ...PUSH);
      assert.equal(exitCode, 1);
      assert.match(stderr, /not pushed, but kept here: commit [\da-f]{12}: git reset failed: .*notes\.md/);
      assert.equal(two.read('packages/shop/notes.md'), 'mine\n');
      assert.equal(two.git('show', `HEAD:${US_WEB}`), web(1, 'web:2').trimEnd());
      assert.equal(bare.git('rev-parse', 'main'), one.git('rev-parse', 'HEAD'));
    }));

  it('does not rebuild commits of people', () =>
    inPushedFleet(async ({ bare, clone }) => {
      const one = clone('one');
      const two = await upgraded(one, clone);
      one.commit({ [WEB]: web(5) });
      one.git('push', '--quiet');
      two.commit({ 'notes.txt': 'mine\n' });
      const { stderr, exitCode } = await two.fleet('apply', ...PUSH);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /the current branch has earlier commits that origin\/main lacks: run `git pull --rebase`; then run `git push origin HEAD:main`/,
      );
      assert.equal(two.git('log', '-2', '--format=%s'), 'Apply shop: 4 files\nchange');
      assert.equal(bare.git('rev-parse', 'main'), one.git('rev-parse', 'HEAD'));
    }));

  it('never loses a variant when runs push at the same time', () =>
    inPushedFleet(async ({ bare, clone, folder }) => {
      const one = await upgraded(clone('one'), clone);
      const names = ['a', 'b', 'c', 'd'];
      const clones = names.map((name) => clone(name));
      const program = join(import.meta.dirname, '../support/fleet-program.ts');
      const ended = await Promise.all(
        clones.map((each, index) =>
          runProgram(process.execPath, [
            program,
            '0',
            'apply',
            '-C',
            each.folder,
            '--commit',
            '--push',
            '--variant',
            `${CLUSTERS[index % 2]}/shop`,
          ]),
        ),
      );
      for (const { stderr, exitCode } of ended) assert.equal(exitCode, 0, stderr);
      for (const path of [WEB, US_WEB]) assert.equal(bare.git('show', `main:${path}`), web(1, 'web:2').trimEnd());
      assert.equal(bare.git('rev-list', '--count', `${one.git('rev-parse', 'HEAD')}..main`), '2', folder);
    }));

  it('pushes over SSH', async function () {
    needSshd(this);
    await inPushedFleet(async ({ bare, clone, folder }) => {
      const server = await SshServer.start(join(folder, 'ssh'));
      const { PATH } = process.env;
      process.env['PATH'] = `${server.bin}:${PATH}`;
      try {
        const one = clone('one');
        one.git('remote', 'set-url', 'origin', server.url(bare.folder));
        await apply(one, ...PUSH);
        assert.equal(bare.git('rev-parse', 'main'), one.git('rev-parse', 'HEAD'));
        server.configure({ key: 'stranger' });
        one.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
        const { stderr, exitCode } = await one.fleet('apply', ...PUSH);
        assert.equal(exitCode, 1);
        assert.match(stderr, /not pushed, but kept here.*Permission denied \(publickey/);
      } finally {
        process.env['PATH'] = PATH;
        await server.stop();
      }
    });
  });

  const refusals: Readonly<Record<string, readonly [command: readonly string[], message: RegExp]>> = {
    'without a branch': [['checkout', '--quiet', '--detach'], /`--push` must be on a branch/],
    'without a remote': [
      ['remote', 'remove', 'origin'],
      /`--push` must have a remote: run `git remote add origin URL`/,
    ],
  };
  for (const [title, [command, message]] of Object.entries(refusals))
    it(`writes nothing ${title}`, () =>
      inPushedFleet(async ({ clone }) => {
        const one = clone('one');
        one.git(...command);
        const { stderr, exitCode } = await one.fleet('apply', ...PUSH);
        assert.equal(exitCode, 1);
        assert.match(stderr, message);
        assert.equal(one.git('status', '--porcelain'), '');
      }));
});
