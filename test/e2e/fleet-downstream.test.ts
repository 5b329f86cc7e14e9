import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { kptfile, writeFiles } from '../cli/run-support.ts';
import { inDownstreamFleet, remoteRepository, type DownstreamFleet } from '../support/downstream-fleet.ts';
import { allFunctions } from '../support/all-functions.ts';
import { fleetArguments, packageVariant, repository, web } from '../support/fleet.ts';
import { runFleet } from '../../cli/fleet/call/run-fleet.ts';
import { needTools } from '../support/kpt.ts';

const WEB = 'deploy/shop/web.yaml';
const CONTEXT =
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kptfile.kpt.dev\n  annotations: {config.kubernetes.io/local-config: "true"}\ndata: {name: shop, package-path: shop}\n';
const PUSH = ['--commit', '--push'];

async function apply({ run }: Pick<DownstreamFleet, 'run'>, ...args: readonly string[]): Promise<string> {
  const { stderr, exitCode } = await run('apply', ...args);
  assert.equal(exitCode, 0, stderr);
  return stderr;
}

describe('a fleet with git repositories by URL', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('gives each repository one commit, with the locks of its variants', () =>
    inDownstreamFleet(['eu', 'us'], async (setting) => {
      const { fleet, served, run, url } = setting;
      const { stdout, stderr, exitCode } = await run('apply', ...PUSH, '--report', 'json');
      assert.equal(exitCode, 0, stderr);
      for (const name of ['eu', 'us']) {
        const files = served(name).git('ls-tree', '-r', '--name-only', 'main').split('\n');
        const packaged = ['Kptfile', 'package-context.yaml', 'web.yaml'].map((file) => `deploy/shop/${file}`);
        assert.deepEqual(files, ['.krm-variants/lock/deploy/shop.lock', 'README.md', ...packaged]);
        assert.equal(served(name).git('show', `main:${WEB}`), web(1).trimEnd());
        assert.equal(served(name).git('rev-list', '--count', 'main'), '2');
      }
      const report = JSON.parse(stdout) as Record<string, readonly Record<string, unknown>[]>;
      assert.deepEqual(
        report['commits'],
        ['eu', 'us'].map((name) => ({
          branch: 'main',
          commit: served(name).git('rev-parse', 'main'),
          pushed: true,
          repository: `${url}/${name}.git`,
        })),
      );
      assert.deepEqual(
        report['variants']?.map(({ action, folder, repository: of }) => [action, folder, of]),
        ['eu', 'us'].map((name) => ['create', 'deploy/shop', `${url}/${name}.git`]),
      );
      assert.equal(fleet.git('status', '--porcelain'), '');
      assert.match(await apply(setting, ...PUSH), /2 unchanged: no file changed/);
    }));

  it('plans from the cache, and fetches only if asked for', () =>
    inDownstreamFleet(['eu'], async (setting) => {
      const { clone, run, url } = setting;
      const first = await run('plan');
      assert.equal(first.exitCode, 1);
      assert.match(first.stderr, /eu\.git must be in the cache: add `--fetch`/);
      const fetched = await run('plan', '--fetch', '--check');
      assert.equal(fetched.exitCode, 4, fetched.stderr);
      assert.match(fetched.stdout, new RegExp(`^create {2}${url}/eu\\.git/deploy/shop {2}eu-shop`, 'm'));
      const eu = clone('eu');
      eu.commit({ 'deploy/shop/Kptfile': 'x: y\n' });
      eu.git('push', '--quiet');
      assert.equal((await run('plan', '--check')).exitCode, 4);
      assert.equal((await run('plan', '--check', '--fetch')).exitCode, 1);
    }));

  it('keeps edits, and runs only what others changed when it loses a race', () =>
    inDownstreamFleet(['eu'], async (setting) => {
      const { fleet, served, clone } = setting;
      await apply(setting, ...PUSH);
      const eu = clone('eu');
      eu.commit({ [WEB]: web(5) });
      eu.git('push', '--quiet');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      await apply(setting, ...PUSH);
      assert.equal(served('eu').git('show', `main:${WEB}`), web(5, 'web:2').trimEnd());
      // Somebody pushes just before the push arrives.
      eu.git('pull', '--quiet');
      eu.commit({ 'NOTES.md': 'mine\n' });
      const hook = `#!/bin/sh\n[ -e raced ] && exit 0\ntouch raced\nunset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_DIR\ngit -C ${eu.folder} push --quiet ${served('eu').folder} HEAD:main >&2\n`;
      writeFiles(served('eu').folder, { 'hooks/pre-receive': hook });
      chmodSync(join(served('eu').folder, 'hooks/pre-receive'), 0o755);
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:3') });
      assert.match(await apply(setting, ...PUSH, '--diff'), /after others had pushed once meanwhile/);
      assert.equal(served('eu').git('show', `main:${WEB}`), web(5, 'web:3').trimEnd());
      const diff = setting.shown.join('');
      assert.deepEqual(diff.match(/^\+ .*image.*$/gm)?.length, 1, diff);
      assert.ok(diff.startsWith(`--- a/${setting.url}/eu.git/${WEB}\n`), diff);
      assert.equal(served('eu').git('show', 'main:NOTES.md'), 'mine');
      assert.equal(served('eu').git('rev-parse', 'main^'), eu.git('rev-parse', 'HEAD'));
    }));

  it('writes all other repositories if one refuses, and says which', () =>
    inDownstreamFleet(['eu', 'us'], async (setting) => {
      const { served, run } = setting;
      writeFiles(served('eu').folder, { 'hooks/pre-receive': '#!/bin/sh\necho frozen\nexit 1\n' });
      chmodSync(join(served('eu').folder, 'hooks/pre-receive'), 0o755);
      const { stderr, exitCode } = await run('apply', ...PUSH);
      assert.equal(exitCode, 1);
      assert.match(stderr, /eu\.git is unchanged: frozen; .*hook declined\); solve this, and run the command again/);
      assert.match(stderr, /1 created, 1 failed: 3 files changed/);
      assert.doesNotMatch(stderr, /added .*eu\.git/);
      assert.equal(served('eu').git('rev-list', '--count', 'main'), '1');
      assert.equal(served('us').git('rev-list', '--count', 'main'), '2');
      writeFiles(served('eu').folder, { 'hooks/pre-receive': '#!/bin/sh\n' });
      assert.match(await apply(setting, ...PUSH), /1 created, 1 unchanged/);
      assert.equal(served('eu').git('rev-list', '--count', 'main'), '2');
    }));

  it('pushes to no other repository before its own push is accepted, in later runs, too', () =>
    inDownstreamFleet(['eu', 'us'], async (setting) => {
      const { fleet, served, folder, run, url } = setting;
      fleet.git('clone', '--quiet', '--bare', '.', join(folder, 'home.git'));
      fleet.git('remote', 'add', 'origin', join(folder, 'home.git'));
      fleet.git('fetch', '--quiet', 'origin');
      fleet.git('tag', 'v1');
      const variants = [
        repository('own', 'own'),
        packageVariant('base', 'blueprints/shop', 'own/base'),
        packageVariant('chained', 'own/base', 'eu/chained'),
        packageVariant('tagged', 'blueprints/shop@v1', 'eu/tagged'),
      ];
      fleet.commit({ 'variants/own.yaml': variants.join('---\n') });
      const hook = 'home.git/hooks/pre-receive';
      writeFiles(folder, { [hook]: '#!/bin/sh\necho frozen\nexit 1\n' });
      chmodSync(join(folder, hook), 0o755);
      const files = (name: string): string => served(name).git('ls-tree', '-r', '--name-only', 'main', 'deploy');
      const reason = "since the commits of the fleet's own git repository come first";
      for (const made of [/1 created/, /1 unchanged/]) {
        const { stderr, exitCode } = await run('apply', ...PUSH);
        assert.equal(exitCode, 1);
        assert.match(stderr, /not pushed, but kept here: commit [\da-f]{12}: frozen/);
        assert.match(stderr, new RegExp(`leaves out 1 variant in ${url}/us\\.git, us-shop, ${reason}`));
        assert.match(stderr, /leaves out 3 variants in .*eu\.git, chained, eu-shop, tagged, since/);
        assert.match(stderr, made);
        assert.deepEqual([files('eu'), files('us')], ['', '']);
      }
      writeFiles(folder, { [hook]: '#!/bin/sh\n' });
      const stderr = await apply(setting, ...PUSH);
      assert.match(stderr, /pushed to origin\/main, with 2 earlier commits that origin\/main lacked$/m);
      assert.equal(fleet.git('ls-remote', 'origin', 'main').split('\t')[0], fleet.git('rev-parse', 'HEAD'));
      assert.match(files('eu'), /deploy\/chained\/web\.yaml/);
      assert.match(files('us'), /deploy\/shop\/web\.yaml/);
    }));

  it('pushes one branch to each repository, once for the same changes', () =>
    inDownstreamFleet(['eu', 'us'], async (setting) => {
      const { served } = setting;
      const branches = (name: string): readonly string[] =>
        served(name).git('for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads/').split('\n');
      await apply(setting, ...PUSH, '--branch', 'krm-variants/{run}');
      const before = [branches('eu'), branches('us')];
      assert.deepEqual(
        before.map(({ length }) => length),
        [2, 2],
      );
      assert.match(await apply(setting, ...PUSH, '--branch', 'krm-variants/{run}'), /nothing is pushed again/);
      assert.deepEqual([branches('eu'), branches('us')], before);
    }));

  it('uses the branch of the Repository, and tags', () =>
    inDownstreamFleet(['eu'], async (setting) => {
      const { fleet, served, url } = setting;
      served('eu').git('branch', 'live', 'main');
      const text = fleet.read('variants/all.yaml');
      const [, rest = ''] = /(---[\s\S]*)$/.exec(text.slice(text.lastIndexOf('---'))) ?? [];
      fleet.commit({
        'variants/all.yaml': `${repository('blueprints', 'packages')}---\n${remoteRepository('eu', `${url}/eu.git`, ', branch: live')}${rest}`,
      });
      await apply(setting, ...PUSH, '--tag');
      assert.equal(served('eu').git('rev-list', '--count', 'main'), '1');
      assert.equal(served('eu').git('rev-list', '--count', 'live'), '2');
      assert.equal(served('eu').git('tag'), 'deploy/shop/v1');
    }));

  it('refuses a folder that is equal but for case to one with a lock', () =>
    inDownstreamFleet(['eu'], async (setting) => {
      const { fleet, run, served } = setting;
      await apply(setting, ...PUSH);
      fleet.commit({
        'variants/all.yaml': fleet
          .read('variants/all.yaml')
          .replace('repo: eu, package: shop', 'repo: eu, package: Shop'),
      });
      const { stderr, exitCode } = await run('apply', ...PUSH);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /"deploy\/Shop" is but for case that of the lock \S+shop\.lock: .*`krm-variants fleet prune --commit --push`/,
      );
      assert.equal(served('eu').git('rev-list', '--count', 'main'), '2');
      const pruned = await run('prune', ...PUSH, '--yes');
      assert.equal(pruned.exitCode, 0, pruned.stderr);
      await apply(setting, ...PUSH);
      assert.match(served('eu').git('ls-tree', '-r', '--name-only', 'main'), /deploy\/Shop\/web\.yaml/);
    }));

  it('takes over what a killed run left in the cache', () =>
    inDownstreamFleet(['eu'], async (setting) => {
      const { folder, fleet, served } = setting;
      await apply(setting, ...PUSH);
      const clones = join(folder, 'cache/krm-variants/clones');
      const [name = ''] = readdirSync(clones);
      writeFiles(join(clones, name), {
        [WEB]: 'half: written\n',
        'deploy/shop/stray.yaml': 'a: b\n',
        '.git/index.lock': '',
        '.git/krm-variants/journal.json': '[',
      });
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      await apply(setting, ...PUSH);
      assert.equal(served('eu').git('show', `main:${WEB}`), web(2).trimEnd());
      assert.doesNotMatch(served('eu').git('ls-tree', '-r', '--name-only', 'main'), /stray/);
    }));

  it('follows no link of the repository', () =>
    inDownstreamFleet(['eu', 'us'], async ({ folder, clone, run, served }) => {
      for (const [name, path] of [
        ['eu', 'deploy'],
        ['us', '.krm-variants'],
      ] as const) {
        const cloned = clone(name);
        symlinkSync(join(folder, 'outside'), join(cloned.folder, path));
        cloned.commit({});
        cloned.git('push', '--quiet');
      }
      writeFiles(folder, { 'outside/.keep': '' });
      const { stderr, exitCode } = await run('apply', ...PUSH);
      assert.equal(exitCode, 1);
      assert.match(stderr, /"deploy" must be a folder, not a file or a link/);
      assert.match(stderr, /"\.krm-variants" must be a folder, not a file or a link/);
      assert.deepEqual(readdirSync(join(folder, 'outside')), ['.keep']);
      assert.equal(served('eu').git('rev-list', '--count', 'main'), '2');
    }));

  it('runs neither hooks nor filters of the repository', () =>
    inDownstreamFleet(['eu'], async (setting) => {
      const { folder, clone } = setting;
      const eu = clone('eu');
      eu.commit({
        '.gitattributes': '* filter=evil\n',
        '.gitconfig': `[filter "evil"]\nclean = touch ${folder}/ran\n`,
        '.githooks/pre-commit': `#!/bin/sh\ntouch ${folder}/ran\n`,
      });
      eu.git('push', '--quiet');
      await apply(setting, ...PUSH);
      assert.ok(!existsSync(join(folder, 'ran')));
    }));

  it('adopts a folder there, which stays as it is', () =>
    inDownstreamFleet(['eu', 'us'], async (setting) => {
      const { fleet, served, clone, url } = setting;
      const made = { Kptfile: kptfile('shop'), 'web.yaml': web(4), 'package-context.yaml': CONTEXT };
      for (const name of ['eu', 'us']) {
        const cloned = clone(name);
        cloned.commit(Object.fromEntries(Object.entries(made).map(([file, text]) => [`deploy/shop/${file}`, text])));
        cloned.git('push', '--quiet');
      }
      const before = served('eu').git('rev-parse', 'main:deploy');
      const adopt = async (...args: readonly string[]) =>
        await runFleet(
          { functions: await allFunctions(), version: '1.2.3' },
          { ...fleetArguments('adopt', args), folder: fleet.folder, patience: 0 },
        );
      assert.match(
        (await setting.run('apply', ...PUSH)).stderr,
        /run `krm-variants fleet adopt http:\S*eu\.git\/deploy\/shop --commit --push`/,
      );
      assert.match(
        (await adopt('deploy/shop', ...PUSH)).stderr,
        /"deploy\/shop" is not a folder of the fleet's own git repository/,
      );
      assert.match((await adopt('eu/shop')).stderr, /must be pushed: add `--commit --push`/);
      const { exitCode, stderr } = await adopt('eu/shop', `${url}/us.git/deploy/shop`, ...PUSH);
      assert.equal(exitCode, 0, stderr);
      assert.match(stderr, /2 adopted/);
      assert.equal(served('eu').git('rev-parse', 'main:deploy'), before);
      for (const name of ['eu', 'us'])
        assert.equal(
          served(name).git('diff', '--name-only', 'main^', 'main'),
          '.krm-variants/base/deploy/shop/web.yaml.base\n.krm-variants/lock/deploy/shop.lock',
        );
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      await apply(setting, ...PUSH);
      assert.equal(served('eu').git('show', `main:${WEB}`), web(4, 'web:2').trimEnd());
    }));

  it('writes nothing there without --push', () =>
    inDownstreamFleet(['eu'], async ({ run, served }) => {
      const { stderr, exitCode } = await run('apply', '--fetch');
      assert.equal(exitCode, 1);
      assert.match(stderr, /variants in http.*eu\.git must be pushed: add `--commit --push`; nothing is written there/);
      assert.equal(served('eu').git('rev-list', '--count', 'main'), '1');
    }));

  it('names the git repository of a conflict, and how to go on there', () =>
    inDownstreamFleet(['eu', 'us'], async (setting) => {
      const { fleet, clone, run, url } = setting;
      const planArgs = {
        ...fleetArguments('plan', ['-C', fleet.folder, '--fetch']),
        repeats: ['--fetch'],
        patience: 0,
      };
      const plan = async () => await runFleet({ functions: await allFunctions(), version: '1.2.3' }, planArgs);
      assert.match((await plan()).stderr, /^next: krm-variants fleet apply --fetch --commit --push$/m);
      await apply(setting, ...PUSH);
      for (const name of ['eu', 'us']) {
        const cloned = clone(name);
        cloned.commit({
          [WEB]: web(5),
          'deploy/shop/Kptfile': kptfile('shop').replace('name: shop', 'name: shop # own'),
        });
        cloned.git('push', '--quiet');
      }
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      const { stderr, exitCode } = await plan();
      assert.equal(exitCode, 3, stderr);
      const first = stderr.split('\n').find((line) => line.includes('conflict edit/edit')) ?? '';
      assert.ok(first.startsWith(`[error] ${url}/eu.git/${WEB}`), stderr);
      assert.ok(first.endsWith(`; also in ${url}/us.git/deploy/shop`), stderr);
      const report = JSON.parse((await run('plan', '--report', 'json')).stdout) as {
        readonly conflictClasses: readonly { readonly variants: unknown; readonly places: unknown }[];
      };
      assert.deepEqual(
        report.conflictClasses.map(({ variants, places }) => ({ variants, places })),
        [
          {
            variants: ['deploy/shop', 'deploy/shop'],
            places: [`${url}/eu.git/deploy/shop`, `${url}/us.git/deploy/shop`],
          },
        ],
      );
      assert.match(
        stderr,
        /^next: krm-variants fleet apply --fetch --commit --push --take Deployment\/web:\S+=local$/m,
      );
      assert.equal((await run('apply', ...PUSH, '--take', 'Deployment/web:spec.replicas=local')).exitCode, 0);
    }));

  it('takes a deleted folder by its URL, and by its path only if that is of one git repository', () =>
    inDownstreamFleet(['eu', 'us'], async (setting) => {
      const { clone, run, url, served } = setting;
      await apply(setting, ...PUSH);
      const remove = (name: string, to?: string): void => {
        const cloned = clone(name, to);
        cloned.git('rm', '--quiet', '-r', 'deploy');
        cloned.commit({});
        cloned.git('push', '--quiet');
      };
      remove('eu');
      const short = await run('apply', ...PUSH, '--take', 'deploy/shop=new');
      assert.equal(short.exitCode, 1);
      assert.match(
        short.stderr,
        new RegExp(`decides nothing: .*; name it by ${url}/eu\\.git/deploy/shop, ${url}/us\\.git/deploy/shop`),
      );
      assert.match(short.stderr, new RegExp(`pass \`--take '${url}/eu\\.git/deploy/shop=local'\``));
      await apply(setting, ...PUSH, '--take', `${url}/eu.git/deploy/shop=new`);
      assert.equal(served('eu').git('show', `main:${WEB}`), web(1).trimEnd());
      setting.fleet.commit({
        'variants/all.yaml': [
          repository('blueprints', 'packages'),
          remoteRepository('eu', `${url}/eu.git`),
          packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
        ].join('---\n'),
      });
      remove('eu', 'eu-again');
      await apply(setting, ...PUSH, '--take', 'deploy/shop=new');
      assert.equal(served('eu').git('show', `main:${WEB}`), web(1).trimEnd());
    }));

  const refusals: Readonly<Record<string, readonly [url: string, message: RegExp]>> = {
    'a folder': ['/srv/repositories/eu', /must be a URL on a host/],
    'a file URL': ['file:///srv/repositories/eu', /must be a URL on a host/],
    'a password': ['https://a:secret@127.0.0.1:1/eu.git', /must not contain a password/],
    'a program': ['ext::sh -c id', /a git repository must be https/],
    'an option': ['--upload-pack=id', /a git repository must be https/],
  };
  for (const [title, [url, message]] of Object.entries(refusals))
    it(`refuses ${title} as the URL of a Repository`, () =>
      inDownstreamFleet([], async ({ fleet, run }) => {
        fleet.commit({
          'variants/all.yaml': [
            repository('blueprints', 'packages'),
            remoteRepository('eu', url),
            packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
          ].join('---\n'),
        });
        const { stderr, exitCode } = await run('apply', ...PUSH);
        assert.equal(exitCode, 1);
        assert.match(stderr, message);
        assert.doesNotMatch(stderr, /secret/);
      }));

  it('takes what a variant of the same run has become as an upstream', () =>
    inDownstreamFleet(['eu'], async (setting) => {
      const { fleet, served, folder } = setting;
      fleet.git('clone', '--quiet', '--bare', '.', join(folder, 'home.git'));
      fleet.git('remote', 'add', 'origin', join(folder, 'home.git'));
      const variants = [
        packageVariant('base', 'blueprints/shop', 'own/base'),
        packageVariant('chained', 'own/base', 'eu/chained'),
      ];
      fleet.commit({ 'variants/own.yaml': [repository('own', 'own'), ...variants].join('---\n') });
      await apply(setting, ...PUSH);
      fleet.commit({ 'packages/shop/new.yaml': web(3).replace('name: web', 'name: new') });
      await apply(setting, ...PUSH);
      assert.match(served('eu').git('show', 'main:deploy/chained/new.yaml'), /name: new/);
    }));

  it('leaves the variants to the fleet in a clone of their own repository', () =>
    inDownstreamFleet(['eu'], async (setting) => {
      await apply(setting, ...PUSH);
      const clone = setting.clone('eu');
      const functions = await allFunctions();
      for (const action of ['prune', 'plan'] as const) {
        const asked = fleetArguments(action, ['-C', clone.folder, ...(action === 'prune' ? ['--yes'] : [])]);
        const { exitCode, stderr } = await runFleet({ functions, version: '1.2.3' }, { ...asked, patience: 0 });
        assert.equal(exitCode, 1);
        assert.match(stderr, /must have a PackageVariant/);
      }
      assert.equal(clone.git('status', '--porcelain'), '');
    }));
});
