import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetOutcome } from '../../../cli/fleet/show/fleet-outcome.ts';
import { runFleet } from '../../../cli/fleet/call/run-fleet.ts';
import { lockText, readLock } from '../../../src/fleet/index.ts';
import type { FunctionDefinition, Functions } from '../../../src/function/index.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { actions, assertNames, found, onlyAction, withCode } from '../../support/facts.ts';
import {
  fleetArguments,
  type FleetSetting,
  type GitFleet,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  programFor,
  repository,
  web,
} from '../../support/fleet.ts';
import { GitRepository } from '../../support/git-repository.ts';
import { GitServer } from '../../support/git-server.ts';
import { needTools } from '../../support/kpt.ts';
import { inUpstream } from '../../support/upstream-repository.ts';
import { kinds, listOf, withCluster } from '../cluster-stand-in.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

const SHOP = 'clusters/eu/shop';

/** Object of a cluster, or a resource of a package that gets its data. */
function endpoints(name: string, host: string, rest = ''): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
${rest}data:
  host: ${host}
`;
}

const INJECTED: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/endpoints.yaml': endpoints(
    'endpoints',
    'none',
    '  annotations:\n    kpt.dev/config-injection: required\n',
  ),
  'fleet/variants.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'clusters/eu'),
    packageVariant('eu-shop', 'blueprints/shop', 'eu/shop', '  injectors: [{kind: ConfigMap, name: eu}]\n'),
  ].join('---\n'),
  'fleet/objects/eu.yaml': endpoints('eu', 'eu.example.com'),
  'fleet/objects/other.yaml': endpoints('other', 'other.example.com'),
};

/** Returns a Repository that is a branch of another git repository, and has its name. */
function repositoryAt(url: string, branch: string): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata: {name: ${branch}}
spec: {git: {repo: "${url}", branch: ${branch}}}
`;
}

/** Runs `fleet`, which must succeed, and returns the action that all variants have. */
async function act({ run }: FleetSetting, action: 'plan' | 'apply', ...args: readonly string[]): Promise<string> {
  const outcome = await run(action, ...args);
  assert.equal(outcome.exitCode, 0, outcome.stderr);
  return onlyAction(outcome);
}

/** Returns all functions, and the number of packages that were derived with them so far. */
async function countDerivations(): Promise<{ readonly functions: Functions; readonly calls: () => number }> {
  const functions = await allFunctions();
  const fn = functions['apply-package-variant']?.();
  assert.ok(fn !== undefined);
  let calls = 0;
  const run: FunctionDefinition['run'] = (call) => {
    calls++;
    return fn.definition.run(call);
  };
  const counting = { ...fn, definition: { ...fn.definition, run } };
  return { functions: { ...functions, 'apply-package-variant': () => counting }, calls: () => calls };
}

/** A fleet that injects an object of a live cluster. */
interface Live<Setting extends FleetSetting> {
  readonly setting: Setting;
  /** Sets the object in the cluster. */
  readonly answer: (object: object) => void;
  readonly counted: { readonly apply: () => Promise<FleetOutcome>; readonly calls: () => number };
}

/** Passes a fleet to a test that injects an object of a live cluster. */
async function withClusterFleet<Setting extends FleetSetting>(
  inThis: InFleet<Setting>,
  test: (live: Live<Setting>) => Promise<void>,
  kind = 'ConfigMap',
): Promise<void> {
  const list = listOf() as { items: object[] };
  const path = `/api/v1/namespaces/default/${kind.toLowerCase()}s`;
  const answers = { '/api/v1': kinds(`${kind.toLowerCase()}s ${kind}`), [path]: list };
  const files = Object.fromEntries(
    Object.entries(INJECTED).map(([name, text]) => [name, String(text).replaceAll('ConfigMap', kind)]),
  );
  const { functions, calls } = await countDerivations();
  await withCluster(answers, {}, () =>
    inThis(files, async (setting) => {
      const program = { ...(await programFor(setting.fleet)), functions };
      const apply = async (): Promise<FleetOutcome> => {
        const asked = fleetArguments('apply', ['-C', setting.fleet.folder, '--context', 'edge']);
        const outcome = await runFleet(program, { ...asked, patience: 0 });
        assert.equal(outcome.exitCode, 0, outcome.stderr);
        return outcome;
      };
      await test({ setting, answer: (object) => void (list.items = [object]), counted: { apply, calls } });
    }),
  );
}

const inCluster = (test: (live: Live<FleetSetting>) => Promise<void>, kind?: string): Promise<void> =>
  withClusterFleet(inMemoryFleet, test, kind);
const inGitCluster = (test: (live: Live<GitFleet>) => Promise<void>): Promise<void> => withClusterFleet(inFleet, test);

/** Returns the names of the files with the objects that a fleet keeps. */
function keptObjects(fleet: FleetSetting['fleet']): readonly string[] {
  const folder = '.krm-variants/objects/';
  return Object.keys(fleet.files()).flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
}

describe('what variants are derived from', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('updates a variant when an object changes that it injects, and at no other change [E12]', () =>
    inMemoryFleet(INJECTED, async (setting) => {
      const { fleet } = setting;
      assert.equal(await act(setting, 'apply'), 'create');
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: eu\.example\.com/);
      fleet.commit({ 'fleet/objects/other.yaml': endpoints('other', 'changed.example.com') });
      assert.equal(await act(setting, 'apply'), 'unchanged');
      fleet.commit({ 'fleet/objects/eu.yaml': endpoints('eu', 'new.example.com') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: new\.example\.com/);
      assert.equal(await act(setting, 'apply'), 'unchanged');
    }));

  it('keeps what it injected from a live cluster, and derives again only if that changes', () =>
    inGitCluster(async ({ setting, answer, counted }) => {
      const { fleet } = setting;
      const objects = join(fleet.folder, '.krm-variants/objects');
      answer({ metadata: { name: 'eu', uid: '1' }, data: { host: 'a' } });
      assert.deepEqual(actions(await counted.apply()), { [SHOP]: 'create' });
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: a$/m);
      const [name = ''] = readdirSync(objects);
      assert.match(name, /^[\da-f]{64}$/);
      assert.match(readFileSync(join(objects, name), 'utf8'), /\\"host\\":\\"a\\"/);
      assert.doesNotMatch(readFileSync(join(objects, name), 'utf8'), /uid/);
      assert.match(fleet.read(`.krm-variants/lock/${SHOP}.lock`), new RegExp(`^objects "${name}"$`, 'm'));
      fleet.commit({});
      answer({ metadata: { name: 'eu', uid: '2' }, data: { host: 'a' } });
      assert.deepEqual(actions(await counted.apply()), { [SHOP]: 'unchanged' });
      assert.equal(counted.calls(), 1);
      // An edit before the first commit of the next apply: its base is derived again, from the kept objects.
      answer({ metadata: { name: 'eu' }, data: { host: 'b' } });
      assert.deepEqual(actions(await counted.apply()), { [SHOP]: 'update' });
      assert.notDeepEqual(readdirSync(objects), [name], 'the old objects are removed');
      assert.equal(readdirSync(objects).length, 1);
      fleet.commit({ [`${SHOP}/endpoints.yaml`]: `${fleet.read(`${SHOP}/endpoints.yaml`)}# mine\n` });
      fleet.git('reflog', 'expire', '--expire=now', '--all');
      fleet.git('gc', '--quiet', '--prune=now');
      answer({ metadata: { name: 'eu' }, data: { host: 'c' } });
      assert.deepEqual(actions(await counted.apply()), { [SHOP]: 'update' });
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: c\n# mine\n$/);
    }));

  it('keeps objects of a live cluster that several variants inject once', () =>
    inCluster(async ({ setting: { fleet }, answer, counted }) => {
      const other = packageVariant('b', 'blueprints/shop', 'eu/b', '  injectors: [{kind: ConfigMap, name: eu}]\n');
      fleet.commit({ 'fleet/b.yaml': other });
      answer({ metadata: { name: 'eu' }, data: { host: 'a' } });
      assert.deepEqual(actions(await counted.apply()), { 'clusters/eu/b': 'create', [SHOP]: 'create' });
      assert.equal(keptObjects(fleet).length, 1);
      assert.deepEqual(actions(await counted.apply()), { 'clusters/eu/b': 'unchanged', [SHOP]: 'unchanged' });
      assert.equal(counted.calls(), 2);
    }));

  it('keeps no Secret of a live cluster', () =>
    inCluster(async ({ setting, answer, counted }) => {
      answer({ metadata: { name: 'eu' }, data: { host: 'c2VjcmV0' } });
      assert.deepEqual(actions(await counted.apply()), { [SHOP]: 'create' });
      assert.match(setting.fleet.read(`${SHOP}/endpoints.yaml`), /host: c2VjcmV0/);
      assert.equal(setting.fleet.has('.krm-variants/objects'), false);
      assert.match(setting.fleet.read(`.krm-variants/lock/${SHOP}.lock`), /^objects "live"$/m);
      assert.deepEqual(actions(await counted.apply()), { [SHOP]: 'unchanged' });
    }, 'Secret'));

  it('rolls back to the objects of a live cluster that a commit kept, without the cluster', () =>
    inCluster(async ({ setting: { fleet, run }, answer, counted }) => {
      for (const host of ['a', 'b']) {
        answer({ metadata: { name: 'eu' }, data: { host } });
        await counted.apply();
        fleet.commit({});
      }
      const [kept = ''] = keptObjects(fleet);
      const { exitCode, stderr } = await run('rollback', 'eu-shop', '--strict');
      assert.equal(exitCode, 0, stderr);
      assert.match(fleet.read(`${SHOP}/endpoints.yaml`), /host: a$/m);
      const [again = '', ...others] = keptObjects(fleet);
      assert.notEqual(again, kept);
      assert.deepEqual(others, []);
      assert.match(fleet.read(`.krm-variants/lock/${SHOP}.lock`), new RegExp(`^objects "${again}"$`, 'm'));
    }));

  it('rolls back to objects of a live cluster that are not kept only with those of now', () =>
    inCluster(async ({ setting: { fleet, run }, answer, counted }) => {
      for (const host of ['YQ==', 'Yg==']) {
        answer({ metadata: { name: 'eu' }, data: { host } });
        await counted.apply();
        fleet.commit({});
      }
      const refused = await run('rollback', 'eu-shop');
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), ['error version-underivable']);
      assertNames(refused, 'version-underivable', 'version 1 ', '`--context NAME`');
      assert.deepEqual(fleet.uncommitted(), []);
      const given = await run('rollback', 'eu-shop', '--context', 'edge');
      assert.equal(given.exitCode, 0, given.stderr);
      assert.deepEqual(found(given), [`warning objects-changed .krm-variants/lock/${SHOP}.lock`]);
      assertNames(given, 'objects-changed', 'version 1');
      assert.match(fleet.read(`.krm-variants/lock/${SHOP}.lock`), /^objects "live"$/m);
    }, 'Secret'));

  it('changes no lock when an object moves in its files, or gets the line ends of Windows', () =>
    inMemoryFleet(INJECTED, async (setting) => {
      await act(setting, 'apply');
      const moved = `${endpoints('other', 'other.example.com')}---\n${endpoints('eu', 'eu.example.com')}`;
      for (const text of [moved, moved.replaceAll('\n', '\r\n')]) {
        setting.fleet.write({ 'fleet/objects/eu.yaml': text, 'fleet/objects/other.yaml': '' });
        assert.equal(await act(setting, 'plan'), 'unchanged');
      }
    }));

  it('warns of a readiness gate that is not met, and holds the package with --require-ready', () =>
    inMemoryFleet({ ...INJECTED, 'fleet/objects/eu.yaml': endpoints('us', 'x') }, async ({ fleet, run }) => {
      const held = await run('apply', '--require-ready');
      assert.equal(held.exitCode, 1);
      assert.deepEqual(found(held), [`error readiness-gate-unmet ${SHOP}/Kptfile`]);
      assertNames(held, 'readiness-gate-unmet', '"config.injection.ConfigMap.endpoints"');
      assert.deepEqual(fleet.uncommitted(), []);
      const applied = await run('apply');
      assert.equal(applied.exitCode, 0);
      assert.deepEqual(found(applied), [
        'warning rule-unmatched',
        `warning readiness-gate-unmet ${SHOP}/Kptfile`,
        `warning rule-unmatched ${SHOP}/endpoints.yaml`,
      ]);
    }));

  it('derives from a repository elsewhere, and follows a tag that moves [E18]', () =>
    inUpstream(async ({ up }) => {
      up.commit({ 'packages/shop/Kptfile': kptfile('shop'), 'packages/shop/a.yaml': configMap('a') });
      up.git('tag', 'shop/v1');
      const files = {
        'all.yaml': [
          `apiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: blueprints}\nspec: {git: {repo: "file://${up.folder}", directory: packages}}\n`,
          repository('eu', 'clusters/eu'),
          packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/shop'),
        ].join('---\n'),
      };
      await inFleet(files, async (setting) => {
        const { fleet } = setting;
        assert.equal(await act(setting, 'apply'), 'create');
        const commit = up.git('rev-parse', 'HEAD');
        assert.match(fleet.read(`${SHOP}/Kptfile`), new RegExp(`ref: shop/v1\\n[^]*commit: ${commit}`));
        assert.equal(await act(setting, 'apply'), 'unchanged');
        fleet.write({ [`${SHOP}/a.yaml`]: `${configMap('a')}data: {mine: "1"}\n` });
        fleet.commit({});
        up.commit({ 'packages/shop/a.yaml': `# comment\n${configMap('a')}` });
        up.git('tag', '--force', 'shop/v1');
        assert.equal(await act(setting, 'apply'), 'update');
        assert.equal(fleet.read(`${SHOP}/a.yaml`), `# comment\n${configMap('a')}data: {mine: "1"}\n`);
      });
    }));

  it('takes the branch of a Repository for the revision -1, as Porch does, and the work tree for a folder', () =>
    inUpstream(async ({ up }) => {
      up.commit({ 'shop/Kptfile': kptfile('shop'), 'shop/a.yaml': configMap('a') });
      up.branch('stable', { 'shop/a.yaml': configMap('stable') });
      up.git('checkout', '--quiet', 'main');
      const files = {
        'packages/shop/Kptfile': kptfile('shop'),
        'packages/shop/a.yaml': configMap('own'),
        'all.yaml': [
          ...['main', 'stable'].map((branch) => repositoryAt(`file://${up.folder}`, branch)),
          repository('own', 'packages'),
          repository('eu', 'clusters/eu'),
          ...['main', 'stable', 'own'].map((name) => packageVariant(name, `${name}/shop@-1`, `eu/${name}`)),
        ].join('---\n'),
      };
      await inFleet(files, async (setting) => {
        await act(setting, 'apply');
        for (const [name, from] of Object.entries({ main: 'a', stable: 'stable', own: 'own' }))
          assert.equal(setting.fleet.read(`clusters/eu/${name}/a.yaml`), configMap(from));
        assert.equal(await act(setting, 'plan', '--check'), 'unchanged');
      });
    }));

  it('does not read through a symbolic link of a package in the work tree', () =>
    inFleet(
      {
        'packages/shop/Kptfile': kptfile('shop'),
        'variants.yaml': [
          repository('blueprints', 'packages'),
          repository('eu', 'clusters/eu'),
          packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
        ].join('---\n'),
        'secret.yaml': configMap('secret'),
      },
      async (setting) => {
        const { fleet, run } = setting;
        symlinkSync('../../secret.yaml', join(fleet.folder, 'packages/shop/link.yaml'));
        fleet.commit({});
        assert.deepEqual(found(await run('apply')), ['warning file-skipped packages/shop/link.yaml']);
        assert.deepEqual(readdirSync(join(fleet.folder, SHOP)), ['Kptfile', 'package-context.yaml']);
      },
    ));

  it('names the package and the version of a broken Kptfile, once for all variants', () =>
    inMemoryFleet(
      {
        'packages/shop/Kptfile': `${kptfile('shop')}bad: [\n`,
        'all.yaml': [
          repository('blueprints', 'packages'),
          repository('eu', 'clusters/eu'),
          ...['one', 'two'].map((name) => packageVariant(name, 'blueprints/shop@v1', `eu/${name}`)),
        ].join('---\n'),
      },
      async ({ run }) => {
        const planned = await run('plan');
        assert.deepEqual(found(planned), ['error invalid-yaml', 'error invalid-yaml']);
        for (const name of ['one', 'two'])
          assertNames(planned, 'invalid-yaml', `"${name}"`, '"packages/shop"', 'v1', 'Kptfile');
      },
    ));

  it('names Repository and URL of an upstream that cannot be reached, without its password', () =>
    inFleet(
      {
        'all.yaml': [
          repository('blueprints', 'packages').replace('repo: .', 'repo: "git://me:secret@127.0.0.1:1/x"'),
          repository('eu', 'clusters/eu'),
          packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/shop'),
        ].join('---\n'),
      },
      async ({ run }) => {
        const planned = await run('plan', '--fetch');
        assert.equal(planned.exitCode, 1);
        assert.deepEqual(found(planned), ['error git-failed']);
        const url = 'git://me@127.0.0.1:1/x';
        assertNames(planned, 'git-failed', '"blueprints"', ` ${url} `, `\`git ls-remote ${url}\``);
        assert.doesNotMatch(planned.stderr, /secret/);
      },
    ));

  it('names the folder of a variant whose Kptfile was deleted', () =>
    inMemoryFleet(
      {
        'packages/shop/Kptfile': kptfile('shop'),
        'all.yaml': [
          repository('blueprints', 'packages'),
          repository('eu', 'clusters/eu'),
          packageVariant('eu-shop', 'blueprints/shop', 'eu/shop'),
        ].join('---\n'),
        'packages/shop/web.yaml': web(1),
      },
      async (setting) => {
        await act(setting, 'apply');
        setting.fleet.remove(`${SHOP}/Kptfile`);
        setting.fleet.commit({});
        assert.deepEqual(found(await setting.run('plan')), [`error file-not-found ${SHOP}/Kptfile`]);
      },
    ));

  it('names the URL of the Repository that a variant names, of two with one folder', () => {
    const variants = ['blueprints', 'public'].map((from) => packageVariant(from, `${from}/shop@v1`, `eu/${from}`));
    const files = {
      'packages/shop/Kptfile': kptfile('shop'),
      'all.yaml': [
        repository('blueprints', 'packages'),
        repository('public', 'packages', '  annotations: {krm-variants.dev/url: "https://example.com/b.git"}\n'),
        repository('eu', 'clusters/eu'),
        ...variants,
      ].join('---\n'),
    };
    return inMemoryFleet(files, async (setting) => {
      await act(setting, 'apply');
      assert.doesNotMatch(setting.fleet.read('clusters/eu/blueprints/Kptfile'), /example\.com/);
      assert.match(setting.fleet.read('clusters/eu/public/Kptfile'), /repo: https:\/\/example\.com\/b\.git/);
    });
  });
  for (const [name, dates] of [
    ['the last commit, which is later than the upstream', ['2001-01-01', '2002-01-01']],
    ['the upstream, which is later than the last commit', ['2003-01-01', '2002-01-01']],
  ] as const)
    it(`commits with the date of ${name}`, () =>
      inUpstream(async ({ up }) => {
        const [upstream, own] = dates.map((date) => `${date}T00:00:00Z`);
        const commitAt = (changed: GitRepository, date = ''): void => {
          const amend = ['git', 'commit', '--quiet', '--amend', '--no-edit', `--date=${date}`];
          assert.equal(changed.run('env', `GIT_COMMITTER_DATE=${date}`, ...amend).exitCode, 0);
        };
        up.commit({ 'packages/shop/Kptfile': kptfile('shop') });
        commitAt(up, upstream);
        up.git('tag', 'shop/v1');
        const files = {
          'all.yaml': [
            `apiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: blueprints}\nspec: {git: {repo: "file://${up.folder}", directory: packages}}\n`,
            repository('eu', 'clusters/eu'),
            packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/shop'),
          ].join('---\n'),
        };
        await inFleet(files, async (setting) => {
          const { fleet } = setting;
          commitAt(fleet, own);
          for (const key of ['name', 'email']) fleet.git('config', `user.${key}`, 'a');
          await act(setting, 'apply', '--commit');
          const shown = fleet.git('log', '-1', '--format=%as %cs');
          const later = dates.toSorted().at(-1) ?? '';
          assert.equal(shown, `${later} ${later}`);
        });
      }));

  it('warns of an upstream with changes that are not committed', () =>
    inMemoryFleet(INJECTED, async ({ fleet, run }) => {
      fleet.write({ 'packages/shop/new.yaml': configMap('new') });
      const planned = await run('plan');
      assert.equal(planned.exitCode, 0);
      assert.deepEqual(found(planned), ['warning changes-uncommitted']);
      assertNames(planned, 'changes-uncommitted', '"packages/shop"');
    }));

  it('warns once of what several variants share', () =>
    inMemoryFleet(
      { ...INJECTED, 'fleet/b.yaml': packageVariant('b', 'blueprints/shop', 'eu/b') },
      async ({ fleet, run }) => {
        fleet.write({ 'packages/shop/new.yaml': configMap('new') });
        const planned = await run('plan');
        assert.equal(planned.exitCode, 0);
        const [first, second] = withCode(planned, 'changes-uncommitted').map(({ message }) => message);
        assert.ok(first !== undefined && first === second, planned.stderr);
        const lines = planned.stderr.split('\n').filter((line) => line.includes('"packages/shop"'));
        assert.equal(lines.length, 1, planned.stderr);
        assert.match(lines[0] ?? '', /; 2 variants have this message$/);
        assert.equal((await run('apply', '--strict')).exitCode, 1);
        assert.deepEqual(
          fleet.uncommitted().filter((path) => path.startsWith('clusters/')),
          [],
        );
      },
    ));

  it('warns of a package in a blueprint of the work tree that only names its upstream', () =>
    inMemoryFleet(
      {
        ...INJECTED,
        'packages/shop/db/Kptfile': `${kptfile('db')}upstream:\n  type: git\n  git: {repo: https://example.com/a, directory: /db, ref: v1}\n`,
      },
      async ({ run }) => {
        const planned = await run('plan');
        assert.equal(planned.exitCode, 0, planned.stderr);
        assert.deepEqual(found(planned), ['warning package-unfetched packages/shop/db/Kptfile']);
      },
    ));

  const published = (name: string, workspace: string): string =>
    `Approving\n\nkpt:{"package":"${name}","workspaceName":"${workspace}","revision":"1"}\n`;
  const workspaces: readonly (readonly [name: string, message: string, isFound: boolean])[] = [
    ['finds', published('packages/shop', 'ws-1'), true],
    ['finds, by the package in its Repository,', published('shop', 'ws-1'), true],
    ['does not find, of another package,', published('packages/other', 'ws-1'), false],
    ['does not find, of another name,', published('packages/shop', 'ws-2'), false],
  ];
  for (const [name, message, isFound] of workspaces)
    it(`${name} a workspace that Porch has published: ${JSON.stringify(message)}`, () =>
      inMemoryFleet(INJECTED, async ({ fleet, run }) => {
        fleet.commit({ 'notes.txt': '1\n' }, message);
        fleet.tag('packages/shop/v1');
        const text = fleet.read('fleet/variants.yaml');
        fleet.commit({ 'fleet/variants.yaml': text.replace('package: shop}', 'package: shop, workspaceName: ws-1}') });
        const planned = await run('plan');
        assert.deepEqual(actions(planned), { [SHOP]: isFound ? 'create' : 'error' });
        assert.equal(planned.variants[0]?.to?.split(' ')[0], isFound ? 'ws-1' : undefined);
        assert.deepEqual(found(planned), isFound ? [] : ['error revision-not-found']);
        fleet.tag('packages/shop/v2');
        fleet.commit({ 'notes.txt': '2\n' }, message);
        fleet.tag('packages/shop/v3');
        const two = await run('plan');
        assert.deepEqual(found(two), [isFound ? 'warning ambiguous-name' : 'error revision-not-found']);
        if (isFound) assertNames(two, 'ambiguous-name', '"ws-1"', ' v1 ', ' v3,');
      }));

  it('reads no PackageVariant of a blueprint', () =>
    inMemoryFleet(
      { ...INJECTED, 'packages/shop/evil.yaml': packageVariant('evil', 'blueprints/shop', 'eu/evil') },
      async (setting) => {
        await act(setting, 'apply', join(setting.fleet.folder, 'fleet'));
        const made = setting.fleet.uncommitted().filter((path) => path.startsWith('clusters/'));
        assert.ok(
          made.every((path) => path.startsWith(`${SHOP}/`)),
          made.join('\n'),
        );
        assert.match(setting.fleet.read(`${SHOP}/evil.yaml`), /name: evil/);
      },
    ));

  it('changes no lock for a new version of the program that derives the same, and derives once', () =>
    inFleet(INJECTED, async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      const lock = join(fleet.folder, `.krm-variants/lock/${SHOP}.lock`);
      const text = readFileSync(lock, 'utf8');
      const older = readLock(text);
      assert.ok(older.kind === 'valid');
      writeFileSync(lock, lockText({ ...older.lock, program: '0.0.1' }));
      fleet.commit({});
      const counted = await countDerivations();
      const asked = fleetArguments('apply', ['-C', fleet.folder]);
      const run = async (): Promise<string> =>
        onlyAction(await runFleet({ functions: counted.functions, version: '1.2.3' }, { ...asked, patience: 0 }));
      assert.equal(await run(), 'unchanged');
      assert.equal(await run(), 'unchanged');
      assert.equal(counted.calls(), 1);
      assert.deepEqual(fleet.uncommitted(), []);
      fleet.commit({ 'fleet/objects/eu.yaml': endpoints('eu', 'new.example.com') });
      assert.equal(await run(), 'update');
      assert.match(readFileSync(lock, 'utf8'), /^program "1\.2\.3"$/m);
    }));

  it('fetches the base that a partial clone left out only with --fetch', () =>
    inFleet(INJECTED, async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      fleet.commit({});
      const base = fleet.git('rev-parse', `HEAD:${SHOP}/endpoints.yaml`).slice(0, 12);
      fleet.commit({ [`${SHOP}/endpoints.yaml`]: `${fleet.read(`${SHOP}/endpoints.yaml`)}# mine\n` });
      const served = join(fleet.folder, '../served');
      fleet.git('clone', '--quiet', '--bare', fleet.folder, join(served, 'fleet.git'));
      const bare = new GitRepository(join(served, 'fleet.git'), '');
      for (const name of ['allowFilter', 'allowAnySHA1InWant']) bare.git('config', `uploadpack.${name}`, 'true');
      const server = await GitServer.start(served);
      try {
        const clone = new GitRepository(`${fleet.folder}-clone`, '');
        fleet.git('clone', '--quiet', '--filter=blob:none', `${server.url}/fleet.git`, clone.folder);
        // With another object, the base cannot be derived again.
        clone.commit({ 'fleet/objects/eu.yaml': endpoints('eu', 'new.example.com') });
        const place = join(clone.folder, 'fleet');
        const failed = await run('apply', place);
        assert.equal(failed.exitCode, 1, failed.stderr);
        assert.deepEqual(found(failed), [`error version-missing ${SHOP}/endpoints.yaml`]);
        assertNames(failed, 'version-missing', '`--fetch`', base);
        assert.equal(await act(setting, 'apply', place, '--fetch'), 'update');
        assert.match(clone.read(`${SHOP}/endpoints.yaml`), /host: new\.example\.com\n# mine\n$/);
      } finally {
        await server.stop();
      }
    }));
});
