import assert from 'node:assert/strict';
import { join } from 'node:path';
import { beginJournal } from '../../../cli/fleet/store/journal.ts';
import { MOVE_OPTIONS, parseMoveArguments } from '../../../cli/fleet/commands/move-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { lockText, readLock } from '../../../src/fleet/index.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { actions, assertNames, conflictValues, factsOf, failsWith, found, versions } from '../../support/facts.ts';
import {
  fleetArguments,
  type FleetSetting,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { idOf } from '../../support/memory-repository.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, type Files } from '../run-support.ts';

const LOCK = '.krm-variants/lock/clusters/eu.lock';
const HOLD = '.krm-variants/holds/rollback-clusters-eu.yaml';
const WEB = 'clusters/eu/web.yaml';

function asking(revision: string, rest = ''): Files {
  return { 'variants/eu.yaml': packageVariant('eu', `blueprints/shop@${revision}`, 'all/eu', rest) };
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(2),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  ...asking('v1'),
  'variants/us.yaml': packageVariant('us', 'blueprints/shop@v1', 'all/us'),
};

/** Applies the fleet, and commits it. */
async function apply({ fleet, run }: FleetSetting, files: Files = {}, ...args: readonly string[]): Promise<void> {
  fleet.write(files);
  const { exitCode, stderr } = await run('apply', ...args);
  assert.equal(exitCode, 0, stderr);
  fleet.commit({});
}

/** Returns the files of variants, locks and holds. */
function written(fleet: FleetSetting['fleet']): Files {
  return Object.fromEntries(
    Object.entries(fleet.files()).filter(([path]) => /^(clusters|\.krm-variants)\//.test(path)),
  );
}

/** Returns the files that differ from the last commit, in byte order. */
function changedFiles(fleet: FleetSetting['fleet']): readonly string[] {
  return fleet.uncommitted().toSorted();
}

/** Applies v1, then v2 of a package, which change the image. */
function upgradedBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>): Promise<void> =>
    inThis(FLEET, async (setting) => {
      const { fleet } = setting;
      await apply(setting);
      fleet.commit({ 'packages/shop/web.yaml': web(2, 'web:2') });
      fleet.tag('v2');
      await apply(setting, asking('v2'));
      await act(setting);
    });
}

const inUpgraded = upgradedBy(inMemoryFleet);
const inGitUpgraded = upgradedBy(inFleet);

describe('krm-variants fleet rollback', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('goes back to the version before, keeps edits, and holds the variant until that is ended', () =>
    inUpgraded(async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ [WEB]: web(6, 'web:2') });
      const back = await run('rollback', 'eu', '--strict');
      assert.equal(back.exitCode, 0, back.stderr);
      assert.deepEqual(actions(back), { 'clusters/eu': 'update' });
      assert.deepEqual(versions(back), { 'clusters/eu': ['v2 (ID)', 'v1 (ID)'] });
      assert.deepEqual(changedFiles(fleet), [HOLD, LOCK, WEB]);
      assert.deepEqual(factsOf(back, 'variant-held'), [`info variant-held ${HOLD}`]);
      assertNames(back, 'variant-held', '`krm-variants fleet unhold clusters/eu`');
      assert.equal(fleet.read(WEB), web(6));
      assert.equal(
        fleet.read(HOLD).replace(/[\da-f]{12}/, 'ID'),
        'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata:\n  name: rollback-clusters-eu\nspec:\n  variants:\n  - clusters/eu\n  reason: rolled back to v1 (ID)\n',
      );
      const before = written(fleet);
      assert.deepEqual(actions(await run('apply')), { 'clusters/eu': 'held', 'clusters/us': 'unchanged' });
      assert.deepEqual(written(fleet), before);
      fleet.commit({});
      const [held] = (await run('plan')).variants;
      assert.deepEqual([held?.action, held?.hold?.file], ['held', HOLD]);
      assert.match(held?.hold?.reason ?? '', / v1 \([\da-f]{12}\)$/);
      fleet.remove(HOLD);
      assert.deepEqual(actions(await run('apply')), { 'clusters/eu': 'update', 'clusters/us': 'unchanged' });
      assert.equal(fleet.read(WEB), web(6, 'web:2'));
    }));

  it('gives the same folder and lock as the apply then did, if nothing was edited', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await apply(setting, asking('v1', '  packageContext: {data: {region: eu}}\n'));
      const before = written(fleet);
      fleet.commit({ 'packages/shop/web.yaml': web(2, 'web:2'), 'packages/shop/new.yaml': configMap('new') });
      fleet.tag('v2');
      await apply(setting, asking('v2', '  packageContext: {data: {region: us}, removeKeys: [x]}\n'));
      fleet.git('tag', '--delete', 'v1');
      assert.equal((await run('rollback', 'clusters/eu', '--strict')).exitCode, 0);
      const { [HOLD]: hold, ...now } = written(fleet);
      assert.ok(hold !== undefined);
      assert.deepEqual(now, before);
    }));

  it('goes further back with each call, with a reason that says where it is', () =>
    inUpgraded(async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ 'packages/shop/web.yaml': web(2, 'web:3') });
      fleet.tag('v3');
      await apply(setting, asking('v3'));
      assert.equal((await run('rollback', 'eu')).exitCode, 0);
      assert.equal(fleet.read(WEB), web(2, 'web:2'));
      fleet.write({ [HOLD]: fleet.read(HOLD).replace('spec:', '# Call Ann.\nspec:') });
      fleet.commit({});
      // A version with the same inputs, and an edit.
      fleet.commit({ [WEB]: web(5, 'web:2') });
      const back = await run('rollback', 'eu', '--strict');
      assert.equal(back.exitCode, 0, back.stderr);
      assert.deepEqual(actions(back), { 'clusters/eu': 'update' });
      assert.deepEqual(versions(back), { 'clusters/eu': ['v2 (ID)', 'v1 (ID)'] });
      assert.deepEqual(changedFiles(fleet), [HOLD, LOCK, WEB]);
      assert.deepEqual(factsOf(back, 'variant-held'), [`info variant-held ${HOLD}`]);
      const reason = / reason: (.*)/.exec(fleet.read(HOLD))?.[1] ?? '';
      assertNames(back, 'variant-held', `"${reason}"`, '`krm-variants fleet unhold clusters/eu`');
      assert.equal(fleet.read(WEB), web(5));
      assert.match(
        fleet.read(HOLD),
        /^# Call Ann\.\nspec:\n  variants:\n  - clusters\/eu\n  reason: rolled back to v1 /m,
      );
      const before = written(fleet);
      const none = await run('rollback', 'eu');
      assert.equal(none.exitCode, 1);
      assert.deepEqual(found(none), ['error version-not-found']);
      assertNames(none, 'version-not-found', '"clusters/eu"', '`--to`', '`krm-variants fleet log clusters/eu`');
      assert.deepEqual(written(fleet), before);
    }));

  it('passes over versions that differ in edits or in the folder alone', () =>
    inGitUpgraded(async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ 'packages/shop/web.yaml': web(2, 'web:3') });
      fleet.tag('v3');
      await apply(setting, asking('v3'));
      const read = readLock(fleet.read(LOCK));
      assert.ok(read.kind === 'valid');
      const files = read.lock.files.map((file) => ({ ...file, folder: undefined }));
      fleet.commit({ [LOCK]: lockText({ ...read.lock, files, program: '1.0.0' }) });
      const asked = parseMoveArguments(
        sortArguments(['clusters/eu', 'clusters/oslo', '-C', fleet.folder], MOVE_OPTIONS),
      );
      assert.equal((await moveVariant({ functions: await allFunctions() }, { ...asked, patience: 0 })).exitCode, 0);
      await apply(setting, { 'variants/eu.yaml': packageVariant('eu', 'blueprints/shop@v3', 'all/oslo') });
      const { exitCode, stderr } = await run('rollback', 'eu');
      assert.equal(exitCode, 0, stderr);
      assert.equal(fleet.read('clusters/oslo/web.yaml'), web(2, 'web:2'));
    }));

  it('goes back to a version by its number, and forward again', () =>
    inUpgraded(async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ 'packages/shop/web.yaml': web(2, 'web:3') });
      fleet.tag('v3');
      await apply(setting, asking('v3'));
      assert.equal((await run('rollback', 'eu', '--to', '2')).exitCode, 0);
      assert.equal(fleet.read(WEB), web(2));
      fleet.commit({});
      const forward = await run('rollback', 'eu', '--to', '1');
      assert.deepEqual(versions(forward), { 'clusters/eu': ['v1 (ID)', 'v3 (ID)'] });
      assert.match(fleet.read(HOLD), / reason: .* v3 /);
      assert.deepEqual(changedFiles(fleet), [HOLD, LOCK, WEB]);
      assert.equal(fleet.read(WEB), web(2, 'web:3'));
      const none = await run('rollback', 'eu', '--to', '9');
      assert.equal(none.exitCode, 1);
      assert.deepEqual(found(none), ['error version-not-found']);
      assertNames(none, 'version-not-found', '"clusters/eu"', 'version 9', '5 versions');
    }));

  it('leaves a hold alone that people wrote for the variant', () =>
    inUpgraded(async ({ fleet, run }) => {
      const hold = (name: string, variants: string): string =>
        `apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: ${name}}\nspec: {variants: [${variants}], reason: freeze}\n`;
      for (const own of [
        hold('clusters-eu', 'clusters/eu'),
        hold('rollback-clusters-eu', 'clusters/eu, clusters/us'),
      ]) {
        fleet.commit({ '.krm-variants/holds/own.yaml': own });
        const back = await run('rollback', 'eu');
        assert.equal(back.exitCode, 0);
        assert.deepEqual(factsOf(back, 'variant-held'), ['info variant-held .krm-variants/holds/own.yaml']);
        assertNames(back, 'variant-held', '"freeze"');
        assert.deepEqual(changedFiles(fleet), [LOCK, WEB]);
        assert.equal(fleet.read('.krm-variants/holds/own.yaml'), own);
        fleet.restore();
      }
    }));

  it('keeps the hold that a variant has', () =>
    inUpgraded(async ({ fleet, run }) => {
      const hold =
        'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: all}\nspec: {selector: {}, reason: freeze, until: v9}\n';
      fleet.commit({ '.krm-variants/holds/all.yaml': hold });
      const back = await run('rollback', 'eu');
      assert.equal(back.exitCode, 0);
      assert.deepEqual(factsOf(back, 'variant-held'), ['info variant-held .krm-variants/holds/all.yaml']);
      assertNames(back, 'variant-held', 'v9', '"freeze"');
      assert.equal(fleet.read(WEB), web(2));
      assert.deepEqual(
        Object.keys(written(fleet)).filter((path) => path.includes('/holds/')),
        ['.krm-variants/holds/all.yaml'],
      );
    }));

  it('writes another file if an ended hold has the name', () =>
    inUpgraded(async ({ fleet, run }) => {
      const ended =
        'apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: x}\nspec: {variants: [clusters/eu], reason: r, until: v2}\n';
      fleet.commit({ [HOLD]: ended });
      assert.equal((await run('rollback', 'eu')).exitCode, 0);
      assert.equal(fleet.read(HOLD), ended);
      assert.match(fleet.read(HOLD.replace('.yaml', '-2.yaml')), /rolled back to v1/);
    }));

  it('leaves folder, lock and holds alone on a conflict, which options decide', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await apply(setting);
      fleet.commit({ 'packages/shop/web.yaml': web(3) });
      fleet.tag('v2');
      await apply(setting, asking('v2'));
      fleet.commit({ [WEB]: web(6) });
      const before = written(fleet);
      const refused = await run('rollback', 'eu');
      assert.equal(refused.exitCode, 3);
      assert.deepEqual(found(refused), [`error conflict-edit-edit ${WEB} spec.replicas`]);
      assert.deepEqual(conflictValues(refused), [{ base: 3, theirs: 2, local: 6 }]);
      assert.deepEqual(written(fleet), before);
      assert.equal((await run('rollback', 'eu', '--take', 'Deployment/web:spec.replicas=local')).exitCode, 0);
      assert.equal(fleet.read(WEB), web(6));
      assert.ok(fleet.has(HOLD));
      fleet.restore();
      assert.equal((await run('rollback', 'eu', '--on-conflict', 'new')).exitCode, 0);
      assert.equal(fleet.read(WEB), web(2));
    }));

  it('shows with --check and --diff what it would change, and commits with --commit', () =>
    inGitUpgraded(async (setting) => {
      const { fleet, run } = setting;
      const before = written(fleet);
      const { exitCode, stdout } = await run('rollback', 'eu', '--check', '--diff');
      assert.equal(exitCode, 4);
      assert.match(stdout, /^-          image: web:2\n\+          image: web:1$/m);
      assert.match(stdout, /^\+  reason: rolled back to v1 /m);
      assert.deepEqual(written(fleet), before);
      assert.equal((await run('rollback', 'eu', '--commit')).exitCode, 0);
      assert.deepEqual(fleet.uncommitted(), []);
      assert.equal(fleet.git('log', '-1', '--format=%s'), 'Roll back clusters/eu: 3 files');
      const names = fleet.git('show', '--name-only', '--format=').split('\n');
      assert.deepEqual(names, [HOLD, LOCK, WEB].toSorted());
    }));

  it('holds a variant that is as the version was', () =>
    inUpgraded(async ({ fleet, run }) => {
      fleet.commit(asking('v1'));
      await run('apply');
      fleet.commit(asking('v2'));
      const before = changedFiles(fleet);
      const back = await run('rollback', 'eu', '--to', '2');
      assert.equal(back.exitCode, 0, back.stderr);
      assert.deepEqual(actions(back), { 'clusters/eu': 'update' });
      assert.deepEqual(changedFiles(fleet), [HOLD, ...before]);
      assert.deepEqual(actions(await run('plan')), { 'clusters/eu': 'held', 'clusters/us': 'unchanged' });
    }));

  it('injects the objects that the version had, from the work tree or its commit', () => {
    const injector = '  injectors: [{kind: ConfigMap, name: eu}]\n';
    const files = {
      ...FLEET,
      'packages/shop/where.yaml': configMap('where', 'data: {host: none}\n').replace(
        'metadata:\n',
        'metadata:\n  annotations: {kpt.dev/config-injection: required}\n',
      ),
      'objects/eu.yaml': configMap('eu', 'data: {host: first}\n'),
      'objects/noise/Kptfile': kptfile('noise'),
      'objects/noise/x.yaml': configMap('noise'),
    };
    return inFleet(files, async (setting) => {
      const { fleet, run } = setting;
      await apply(setting, asking('v1', injector));
      assert.match(fleet.read('clusters/eu/where.yaml'), /host: first/);
      await apply(setting, { 'objects/eu.yaml': configMap('eu', 'data: {host: second}\n') });
      assert.match(fleet.read('clusters/eu/where.yaml'), /host: second/);
      const { stderr, exitCode } = await run('rollback', 'eu', '--strict');
      assert.equal(exitCode, 0, stderr);
      assert.match(fleet.read('clusters/eu/where.yaml'), /host: first/);
      assert.equal(fleet.read('objects/eu.yaml'), configMap('eu', 'data: {host: second}\n'));
      assert.equal(fleet.git('show', `HEAD~1:${LOCK}`), fleet.read(LOCK).trimEnd());
      // The objects of an earlier version that were never committed.
      fleet.restore();
      fleet.write({ 'objects/eu.yaml': configMap('eu', 'data: {host: third}\n') });
      await run('apply');
      fleet.git('checkout', '--', 'objects');
      fleet.commit({});
      const commit = fleet.commitOf();
      await apply(setting);
      const before = written(fleet);
      const failed = await run('rollback', 'eu', '--to', '1');
      assert.equal(failed.exitCode, 1);
      assert.deepEqual(found(failed), ['error version-underivable']);
      assertNames(failed, 'version-underivable', 'version 1 ', commit.slice(0, 12), '`--objects DIR`');
      assert.deepEqual(written(fleet), before);
      fleet.write({
        'elsewhere/Kptfile': kptfile('x'),
        'elsewhere/eu.yaml': configMap('eu', 'data: {host: third}\n'),
      });
      const given = await run('rollback', 'eu', '--to', '1', '--objects', join(fleet.folder, 'elsewhere/eu.yaml'));
      assert.equal(given.exitCode, 0, given.stderr);
      assert.deepEqual(found(given), []);
      assert.match(fleet.read('clusters/eu/where.yaml'), /host: third/);
      fleet.git('checkout', '--', '.');
      fleet.remove(HOLD);
      fleet.write({ 'elsewhere/eu.yaml': configMap('eu', 'data: {host: fourth}\n') });
      const other = await run('rollback', 'eu', '--to', '1', '--objects', join(fleet.folder, 'elsewhere/eu.yaml'));
      assert.deepEqual(found(other), [`warning objects-changed ${LOCK}`]);
      assertNames(other, 'objects-changed', 'version 1');
      assert.match(fleet.read('clusters/eu/where.yaml'), /host: fourth/);
    });
  });

  it('goes back to a version of the work tree, also if the package was removed since', () =>
    inMemoryFleet(
      { ...FLEET, 'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu') },
      async (setting) => {
        const { fleet, run } = setting;
        await apply(setting);
        const before = written(fleet);
        fleet.commit({ 'packages/shop/web.yaml': web(5) });
        await apply(setting);
        assert.equal(fleet.read(WEB), web(5));
        fleet.move('packages/shop', 'packages/store');
        fleet.commit({});
        const { exitCode, stderr } = await run('rollback', 'eu', '--strict');
        assert.equal(exitCode, 0, stderr);
        const { [HOLD]: hold, ...now } = written(fleet);
        assert.ok(hold !== undefined);
        assert.deepEqual(now, before);
      },
    ));

  it('warns if this version of the program derives other files than an earlier one did', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await run('apply');
      const read = readLock(fleet.read(LOCK));
      assert.ok(read.kind === 'valid');
      fleet.write({ [WEB]: web(2, 'other') });
      const other = { mode: '100644', id: idOf(fleet.read(WEB)) } as const;
      const files = read.lock.files.map((file) =>
        file.path === 'web.yaml' ? { ...file, derived: other, folder: other } : file,
      );
      fleet.commit({ [LOCK]: lockText({ ...read.lock, program: '1.0.0', files }) });
      await apply(setting, asking('v1', '  packageContext: {data: {region: eu}}\n'));
      assert.equal(fleet.read(WEB), web(2));
      const before = written(fleet);
      const strict = await run('rollback', 'eu', '--strict');
      assert.equal(strict.exitCode, 1);
      assert.deepEqual(found(strict), ['error strict', `warning derived-differently ${LOCK}`]);
      assertNames(strict, 'derived-differently', 'version 1 ', ' web.yaml', 'krm-variants 1.2.3', 'krm-variants 1.0.0');
      assert.deepEqual(written(fleet), before);
      assert.equal((await run('rollback', 'eu')).exitCode, 0);
      assert.doesNotMatch(fleet.read('clusters/eu/package-context.yaml'), /region/);
    }));

  it('refuses versions whose inputs no commit has, and those that cannot be derived', () =>
    inFleet({ ...FLEET, 'variants/eu.yaml': packageVariant('eu', 'blueprints/shop', 'all/eu') }, async (setting) => {
      const { fleet, run } = setting;
      fleet.write({ 'packages/shop/web.yaml': web(5) });
      const first = await run('apply');
      assert.equal(first.exitCode, 0);
      const uncommitted = first.variants[0]?.to;
      assert.match(uncommitted ?? '', /^work tree /);
      fleet.git('add', 'clusters', '.krm-variants');
      fleet.git('commit', '--quiet', '--message', 'variants alone');
      fleet.write({ 'packages/shop/web.yaml': web(2) });
      await apply(setting);
      fleet.commit({ [LOCK]: `${fleet.read(LOCK)}x\n` });
      await apply(setting);
      const failing = async (to: string, ...things: readonly string[]): Promise<void> => {
        const failed = await run('rollback', 'eu', '--to', to);
        assert.equal(failed.exitCode, 1);
        assert.deepEqual(found(failed), ['error version-underivable']);
        assertNames(failed, 'version-underivable', `version ${to} `, ...things);
      };
      const before = written(fleet);
      await failing('1', '`krm-variants fleet log clusters/eu`');
      await failing('3', '"packages/shop"', uncommitted ?? '');
      assert.deepEqual(written(fleet), before);
    }));

  it('refuses what another tool made, and the removal of a variant', () =>
    inMemoryFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      fleet.commit({ 'clusters/eu/Kptfile': kptfile('eu'), [WEB]: web(2) });
      assert.equal((await run('adopt', 'clusters/eu')).exitCode, 0);
      fleet.commit({});
      const adopted = fleet.commitOf();
      await apply(setting);
      const refused = await run('rollback', 'eu');
      assert.equal(refused.exitCode, 1);
      assert.deepEqual(found(refused), ['error version-underivable']);
      const restore = `\`git restore --source=${adopted.slice(0, 12)} -- clusters/eu ${LOCK}\``;
      assertNames(refused, 'version-underivable', 'version 1 ', '`krm-variants fleet adopt`', restore);
      const variant = fleet.read('variants/eu.yaml');
      fleet.remove('variants/eu.yaml');
      await run('prune', '--yes', '--on-conflict', 'new');
      fleet.commit({});
      await apply(setting, { 'variants/eu.yaml': variant });
      const removed = await run('rollback', 'eu', '--to', '1');
      assert.deepEqual(found(removed), ['error version-underivable']);
      assertNames(removed, 'version-underivable', 'version 1 has no files');
    }));

  it('goes back beyond a move, in the new folder', () =>
    inGitUpgraded(async (setting) => {
      const { fleet, run } = setting;
      const asked = parseMoveArguments(
        sortArguments(['clusters/eu', 'clusters/oslo', '-C', fleet.folder], MOVE_OPTIONS),
      );
      assert.equal((await moveVariant({ functions: await allFunctions() }, { ...asked, patience: 0 })).exitCode, 0);
      await apply(setting, { 'variants/eu.yaml': packageVariant('eu', 'blueprints/shop@v2', 'all/oslo') });
      const back = await run('rollback', 'eu', '--to', '2', '--strict');
      assert.equal(back.exitCode, 0, back.stderr);
      assert.deepEqual(factsOf(back, 'derived-differently'), [
        'info derived-differently .krm-variants/lock/clusters/oslo.lock',
      ]);
      assertNames(back, 'derived-differently', 'version 2 ', ' clusters/eu', ' Kptfile, package-context.yaml ');
      assert.equal(fleet.read('clusters/oslo/web.yaml'), web(2));
      assert.match(fleet.read('clusters/oslo/Kptfile'), /name: oslo/);
      assert.equal(fleet.has('clusters/eu'), false);
    }));

  it('restores what a killed call left half-written, and does nothing else', () =>
    inGitUpgraded(async ({ fleet, run }) => {
      const place = { root: fleet.folder, gitDir: join(fleet.folder, '.git'), head: fleet.commitOf() };
      const change = { root: fleet.folder, before: undefined, after: 'text\n' };
      for (const paths of [['one'], ['one', 'two']]) {
        beginJournal(place, [['one', 'two'].map((path) => ({ ...change, path }))]);
        fleet.write(Object.fromEntries(paths.map((path) => [path, 'text\n'])));
        await assert.rejects(run('rollback', 'eu'), failsWith('error call-killed'));
        assert.equal(fleet.has('one'), paths.length === 2);
        assert.equal(fleet.read(WEB), web(2, 'web:2'));
      }
      fleet.remove('one');
      fleet.remove('two');
      beginJournal(place, [['one', 'two'].map((path) => ({ ...change, path }))]);
      assert.equal((await run('rollback', 'eu')).exitCode, 0);
    }));

  it('reports what it did as JSON, and refuses numbers that are none', () =>
    inUpgraded(async ({ fleet, run }) => {
      const { stdout } = await run('rollback', 'eu', '--report', 'json');
      const { variants, files } = JSON.parse(stdout) as {
        variants: readonly object[];
        files: readonly { path: string }[];
      };
      assert.equal(variants.length, 1);
      assert.ok(files.some(({ path }) => path === HOLD));
      for (const to of ['0', '-1', 'v1', '1.5'])
        assert.throws(
          () => fleetArguments('rollback', ['eu', '-C', fleet.folder, `--to=${to}`]),
          /`--to` must be a number/,
        );
    }));
});
