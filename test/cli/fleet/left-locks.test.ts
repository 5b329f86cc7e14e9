import assert from 'node:assert/strict';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { MOVE_OPTIONS, parseMoveArguments } from '../../../cli/fleet/commands/move-arguments.ts';
import { moveVariant } from '../../../cli/fleet/commands/move-command.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { assertNames, found, nextCommands } from '../../support/facts.ts';
import {
  driftIn,
  type FleetSetting,
  inFleet,
  type InFleet,
  inMemoryFleet,
  packageVariant,
  repository,
  web,
} from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

const CONTEXT = '  packageContext: {data: {cluster: eu}}\n';

/** Warning of the lock of `eu` once no PackageVariant asks for its folder. */
const GONE = 'warning variant-gone .krm-variants/lock/clusters/eu.lock';

function asking(from: string, to: string, version = 'v1', rest = CONTEXT): Files {
  return { [`variants/${from}.yaml`]: packageVariant(from, `blueprints/shop@${version}`, `all/${to}`, rest) };
}

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'variants/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'clusters')].join('---\n'),
  ...asking('eu', 'eu'),
  ...asking('us', 'us', 'v1', ''),
};

/** Asks for packages of one name in two Repositories, which are equal. */
function inRepositories(...names: readonly [string, string]): Files {
  const [eu, us] = names.map((name, at) => packageVariant(`variant-${at}`, 'blueprints/shop@v1', `${name}/shop`));
  const all = [repository('blueprints', 'packages'), ...names.map((name) => repository(name, `clusters/${name}`))];
  return {
    'variants/repositories.yaml': all.join('---\n'),
    'variants/eu.yaml': eu ?? '',
    'variants/us.yaml': us ?? '',
  };
}

/** Applies the fleet at v1, commits an edit in the folder of `eu`, and has a version v2 of the package. */
function editedBy<Setting extends FleetSetting>(inThis: InFleet<Setting>) {
  return (act: (setting: Setting) => Promise<void>, files: Files = {}): Promise<void> =>
    inThis({ ...FLEET, ...files }, async (setting) => {
      const { fleet, run } = setting;
      const applied = await run('apply');
      assert.equal(applied.exitCode, 0, applied.stderr);
      fleet.commit({});
      fleet.commit({ 'packages/shop/web.yaml': web(1, 'web:2') });
      fleet.tag('v2');
      fleet.commit({
        'clusters/eu/web.yaml': fleet.read('clusters/eu/web.yaml').replace('replicas: 1', 'replicas: 5'),
      });
      await act(setting);
    });
}

const inEdited = editedBy(inMemoryFleet);
const inGitEdited = editedBy(inFleet);

/** Calls `fleet move` as a message names it. */
async function moveAs(command: string): Promise<number> {
  const words = command.split(' ');
  assert.deepEqual(words.slice(0, 3), ['krm-variants', 'fleet', 'move']);
  const asked = parseMoveArguments(sortArguments(words.slice(3), MOVE_OPTIONS));
  return (await moveVariant({ functions: await allFunctions() }, { ...asked, patience: 0 })).exitCode;
}

describe('folders of variants that were moved without their locks', () => {
  before(function () {
    needTools(this, 'git');
  });

  for (const [state, commits] of [
    ['staged', false],
    ['committed', true],
  ] as const)
    it(`names fleet move after git mv of an edited folder that is ${state}, so that nothing counts as an edit but the edit`, () =>
      inGitEdited(async ({ fleet, run }) => {
        fleet.git('mv', 'clusters/eu', 'clusters/oslo');
        if (commits) fleet.commit({});
        fleet.commit(asking('eu', 'oslo', 'v2'));
        const command = `krm-variants fleet move clusters/eu clusters/oslo -C ${fleet.folder}`;
        for (const action of ['plan', 'status', 'apply', 'adopt'] as const) {
          const outcome = await (action === 'adopt' ? run('adopt', 'clusters/oslo') : run(action));
          assert.equal(outcome.exitCode, 1, `${action}: ${outcome.stderr}`);
          assert.deepEqual(
            found(outcome),
            ['error variant-moved clusters/oslo', ...(action === 'adopt' ? [] : [GONE])],
            action,
          );
          assertNames(outcome, 'variant-moved', 'clusters/eu', `\`${command}\``);
          assert.doesNotMatch(outcome.stderr, /fleet (adopt|prune)/, action);
          const isShown = action === 'plan' || action === 'status';
          assert.deepEqual(nextCommands(outcome), isShown ? [command] : [], action);
        }
        const { stdout } = await run('status', '--report', 'json');
        assert.ok(stdout.includes(`run \`${command}\``), stdout);
        assert.ok(fleet.has('.krm-variants/lock/clusters/eu.lock'));
        assert.equal(await moveAs(command), 0);
        const applied = await run('apply', '--strict');
        assert.equal(applied.exitCode, 0, applied.stderr);
        assert.equal(fleet.read('clusters/oslo/web.yaml'), web(5, 'web:2'));
        const checked = await run('plan', '--check', '--strict');
        assert.equal(checked.exitCode, 0, checked.stderr);
        const drift = await (await driftIn(fleet.folder))('--diff');
        assert.match(drift.stdout, /^-  replicas: 1\n\+  replicas: 5$/m);
        assert.doesNotMatch(drift.stdout, /^[-+] .*image/m);
      }));

  it('knows a folder by the files that its lock records if no commit has them', () =>
    inMemoryFleet(FLEET, async ({ fleet, run }) => {
      await run('apply');
      fleet.move('clusters/us', 'clusters/oslo');
      fleet.commit(asking('us', 'oslo', 'v1', ''));
      // Its text is what is derived, so that it would be taken for new.
      const outcome = await run('apply', '--variant', 'us');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error variant-moved clusters/oslo']);
      assertNames(outcome, 'variant-moved', '`krm-variants fleet move clusters/us ');
      assert.ok(!fleet.has('.krm-variants/lock/clusters/oslo.lock'));
    }));

  it('names all locks with the files of a folder, and guesses none', () =>
    inFleet({ ...FLEET, ...inRepositories('eu', 'us') }, async ({ fleet, run }) => {
      const applied = await run('apply');
      assert.equal(applied.exitCode, 0, applied.stderr);
      fleet.commit({});
      fleet.move('clusters/eu', 'clusters/oslo');
      fleet.move('clusters/us', 'clusters/lima');
      fleet.commit(inRepositories('oslo', 'lima'));
      const outcome = await run('plan');
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [
        ...['lima', 'oslo'].map((to) => `error variant-moved clusters/${to}/shop`),
        ...['eu', 'us'].map((from) => `warning variant-gone .krm-variants/lock/clusters/${from}/shop.lock`),
      ]);
      const messages = outcome.results.map(({ file, message }) => [file?.path, message] as const);
      for (const to of ['oslo', 'lima']) {
        const [, message = ''] = messages.find(([path]) => path === `clusters/${to}/shop`) ?? [];
        assert.match(message, /clusters\/eu\/shop, clusters\/us\/shop/);
        assert.ok(message.includes(`\`krm-variants fleet move OLD clusters/${to}/shop -C ${fleet.folder}\``), message);
      }
      for (const from of ['eu', 'us']) {
        const [, message = ''] = messages.find(([path]) => path?.endsWith(`${from}/shop.lock`)) ?? [];
        assert.match(message, /clusters\/lima\/shop, clusters\/oslo\/shop/);
        assert.ok(
          message.includes(`\`krm-variants fleet move clusters/${from}/shop NEW -C ${fleet.folder}\``),
          message,
        );
      }
      assert.deepEqual(nextCommands(outcome), []);
      assert.equal(await moveAs(`krm-variants fleet move clusters/eu/shop clusters/oslo/shop -C ${fleet.folder}`), 0);
      const command = `krm-variants fleet move clusters/us/shop clusters/lima/shop -C ${fleet.folder}`;
      assert.deepEqual(nextCommands(await run('plan')), [`krm-variants fleet apply -C ${fleet.folder}`, command]);
      assert.equal(await moveAs(command), 0);
      assert.equal((await run('apply', '--strict')).exitCode, 0);
    }));

  it('leaves such a lock out of a prune, which is an error, and prunes others', () =>
    inEdited(
      async ({ fleet, run }) => {
        fleet.move('clusters/eu', 'clusters/oslo');
        fleet.remove('variants/asia.yaml');
        fleet.commit(asking('eu', 'oslo'));
        const outcome = await run('prune', '--yes');
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(found(outcome), ['error variant-gone .krm-variants/lock/clusters/eu.lock']);
        assertNames(outcome, 'variant-gone', '`krm-variants fleet move clusters/eu clusters/oslo ');
        assert.deepEqual(
          outcome.variants.map(({ action, folder }) => [action, folder]),
          [
            ['prune', 'clusters/asia'],
            ['error', 'clusters/eu'],
          ],
        );
        assert.ok(fleet.has('.krm-variants/lock/clusters/eu.lock'));
        assert.ok(!fleet.has('.krm-variants/lock/clusters/asia.lock'));
      },
      asking('asia', 'asia'),
    ));

  it('names fleet move in fleet drift, in place of fleet adopt and fleet prune', () =>
    inEdited(async ({ fleet, drift }) => {
      fleet.move('clusters/eu', 'clusters/oslo');
      fleet.commit(asking('eu', 'oslo'));
      const outcome = await drift();
      assert.deepEqual(found(outcome), [GONE, 'warning edits-uncertain clusters/eu']);
      assertNames(outcome, 'variant-gone', '`krm-variants fleet move clusters/eu clusters/oslo ');
      assert.doesNotMatch(outcome.stderr, /fleet (adopt|prune)/);
    }));

  it('plans in this process what other processes do not know', () =>
    inEdited(async ({ fleet, runShared }) => {
      fleet.move('clusters/eu', 'clusters/oslo');
      fleet.commit({ ...asking('eu', 'oslo', 'v2'), ...asking('us', 'us', 'v2', '') });
      const outcome = await runShared('plan', []);
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), ['error variant-moved clusters/oslo', GONE]);
    }));

  const others: readonly (readonly [name: string, change: (fleet: FleetSetting['fleet']) => void])[] = [
    ['a copy of a folder that is still there', (fleet) => fleet.copy('clusters/eu', 'clusters/oslo')],
    [
      'a folder that was edited as it was moved',
      (fleet) => {
        fleet.move('clusters/eu', 'clusters/oslo');
        fleet.commit({ 'clusters/oslo/web.yaml': web(7) });
      },
    ],
  ];
  for (const [name, change] of others)
    it(`does not name fleet move for ${name}`, () =>
      inEdited(async ({ fleet, run }) => {
        change(fleet);
        fleet.commit({ 'variants/oslo.yaml': packageVariant('oslo', 'blueprints/shop@v1', 'all/oslo', CONTEXT) });
        fleet.remove('variants/eu.yaml');
        const outcome = await run('plan');
        assert.equal(outcome.exitCode, 1);
        assert.deepEqual(found(outcome), ['error folder-foreign clusters/oslo', GONE]);
        assert.doesNotMatch(outcome.stderr, /fleet move/);
        assert.deepEqual(nextCommands(outcome), [
          `krm-variants fleet adopt clusters/oslo -C ${fleet.folder}`,
          `krm-variants fleet prune -C ${fleet.folder} --check`,
        ]);
      }));

  it('adopts no lock of a variant that is asked for', () =>
    inEdited(async ({ fleet, run }) => {
      // Another variant is to be made in the old folder.
      fleet.move('clusters/eu', 'clusters/oslo');
      fleet.commit({ 'variants/oslo.yaml': packageVariant('oslo', 'blueprints/shop@v1', 'all/oslo', CONTEXT) });
      const lock = fleet.read('.krm-variants/lock/clusters/eu.lock');
      const outcome = await run('plan');
      assert.deepEqual(found(outcome), [
        'error conflict-delete-change clusters/eu',
        'error folder-foreign clusters/oslo',
      ]);
      assert.doesNotMatch(outcome.stderr, /fleet move/);
      assert.equal(fleet.read('.krm-variants/lock/clusters/eu.lock'), lock);
    }));
});
