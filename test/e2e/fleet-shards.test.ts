import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runProgram } from '../support/child.ts';
import { inDownstreamFleet } from '../support/downstream-fleet.ts';
import { needTools } from '../support/kpt.ts';

const PROGRAM = join(import.meta.dirname, '../support/fleet-program.ts');

describe('fleet apply --shard', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('writes in parts, as processes of their own, what one run writes', () =>
    inDownstreamFleet(['a', 'b', 'c', 'd', 'e'], async ({ folder, fleet, served, run }) => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      // Locks name the fleet by its remote.
      fleet.git('remote', 'add', 'origin', fleet.folder);
      const before = new Map(names.map((name) => [name, served(name).git('rev-parse', 'main')]));
      const trees = (): readonly string[] => names.map((name) => served(name).git('ls-tree', '-r', 'main'));
      const ended = await Promise.all(
        [0, 1, 2].map((index) => {
          const clone = join(folder, `fleet-${index}`);
          fleet.git('clone', '--quiet', fleet.folder, clone);
          return runProgram(process.execPath, [
            PROGRAM,
            '0',
            'apply',
            clone,
            '--commit',
            '--push',
            '--shard',
            `${index}/3`,
          ]);
        }),
      );
      for (const { stderr, exitCode } of ended) assert.equal(exitCode, 0, stderr);
      const parts = trees();
      for (const name of names) {
        assert.equal(served(name).git('rev-list', '--count', 'main'), '2', name);
        served(name).git('update-ref', 'refs/heads/main', before.get(name) ?? '');
      }
      const { stderr, exitCode } = await run('apply', '--commit', '--push');
      assert.equal(exitCode, 0, stderr);
      assert.deepEqual(trees(), parts);
    }));

  it('does nothing in a part without a git repository', () =>
    inDownstreamFleet([], async ({ fleet, run }) => {
      const text = fleet.read('variants/all.yaml');
      fleet.commit({
        'variants/all.yaml': `${text}---\napiVersion: config.porch.kpt.dev/v1alpha1\nkind: Repository\nmetadata: {name: eu}\nspec: {git: {repo: ., directory: eu}}\n---\napiVersion: config.porch.kpt.dev/v1alpha1\nkind: PackageVariant\nmetadata: {name: eu-shop}\nspec:\n  upstream: {repo: blueprints, package: shop}\n  downstream: {repo: eu, package: shop}\n`,
      });
      const plans = [];
      for (const shard of ['0/3', '1/3', '2/3']) plans.push(await run('plan', '--shard', shard));
      assert.deepEqual(
        plans.map(({ exitCode }) => exitCode),
        [0, 0, 0],
      );
      assert.equal(plans.filter(({ stdout }) => stdout.includes('create  eu/shop')).length, 1);
      assert.equal(plans.filter(({ stderr }) => stderr.includes('no variant: no file would change')).length, 2);
    }));
});
