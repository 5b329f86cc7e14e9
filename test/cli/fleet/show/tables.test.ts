import assert from 'node:assert/strict';
import { fleetTable } from '../../../../cli/fleet/show/table.ts';
import { setColors } from '../../../../cli/terminal/terminal.ts';
import { ACTIONS, type Action, type VariantRow } from '../../../../src/fleet/index.ts';
import { inMemoryFleet, packageVariant, repository, web } from '../../../support/fleet.ts';
import { kptfile, type Files } from '../../run-support.ts';

/** Returns a fleet with one package in as many clusters. */
function fleetOf(count: number): Files {
  const names = Array.from({ length: count }, (_, index) => `c${index + 10}`);
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/web.yaml': web(1, 'web:1'),
    'variants.yaml': [
      repository('blueprints', 'packages'),
      repository('clusters', 'clusters'),
      ...names.map((name) => packageVariant(name, 'blueprints/shop', `clusters/${name}/shop`)),
    ].join('---\n'),
  };
}

const UPGRADE: Files = { 'packages/shop/web.yaml': web(1, 'web:2') };

/** Numbers of the escape sequences of actions: red, yellow, cyan, green and dim. */
const COLORS: Readonly<Record<Action, string>> = {
  error: '31',
  conflict: '31',
  gone: '33',
  prune: '33',
  adopt: '36',
  create: '32',
  update: '33',
  held: '2',
  unchanged: '2',
};

describe('tables of a fleet', () => {
  it('count the files of a variant, and list them with --verbose', () =>
    inMemoryFleet(fleetOf(2), async ({ run }) => {
      const plain = await run('plan');
      assert.match(plain.stdout, /^create {2}clusters\/c10\/shop .* 3$/m);
      assert.doesNotMatch(plain.stderr, /would add/);
      assert.match((await run('plan', '-v')).stderr, /^would add clusters\/c10\/shop\/web\.yaml$/m);
      assert.match((await run('apply', '-v')).stderr, /^added clusters\/c10\/shop\/web\.yaml$/m);
    }));

  it('have one row for equal variants from 40 on, and each with --verbose', () =>
    inMemoryFleet(fleetOf(40), async ({ run, fleet }) => {
      const { stdout } = await run('plan');
      const [head = '', row = '', ...others] = stdout.trimEnd().split('\n');
      assert.match(head, /^ACTION {2}VARIANTS {2}UPSTREAM .*FILES {2}FOLDERS$/);
      assert.match(
        row,
        /^create {2}40 .* 120 {4}clusters\/c10\/shop, clusters\/c11\/shop, clusters\/c12\/shop and 37 more$/,
      );
      assert.deepEqual(others, []);
      for (const option of ['-v', '--output=wide'])
        assert.equal((await run('plan', option)).stdout.match(/^create /gm)?.length, 40);
      await run('apply');
      fleet.write({ 'clusters/c10/shop/web.yaml': web(1, 'web:own') });
      fleet.commit(UPGRADE);
      assert.match((await run('plan')).stdout, /^conflict {2}1 .*\nupdate {4}39 /m);
    }));

  it('color each action, and nothing else of a row, in the same widths', () => {
    const row = { name: 'n', namespace: '', set: undefined, from: 'v1', to: 'v2', files: [], conflicts: 0 };
    const rows = (Object.keys(ACTIONS) as Action[]).map((action): VariantRow => ({ ...row, action, folder: 'f' }));
    const plain = fleetTable(rows, { isWhole: true });
    setColors(true);
    try {
      const styled = fleetTable(rows, { isWhole: true });
      assert.equal(styled.replaceAll(/\u001b\[\d+m/g, ''), plain);
      const colors = Array.from(styled.matchAll(/^\u001b\[(\d+)m(\w+)\u001b\[0m {2}/gm), ([, code, word]) => [
        word,
        code,
      ]);
      assert.deepEqual(Object.fromEntries(colors), COLORS);
    } finally {
      setColors(undefined);
    }
  });

  it('have 39 variants one by one', () =>
    inMemoryFleet(fleetOf(39), async ({ run }) => {
      assert.equal((await run('plan')).stdout.match(/^create /gm)?.length, 39);
    }));

  it('show what the changes of variants have in common, and the next command', () =>
    inMemoryFleet(fleetOf(3), async ({ run, fleet }) => {
      assert.match((await run('apply')).stderr, /^next: git -C \S+ add --all && git -C \S+ commit$/m);
      fleet.commit(UPGRADE);
      for (const command of ['plan', 'apply'] as const)
        assert.match((await run(command)).stdout, /^VARIANTS .*\n3 +Deployment\/web .*image +web:1 +web:2 /m);
      assert.doesNotMatch((await run('plan')).stdout, /^VARIANTS/m);
      assert.doesNotMatch((await run('apply')).stderr, /^next:/m);
    }));

  it('are as --output asks, in plan, status and drift', () =>
    inMemoryFleet(fleetOf(2), async ({ run, drift, fleet }) => {
      const folders = 'clusters/c10/shop\nclusters/c11/shop\n';
      assert.equal((await run('plan', '-o', 'name')).stdout, folders);
      assert.equal((await run('status', '-o', 'name')).stdout, folders);
      for (const command of ['plan', 'status'] as const)
        assert.equal((await run(command, '-o', 'json')).stdout, (await run(command, '--report', 'json')).stdout);
      assert.equal((await run('plan', '-o', 'wide')).stdout, (await run('plan')).stdout);
      await run('apply');
      fleet.write({ 'clusters/c11/shop/web.yaml': web(4, 'web:1') });
      assert.equal((await drift('-o', 'name')).stdout, 'clusters/c11/shop\n');
      assert.equal((await drift('-o', 'json')).stdout, (await drift('--report', 'json')).stdout);
    }));

  it('explain words that people may not know', () =>
    inMemoryFleet(fleetOf(2), async ({ run, drift, fleet }) => {
      assert.match((await drift()).stdout, /^unapplied: no apply has written it yet$/m);
      await run('apply');
      fleet.commit(fleetOf(1));
      assert.match((await run('plan')).stdout, /^gone: no PackageVariant asks for the folder any more$/m);
    }));
});

describe('messages of a fleet', () => {
  const wrong = (count: number): Files => {
    const { 'variants.yaml': text = '', ...files } = fleetOf(count);
    return { ...files, 'variants.yaml': text.toString().replaceAll('repo: blueprints', 'repo: blueprint') };
  };

  it('are once for many variants that have the same error, with the first names', () =>
    inMemoryFleet(wrong(12), async ({ run }) => {
      const lines = (await run('plan')).stderr.split('\n').filter((line) => line.startsWith('[error]'));
      assert.equal(lines.length, 1, lines.join('\n'));
      assert.match(
        lines[0] ?? '',
        /did you mean "blueprints"\?; 12 variants have this message: c10, c11, c12 and 9 more$/,
      );
      const { variants } = JSON.parse((await run('plan', '-o', 'json')).stdout) as {
        variants: readonly { action: string }[];
      };
      assert.equal(variants.filter(({ action }) => action === 'error').length, 12);
      const whole = (await run('plan', '-v')).stderr.match(/^\[error\]/gm);
      assert.equal(whole?.length, 12);
    }));

  it('say nothing of other variants if one has the same error in several places', () =>
    inMemoryFleet(fleetOf(1), async ({ run, fleet }) => {
      const rule = `apiVersion: krm-variants.dev/v1alpha1\nkind: FleetHold\nmetadata: {name: NAME}\nspec: {variants: [clusters/c10/shop]}\n`;
      fleet.commit(
        Object.fromEntries(
          ['a', 'b', 'c', 'd'].map((name) => [`.krm-variants/holds/${name}.yaml`, rule.replace('NAME', name)]),
        ),
      );
      const { stderr } = await run('plan');
      assert.equal(stderr.match(/^\[error\]/gm)?.length, 4, stderr);
    }));

  it('stay with each of a few variants', () =>
    inMemoryFleet(wrong(3), async ({ run }) => {
      assert.equal((await run('plan')).stderr.match(/^\[error\]/gm)?.length, 3);
    }));
});
