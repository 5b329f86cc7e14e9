import assert from 'node:assert/strict';
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetOutcome } from '../../../cli/fleet/show/fleet-outcome.ts';
import { actions, assertNames, factsOf, failsWith, found, onlyAction, versions } from '../../support/facts.ts';
import { inFleet, packageVariant, repository, web, type GitFleet } from '../../support/fleet.ts';
import { GitRepository } from '../../support/git-repository.ts';
import { needTools } from '../../support/kpt.ts';
import { inFolder, kptfile, type Files } from '../run-support.ts';
import { VariantWriter } from '../../../cli/fleet/store/write-variant.ts';
import { writeVariant } from '../../../src/fleet/plan/fleet-run.ts';

const SHOP = 'clusters/eu/shop';
const WEB = `${SHOP}/web.yaml`;
const LOCK = `.krm-variants/lock/${SHOP}.lock`;
const BASE = `.krm-variants/base/${WEB}.base`;

const REPOSITORIES = [repository('blueprints', 'packages'), repository('eu', 'clusters/eu')].join('---\n');

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'packages/shop/notes.md': 'hello\n',
  'variants/all.yaml': `${REPOSITORIES}---\n${packageVariant('eu-shop', 'blueprints/shop', 'eu/shop')}`,
};

function variantSet(name: string): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata:
  name: ${name}
spec:
  upstream: {repo: blueprints, package: shop, revision: main}
  targets:
    - repositories: [{name: eu, packageNames: [shop]}]
`;
}

function inShop<T>(test: (setting: GitFleet) => T | Promise<T>, files: Files = {}): Promise<T> {
  return inFleet({ ...FLEET, ...files }, test);
}

/** Runs `fleet`, which must succeed, and returns the action that all variants have. */
async function act(
  { run }: Pick<GitFleet, 'run'>,
  action: 'plan' | 'apply',
  ...args: readonly string[]
): Promise<string> {
  const outcome = await run(action, ...args);
  assert.equal(outcome.exitCode, 0, outcome.stderr);
  return onlyAction(outcome);
}

function commitAll(fleet: GitRepository): void {
  fleet.commit({});
}

function cloneOf(fleet: GitRepository, ...options: readonly string[]): GitRepository {
  const folder = `${fleet.folder}-clone`;
  fleet.git('clone', '--quiet', ...options, `file://${fleet.folder}`, folder);
  return new GitRepository(folder, join(fleet.folder, '../bin'));
}

describe('fleet in git', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('keeps an edit that was made before the first commit', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(5, 'web:2'));
      assert.equal(await act(setting, 'apply'), 'unchanged');
    }));

  it('keeps such an edit in a clone, where the base is derived again', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      const clone = cloneOf(fleet);
      assert.equal(await act(setting, 'apply', clone.folder), 'update');
      assert.equal(clone.read(WEB), web(5, 'web:2'));
    }));

  it('keeps the base of an edit that no commit has, for clones that cannot derive it', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      fleet.write({ [WEB]: web(5) });
      assert.equal(await act(setting, 'apply'), 'unchanged');
      assert.equal(fleet.read(BASE), web(1));
      commitAll(fleet);
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      const clone = cloneOf(fleet, '--depth=1');
      assert.equal(await act(setting, 'apply', clone.folder), 'update');
      assert.equal(clone.read(WEB), web(5, 'web:2'));
    }));

  it('keeps the same bases in a call for one variant as in a call for all', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      const us = [repository('us', 'clusters/us'), packageVariant('us-shop', 'blueprints/shop', 'us/shop')];
      fleet.write({ 'variants/us.yaml': us.join('---\n') });
      await act(setting, 'apply');
      // The other variant has this text: a call for one does not read its history.
      fleet.commit({ [WEB]: web(5) });
      for (const args of [[], ['--variant', 'eu/shop']]) {
        await act(setting, 'apply', ...args);
        assert.equal(fleet.read(BASE), web(1), args.join(' '));
      }
    }));

  it('refuses to merge without a base, and names the ways to get it', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      const base = fleet.git('hash-object', WEB).slice(0, 12);
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      const clone = cloneOf(fleet, '--depth=1');
      const refused = await run('apply', clone.folder);
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), [`error version-missing ${WEB}`]);
      assertNames(refused, 'version-missing', base, 'git fetch --unshallow');
      assert.equal(clone.git('status', '--porcelain'), '');
      clone.git('fetch', '--quiet', '--unshallow');
      assert.equal(await act(setting, 'apply', clone.folder), 'update');
      assert.equal(clone.read(WEB), web(5, 'web:2'));
    }));

  it('keeps an edit that was squashed into the commit of its apply', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.commit({ [WEB]: web(5) });
      fleet.git('reset', '--quiet', '--soft', 'HEAD~2');
      commitAll(fleet);
      fleet.git('reflog', 'expire', '--expire=now', '--all');
      fleet.git('gc', '--quiet', '--prune=now');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(5, 'web:2'));
      assert.equal(fleet.read(BASE), web(1, 'web:2'));
    }));

  it('keeps an edit that the commit of an apply was rebased over', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.git('checkout', '--quiet', '-b', 'robot');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.git('checkout', '--quiet', 'main');
      fleet.commit({ [WEB]: web(5) });
      fleet.git('rebase', '--quiet', 'main', 'robot');
      assert.equal(fleet.read(WEB), web(5, 'web:2'));
      await act(setting, 'apply');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:3') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(5, 'web:3'));
    }));

  it('makes git report a conflict where two branches have applied', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.git('checkout', '--quiet', '-b', 'other');
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.git('checkout', '--quiet', 'main');
      fleet.commit({ 'packages/shop/notes.md': 'bye\n' });
      await act(setting, 'apply');
      commitAll(fleet);
      const merge = fleet.run('git', 'merge', '--quiet', 'other');
      assert.equal(merge.exitCode, 1);
      assert.equal(fleet.git('diff', '--name-only', '--diff-filter=U'), LOCK);
      // Whatever is done with the markers: no text of either branch counts as an edit.
      fleet.git('add', '--all');
      fleet.git('commit', '--quiet', '--message', 'merge');
      assert.match(fleet.read(LOCK), /^<<<<<<</);
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.git('status', '--porcelain').trim(), `M ${LOCK}`);
      fleet.commit({ 'packages/shop/web.yaml': web(3) });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.deepEqual([fleet.read(WEB), fleet.read(`${SHOP}/notes.md`)], [web(3), 'bye\n']);
      assert.equal((await run('plan', '--check')).exitCode, 0);
    }));

  it('refuses a damaged lock over an edited file', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.commit({
        [WEB]: web(5),
        [LOCK]: fleet
          .read(LOCK)
          .replace('"eu-shop"', '"x"')
          .replace(/sha256:./, 'sha256:x'),
      });
      const refused = await run('apply');
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), [`error lock-damaged ${WEB}`]);
      assertNames(refused, 'lock-damaged', LOCK, 'git restore --source=COMMIT -- .krm-variants');
      assert.equal(fleet.read(WEB), web(5));
    }));

  it('proposes an apply again that was reverted [E16]', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.git('revert', '--no-edit', 'HEAD');
      assert.equal(fleet.read(WEB), web(1));
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(1, 'web:2'));
    }));

  for (const [name, discard] of [
    ['restored before the commit', (fleet: GitRepository) => fleet.git('restore', '--', SHOP)],
    [
      'left out of the commit',
      (fleet: GitRepository) => {
        fleet.git('add', '.krm-variants');
        fleet.git('commit', '--quiet', '--message', 'half');
        fleet.git('restore', '--', SHOP);
      },
    ],
    [
      'restored in a later commit',
      (fleet: GitRepository) => {
        commitAll(fleet);
        fleet.git('checkout', '--quiet', 'HEAD~1', '--', SHOP);
        commitAll(fleet);
      },
    ],
  ] as const)
    it(`refuses a folder that was ${name}, without its lock`, () =>
      inShop(async (setting) => {
        const { fleet, run } = setting;
        await act(setting, 'apply');
        commitAll(fleet);
        fleet.commit({ [WEB]: web(5) });
        fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
        await act(setting, 'apply');
        discard(fleet);
        assert.equal(fleet.read(WEB), web(5));
        fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:3') });
        const refused = await run('apply');
        assert.equal(refused.exitCode, 1);
        assert.deepEqual(found(refused), [`error lock-mismatch ${WEB}`]);
        assertNames(refused, 'lock-mismatch', 'git restore', LOCK);
        assert.equal(fleet.read(WEB), web(5));
      }));

  it('says once for a variant that its folder has the text of another apply', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.md`);
      const notes = (text: string): Files =>
        Object.fromEntries(names.map((name) => [`packages/shop/${name}`, `${text}\n`]));
      fleet.commit(notes('one'));
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.commit(notes('two'));
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.git('checkout', '--quiet', 'HEAD~1', '--', SHOP);
      fleet.commit(notes('three'));
      const refused = await run('plan');
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), [`error lock-mismatch ${SHOP}`]);
      assertNames(
        refused,
        'lock-mismatch',
        '5 files (a.md, b.md, c.md and 2 more)',
        `remove ${LOCK}`,
        `\`krm-variants fleet adopt ${SHOP}\``,
      );
      const [command, source = ''] = /`git restore --source=([\da-f]{12}) -- \S+`/.exec(refused.stderr) ?? [];
      assert.equal(command, `\`git restore --source=${source} -- ${LOCK}\``);
      fleet.git('restore', `--source=${source}`, '--', LOCK);
      assert.equal((await run('plan')).exitCode, 0);
    }));

  it('takes over a folder whose lock was discarded, if it is as derived', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      await act(setting, 'apply');
      fleet.git('restore', '--', '.krm-variants');
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(5, 'web:2'));
    }));

  it('updates a file that a conflict left as it was', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.commit({ [WEB]: web(5) });
      for (const [replicas, image] of [
        [2, 'web:1'],
        [2, 'web:2'],
      ] as const) {
        fleet.commit({ 'packages/shop/web.yaml': web(replicas, image) });
        assert.equal(await act(setting, 'apply', '--on-conflict', 'local'), 'update');
        assert.equal(fleet.read(WEB), web(5, image));
        commitAll(fleet);
      }
    }));

  it('makes a file again that was left out of a commit, with a warning', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.commit({ 'packages/shop/new.yaml': web(1).replace('name: web\nspec', 'name: new\nspec') });
      await act(setting, 'apply');
      fleet.git('commit', '--quiet', '--all', '--message', 'without the new file');
      const clone = cloneOf(fleet);
      const applied = await run('apply', clone.folder);
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.deepEqual(found(applied), [`warning file-missing ${SHOP}/new.yaml`]);
      assert.equal(existsSync(join(clone.folder, SHOP, 'new.yaml')), true);
    }));

  it('leaves a file deleted that somebody deleted', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.remove(`${SHOP}/notes.md`);
      commitAll(fleet);
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.has(`${SHOP}/notes.md`), false);
    }));

  for (const [name, options] of [
    ['a shallow clone', ['--depth=1']],
    ['a partial clone', ['--filter=blob:none', '--no-checkout']],
    ['a fresh clone', []],
  ] as const)
    it(`changes nothing in ${name}`, () =>
      inShop(async (setting) => {
        const { fleet } = setting;
        fleet.git('config', 'uploadpack.allowFilter', 'true');
        await act(setting, 'apply');
        commitAll(fleet);
        fleet.commit({ [WEB]: web(5) });
        const clone = cloneOf(fleet, ...options);
        clone.git('checkout', '--quiet', 'main');
        assert.equal(await act(setting, 'plan', clone.folder), 'unchanged');
        assert.equal(await act(setting, 'apply', clone.folder), 'unchanged');
      }));

  it('does not take a folder whose lock is not checked out for one to adopt', () =>
    inFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.commit({});
      fleet.git('sparse-checkout', 'set', '--no-cone', '/*', '!/.krm-variants/lock/');
      for (const action of ['plan', 'status'] as const) {
        const refused = await run(action);
        assert.equal(refused.exitCode, 1);
        assert.deepEqual(found(refused), [`error file-not-checked-out ${LOCK}`]);
        assertNames(refused, 'file-not-checked-out', '`git sparse-checkout add .krm-variants .krm-variants/lock`');
        assert.doesNotMatch(refused.stderr, /adopt/);
      }
      const refused = await run('adopt', SHOP);
      assert.deepEqual(found(refused), [`error file-not-checked-out ${LOCK}`]);
      assert.doesNotMatch(refused.stderr, /fleet adopt/);
      fleet.git('sparse-checkout', 'add', '.krm-variants', '.krm-variants/lock');
      assert.equal((await run('plan', '--check')).exitCode, 0);
    }));

  it('does not take a sparse checkout for a deletion', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      const clone = cloneOf(fleet);
      clone.git('sparse-checkout', 'set', 'variants', 'packages', '.krm-variants');
      assert.equal(await act(setting, 'apply', clone.folder), 'unchanged');
      clone.commit({ 'packages/shop/web.yaml': web(2) });
      const refused = await run('apply', clone.folder);
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(
        found(refused),
        ['Kptfile', 'notes.md', 'package-context.yaml'].map((file) => `error file-not-checked-out ${SHOP}/${file}`),
      );
      assertNames(refused, 'file-not-checked-out', `\`git sparse-checkout add ${SHOP}\``);
      clone.git('sparse-checkout', 'add', SHOP);
      assert.equal(await act(setting, 'apply', clone.folder), 'update');
    }));

  const crlf: readonly (readonly [by: string, files: Files, options: readonly string[]])[] = [
    ['attributes', { '.gitattributes': '* text=auto eol=crlf\n' }, []],
    ['core.autocrlf', {}, ['--config', 'core.autocrlf=true']],
  ];
  for (const [by, files, options] of crlf)
    it(`does not take the line ends of Windows for edits, and keeps them, by ${by}`, () =>
      inShop(async (setting) => {
        const { fleet } = setting;
        await act(setting, 'apply');
        commitAll(fleet);
        const clone = cloneOf(fleet, ...options);
        assert.match(clone.read(WEB), /\r\n/);
        assert.equal(await act(setting, 'apply', clone.folder), 'unchanged');
        const windows = (text: string): string => text.replaceAll('\n', '\r\n');
        clone.commit({ [WEB]: windows(web(5)) });
        clone.commit({ 'packages/shop/web.yaml': windows(web(1, 'web:2')) });
        assert.equal(await act(setting, 'apply', clone.folder), 'update');
        assert.equal(clone.read(WEB), windows(web(5, 'web:2')));
        commitAll(clone);
        assert.equal(await act(setting, 'apply', clone.folder), 'unchanged');
      }, files));

  it('does not take the line ends of Windows in a package of --with for a change', () =>
    inShop(
      async (setting) => {
        const { fleet } = setting;
        await act(setting, 'apply');
        commitAll(fleet);
        const clone = cloneOf(fleet, '--config', 'core.autocrlf=true');
        assert.match(clone.read('packages/shop/web.yaml'), /\r\n/);
        const { stderr } = await setting.run('plan', clone.folder, '--with', join(clone.folder, 'packages/shop'));
        assert.match(stderr, /^1 unchanged: no file would change$/m);
      },
      { 'variants/all.yaml': `${REPOSITORIES}---\n${packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/shop')}` },
    ));

  it('keeps the mode that somebody gave a file, and brings that of the upstream', () =>
    inShop(
      async (setting) => {
        const { fleet } = setting;
        const mode = (path: string): boolean => (statSync(join(fleet.folder, path)).mode & 0o100) !== 0;
        await act(setting, 'apply');
        commitAll(fleet);
        chmodSync(join(fleet.folder, SHOP, 'a.sh'), 0o755);
        commitAll(fleet);
        assert.equal(await act(setting, 'apply'), 'unchanged');
        chmodSync(join(fleet.folder, 'packages/shop/b.sh'), 0o755);
        commitAll(fleet);
        assert.equal(await act(setting, 'apply'), 'update');
        assert.deepEqual([mode(`${SHOP}/a.sh`), mode(`${SHOP}/b.sh`)], [true, true]);
        assert.equal(await act(setting, 'apply'), 'unchanged');
      },
      { 'packages/shop/a.sh': 'a\n', 'packages/shop/b.sh': 'b\n' },
    ));

  it('keeps the mode that git has of a file, where the disk has no modes', () =>
    inShop(
      async (setting) => {
        const { fleet } = setting;
        const script = `${SHOP}/a.sh`;
        chmodSync(join(fleet.folder, 'packages/shop/a.sh'), 0o755);
        commitAll(fleet);
        await act(setting, 'apply');
        commitAll(fleet);
        fleet.git('config', 'core.fileMode', 'false');
        for (const path of [script, 'packages/shop/a.sh']) chmodSync(join(fleet.folder, path), 0o644);
        assert.equal(await act(setting, 'apply'), 'unchanged');
        const copy = cloneOf(fleet, '--config', 'core.fileMode=false');
        chmodSync(join(copy.folder, 'packages/shop/a.sh'), 0o644);
        const { stderr } = await setting.run('plan', '--with', `${copy.folder}/packages/shop=packages/shop`);
        assert.match(stderr, /^1 unchanged: /m);
        fleet.commit({ [script]: 'edited\n', 'packages/shop/web.yaml': web(2) });
        assert.equal(await act(setting, 'apply'), 'update');
        commitAll(fleet);
        assert.match(fleet.git('ls-files', '--stage', script), /^100755 /);
      },
      { 'packages/shop/a.sh': 'a\n' },
    ));

  it('commits the mode of a new file, and only what it wrote, where the disk has no modes', () =>
    inShop(
      async (setting) => {
        const { fleet } = setting;
        fleet.git('update-index', '--chmod=+x', 'packages/shop/a.sh');
        fleet.git('commit', '-qm', 'mode');
        fleet.git('config', 'core.fileMode', 'false');
        writeFileSync(join(fleet.folder, 'own.txt'), 'staged by somebody\n');
        fleet.git('add', 'own.txt');
        await setting.run('apply', '--commit');
        assert.match(fleet.git('ls-tree', 'HEAD', `${SHOP}/a.sh`), /^100755 /);
        assert.match(fleet.git('ls-tree', 'HEAD', `${SHOP}/b.sh`), /^100644 /);
        assert.equal(fleet.git('status', '--porcelain'), 'A  own.txt');
      },
      { 'packages/shop/a.sh': 'a\n', 'packages/shop/b.sh': 'b\n' },
    ));

  it('keeps the folder and the lock of a PackageVariant that is renamed', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({ 'variants/all.yaml': String(FLEET['variants/all.yaml']).replace('eu-shop', 'other') });
      await act(setting, 'apply');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(5, 'web:2'));
    }));

  it('keeps the folder of a PackageVariantSet that is renamed', () =>
    inFleet({ ...FLEET, 'variants/all.yaml': `${REPOSITORIES}---\n${variantSet('shop')}` }, async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      fleet.commit({ [WEB]: web(5) });
      fleet.commit({ 'variants/all.yaml': `${REPOSITORIES}---\n${variantSet('store')}` });
      await act(setting, 'apply');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(5, 'web:2'));
    }));

  it('reports a deleted folder as a conflict: new makes it again, local leaves it', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.remove(SHOP);
      commitAll(fleet);
      const refused = await run('apply');
      assert.deepEqual([refused.exitCode, actions(refused)], [3, { [SHOP]: 'conflict' }]);
      assert.deepEqual(found(refused), [`error conflict-delete-change ${SHOP}`]);
      const holding = `\`krm-variants fleet hold ${SHOP} --reason `;
      for (const way of [`\`--take '${SHOP}=local'\``, '`=new`', holding])
        assert.ok(refused.stderr.includes(way), refused.stderr);
      assert.doesNotMatch(refused.stderr, /fleet resolve/);
      assert.equal(await act(setting, 'apply', '--on-conflict', 'local'), 'unchanged');
      assert.equal(fleet.has(SHOP), false);
      const kept = await run('apply', '--take', `${SHOP}=local`);
      assert.deepEqual([found(kept), factsOf(kept, 'deletion-kept')], [[], [`info deletion-kept ${SHOP}`]]);
      assert.ok(kept.stderr.includes(holding), kept.stderr);
      assert.equal((await run('apply', '--take', `${SHOP}=local`, '--strict')).exitCode, 0);
      assert.deepEqual(factsOf(await run('apply'), 'deletion-kept'), []);
      const planned = await run('plan', '--check');
      const next = planned.stderr.match(/^next: .*$/gm);
      assert.deepEqual(next, [
        `next: krm-variants fleet hold ${SHOP} --reason 'people deleted the folder' -C ${fleet.folder}`,
      ]);
      assert.equal(await act(setting, 'apply', '--on-conflict', 'new'), 'update');
      assert.equal(fleet.read(WEB), web(1));
    }));

  it('takes over a folder without a lock that is as derived', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.remove('.krm-variants');
      commitAll(fleet);
      assert.equal(await act(setting, 'apply'), 'create');
      assert.equal(fleet.git('status', '--porcelain', '--untracked-files=all'), `?? ${LOCK}`);
    }));

  for (const [name, text] of [
    ['that exists', kptfile('shop')],
    ['that kpt fetched', `${kptfile('shop')}upstreamLock: {}\n`],
  ] as const)
    it(`refuses a folder ${name}`, () =>
      inShop(
        async ({ fleet, run }) => {
          const refused = await run('apply');
          assert.equal(refused.exitCode, 1);
          assert.deepEqual(found(refused), [`error folder-foreign ${SHOP}`]);
          const adopt = `\`krm-variants fleet adopt ${SHOP}\``;
          assertNames(refused, 'folder-foreign', '"eu-shop"', 'adoptionPolicy: adoptNone', adopt);
          assert.deepEqual(fleet.uncommitted(), []);
        },
        { [`${SHOP}/Kptfile`]: text },
      ));

  it('refuses a folder whose upstream another tool changed', () =>
    inShop(async ({ fleet, run }) => {
      await run('apply');
      commitAll(fleet);
      fleet.commit({ [`${SHOP}/Kptfile`]: `${fleet.read(`${SHOP}/Kptfile`)}upstreamLock: {type: git}\n` });
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      const refused = await run('apply');
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), [`error identity-changed ${SHOP}/Kptfile upstreamLock`]);
      assertNames(refused, 'identity-changed', '`kpt pkg update`', `\`krm-variants fleet adopt ${SHOP}\``);
    }));

  it('warns of a derived file that git ignores', () =>
    inShop(
      async ({ fleet, run }) => {
        const warns = (outcome: FleetOutcome): void => {
          assert.deepEqual(found(outcome), [`warning file-ignored ${SHOP}/notes.md`]);
          assertNames(outcome, 'file-ignored', `\`git add -f ${SHOP}/notes.md\``);
        };
        warns(await run('apply'));
        commitAll(fleet);
        fleet.commit({ 'packages/shop/web.yaml': web(2) });
        warns(await run('apply'));
        assert.equal(fleet.read(`${SHOP}/notes.md`), 'hello\n');
      },
      { '.gitignore': '/clusters/**/*.md\n' },
    ));

  it('never keeps a Secret in bases or in git', () =>
    inShop(
      async (setting) => {
        const { fleet } = setting;
        const secret = `${SHOP}/secret.yaml`;
        await act(setting, 'apply');
        const id = fleet.git('hash-object', secret);
        const path = join(fleet.folder, '.git/objects', id.slice(0, 2), id.slice(2));
        assert.equal(existsSync(path), true, 'the blueprint has it');
        fleet.write({
          'packages/shop/secret.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: secret2}\n',
        });
        await act(setting, 'apply');
        fleet.write({
          [secret]: 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: ENC}\nsops: {mac: x}\n',
        });
        await act(setting, 'apply');
        assert.equal(fleet.has(`.krm-variants/base/${secret}.base`), false);
        const blobs = fleet.git('cat-file', '--batch-check', '--batch-all-objects');
        const texts = blobs.split('\n').map((line) => fleet.git('cat-file', '-p', line.split(' ')[0] ?? ''));
        assert.equal(
          texts.some((text) => text.includes('secret2')),
          false,
        );
        fleet.write({ 'packages/shop/web.yaml': web(7) });
        fleet.commit({});
        assert.equal(await act(setting, 'apply'), 'update');
        assert.match(fleet.read(secret), /ENC/);
      },
      { 'packages/shop/secret.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {a: secret1}\n' },
    ));

  it('derives from a tag, and names it in the Kptfile if the repository has a URL', () =>
    inFleet(
      {
        ...FLEET,
        'variants/all.yaml': [
          repository('blueprints', 'packages', '  annotations: {krm-variants.dev/url: "https://example.com/fleet"}\n'),
          repository('eu', 'clusters/eu'),
          packageVariant('eu-shop', 'blueprints/shop@v1', 'eu/shop'),
        ].join('---\n'),
      },
      async (setting) => {
        const { fleet } = setting;
        fleet.commit({ 'packages/shop/web.yaml': web(9) });
        assert.equal(await act(setting, 'apply'), 'create');
        assert.equal(fleet.read(WEB), web(1));
        const commit = fleet.commitOf('v1');
        assert.match(
          fleet.read(`${SHOP}/Kptfile`),
          new RegExp(`upstreamLock:[^]*repo: https://example.com/fleet\\n[^]*ref: v1\\n *commit: ${commit}`),
        );
        fleet.tag('packages/shop/v2');
        commitAll(fleet);
        fleet.commit({ 'variants/all.yaml': fleet.read('variants/all.yaml').replace('revision: v1', 'revision: v2') });
        const planned = await setting.run('plan');
        assert.deepEqual(
          [actions(planned), versions(planned)],
          [{ [SHOP]: 'update' }, { [SHOP]: ['v1 (ID)', 'v2 (ID)'] }],
        );
        await act(setting, 'apply');
        assert.equal(fleet.read(WEB), web(9));
        // The tag moves to a commit with the same files: nothing to do.
        fleet.commit({ 'other.txt': '' });
        fleet.tag('packages/shop/v2', { moves: true });
        assert.equal(await act(setting, 'apply'), 'unchanged');
        fleet.commit({ 'packages/shop/web.yaml': web(10) });
        fleet.tag('packages/shop/v2', { moves: true });
        assert.equal(await act(setting, 'apply'), 'update');
        assert.equal(fleet.read(WEB), web(10));
      },
    ));

  it('commits what it wrote, also what git ignores, and nothing else', () =>
    inShop(
      async (setting) => {
        const { fleet } = setting;
        fleet.write({ 'other.txt': 'x\n' });
        fleet.git('add', 'other.txt');
        fleet.git('config', 'user.name', 'a');
        fleet.git('config', 'user.email', 'a@example.com');
        fleet.write({ '.git/hooks/pre-commit': '#!/bin/sh\nexit 1\n' });
        chmodSync(join(fleet.folder, '.git/hooks/pre-commit'), 0o755);
        assert.equal(await act(setting, 'apply', '--commit'), 'create');
        const names = fleet.git('show', '--name-only', '--format=', 'HEAD').split('\n');
        assert.deepEqual(names, [LOCK, `${SHOP}/Kptfile`, `${SHOP}/notes.md`, `${SHOP}/package-context.yaml`, WEB]);
        assert.equal(fleet.git('status', '--porcelain'), 'A  other.txt');
        const [author, committer, before] = fleet.git('log', '-2', '--format=%at %ct').split(/\s/);
        assert.deepEqual([author, committer], [before, before]);
      },
      { '.gitignore': '/clusters/**/*.md\n' },
    ));

  it('does not commit changes of people as its own', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.write({ [WEB]: web(5), 'packages/shop/web.yaml': web(1, 'web:2') });
      const refused = await run('apply', '--commit');
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), [`error changes-uncommitted ${WEB}`]);
      assert.equal(fleet.read(WEB), web(5));
    }));

  it('refuses a folder in a git repository of its own', () =>
    inShop(async ({ fleet, run }) => {
      fleet.git('init', '--quiet', 'clusters/eu');
      const refused = await run('apply');
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), ['error wrong-file-type clusters/eu']);
    }));

  it('does not take the filter of a file for an edit', () =>
    inShop(
      async (setting) => {
        const { fleet } = setting;
        fleet.git('config', 'filter.caps.clean', 'tr a-z A-Z');
        fleet.git('config', 'filter.caps.smudge', 'tr A-Z a-z');
        await act(setting, 'apply');
        commitAll(fleet);
        assert.equal(fleet.git('show', `:${SHOP}/notes.md`), 'HELLO');
        assert.equal(await act(setting, 'apply'), 'unchanged');
        fleet.commit({ 'packages/shop/notes.md': 'bye\n', 'packages/shop/web.yaml': web(2) });
        assert.equal(await act(setting, 'apply'), 'update');
        assert.equal(fleet.read(`${SHOP}/notes.md`), 'bye\n');
      },
      { '.gitattributes': '/clusters/**/notes.md filter=caps\n' },
    ));

  it('works before the first commit', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      fleet.git('update-ref', '-d', 'HEAD');
      assert.equal(await act(setting, 'apply'), 'create');
      fleet.write({ [WEB]: web(5), 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.read(WEB), web(5, 'web:2'));
    }));

  it('works in a repository of SHA-256, and in a linked work tree', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      const folder = `${fleet.folder}-sha256`;
      fleet.git('-c', 'init.defaultBranch=main', 'init', '--quiet', '--object-format=sha256', folder);
      new GitRepository(folder, '').commit(FLEET);
      const linked = new GitRepository(`${folder}-linked`, '');
      new GitRepository(folder, '').git('worktree', 'add', '--quiet', linked.folder);
      assert.equal(await act(setting, 'apply', linked.folder), 'create');
      commitAll(linked);
      assert.match(linked.read(LOCK), /^file "notes.md" 100644:[\da-f]{64}$/m);
      linked.commit({ [WEB]: web(5) });
      assert.equal(await act(setting, 'apply', linked.folder), 'unchanged');
      linked.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await act(setting, 'apply', linked.folder), 'update');
      assert.equal(linked.read(WEB), web(5, 'web:2'));
    }));

  it('refuses a folder outside of git, and says what to do', () =>
    inFolder(FLEET, async (folder) =>
      inShop(async ({ run }) => {
        await assert.rejects(run('plan', folder), failsWith('error no-repository'));
        await assert.rejects(run('plan', folder), /`git init`/);
      }),
    ));

  it('leaves no journal of a variant that could not be written', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      await act(setting, 'apply');
      const root = fleet.folder;
      const place = { root, gitDir: join(root, '.git'), objects: { write: () => {} } };
      const changed = { root, path: WEB, before: 'as it was read', after: web(2) };
      const lock = { root, path: LOCK, before: fleet.read(LOCK), after: 'new' };
      assert.throws(
        () =>
          writeVariant(new VariantWriter(place), { bases: [], folder: [changed], lock: [lock], derived: new Map() }),
        failsWith(`error file-changed ${WEB}`),
      );
      assert.equal(await act(setting, 'plan'), 'unchanged');
    }));

  it('leaves a file deleted that was added and deleted on a branch before it was merged', () =>
    inShop(async (setting) => {
      const { fleet } = setting;
      fleet.git('checkout', '--quiet', '-b', 'pull-request');
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.remove(`${SHOP}/notes.md`);
      commitAll(fleet);
      fleet.git('checkout', '--quiet', 'main');
      fleet.git('merge', '--quiet', '--no-ff', '--no-edit', 'pull-request');
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      assert.equal(await act(setting, 'apply'), 'update');
      assert.equal(fleet.has(`${SHOP}/notes.md`), false);
    }));

  it('leaves a deleted file deleted in a shallow clone, with a warning', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      await act(setting, 'apply');
      commitAll(fleet);
      fleet.remove(`${SHOP}/notes.md`);
      commitAll(fleet);
      const clone = cloneOf(fleet, '--depth=1');
      clone.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      const applied = await run('apply', clone.folder);
      assert.equal(applied.exitCode, 0, applied.stderr);
      assert.deepEqual(found(applied), [`warning history-incomplete ${SHOP}/notes.md`]);
      assertNames(applied, 'history-incomplete', '`git fetch --unshallow`');
      assert.equal(existsSync(join(clone.folder, SHOP, 'notes.md')), false);
    }));

  it('is not worked on at another commit than that of --at', () =>
    inShop(async (setting) => {
      const { fleet, run } = setting;
      const commit = fleet.commitOf();
      assert.equal(await act(setting, 'plan', '--at', commit), 'create');
      assert.equal(await act(setting, 'apply', '--commit', '--at', commit.slice(0, 7)), 'create');
      const head = fleet.commitOf();
      const late = await run('apply', '--at', commit);
      assert.equal(late.exitCode, 1);
      assert.deepEqual(found(late), ['error wrong-commit']);
      assertNames(late, 'wrong-commit', `at the commit ${commit},`, `is at ${head}:`, '`--at`');
      fleet.git('checkout', '--quiet', '--orphan', 'empty');
      const empty = await run('plan', '--at', commit);
      assert.deepEqual(found(empty), ['error wrong-commit']);
      assertNames(empty, 'wrong-commit', commit, 'no commit');
    }));
});
