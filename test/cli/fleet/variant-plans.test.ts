import assert from 'node:assert/strict';
import { join } from 'node:path';
import { WorkerError } from '../../../cli/workers/worker-pool.ts';
import { assertNames, counts, found } from '../../support/facts.ts';
import { inFleet, inMemoryFleet, packageVariant, repository, web } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { configMap, kptfile, readFiles, type Files } from '../run-support.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** Five variants: three of a package, one of another variant, and one of a package that is absent. */
const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'objects/endpoints.yaml': configMap('endpoints', 'data: {host: a.example.com}\n'),
  'repositories.yaml': [
    repository('blueprints', 'packages'),
    ...NAMES.map((name) => repository(name, `clusters/${name}`)),
  ].join('---\n'),
  'variants.yaml': [
    ...NAMES.slice(0, 3).map((name) => packageVariant(name, 'blueprints/shop@v1', `${name}/shop`)),
    packageVariant('d', 'a/shop', 'd/shop'),
    packageVariant('e', 'blueprints/none', 'e/shop'),
  ].join('---\n'),
};

/** Returns a text without the ids of commits and the folders, which differ between two repositories. */
function withoutPlace(text: string, { folder }: { readonly folder: string }): string {
  return text.replaceAll(/\([\da-f]{12}\)/g, '()').replaceAll(folder, 'FLEET');
}

/** Error of the variant whose package is absent. */
const ABSENT = 'error package-not-found';

describe('variants that other processes plan', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('are written as by one process, in waves, with the errors of single variants', async () => {
    const one = await inFleet(FLEET, async ({ fleet, run }) => {
      const { stdout, stderr, exitCode } = await run('apply', '--jobs', '3');
      return {
        stdout: withoutPlace(stdout, fleet),
        stderr: withoutPlace(stderr, fleet),
        exitCode,
        files: readFiles(join(fleet.folder, 'clusters')),
      };
    });
    const shared = await inFleet(FLEET, async ({ fleet, runShared }) => {
      const outcome = await runShared('apply', []);
      const { stdout, stderr, exitCode, planned } = outcome;
      assert.deepEqual(counts(outcome), { create: 4, error: 1 });
      assert.deepEqual(found(outcome), [ABSENT]);
      // A wave of one variant needs no other process.
      assert.deepEqual(planned, ['clusters/a/shop', 'clusters/b/shop', 'clusters/c/shop', 'clusters/e/shop']);
      return {
        stdout: withoutPlace(stdout, fleet),
        stderr: withoutPlace(stderr, fleet),
        exitCode,
        files: readFiles(join(fleet.folder, 'clusters')),
      };
    });
    assert.deepEqual(shared, one);
    assert.equal(one.exitCode, 1);
  });

  it('are only those that have changed', async () => {
    await inMemoryFleet(FLEET, async ({ fleet, run, runShared }) => {
      await run('apply');
      fleet.commit({});
      fleet.write({ 'clusters/b/shop/web.yaml': web(2), 'clusters/c/shop/web.yaml': web(3) });
      const outcome = await runShared('plan', []);
      assert.deepEqual(outcome.planned, ['clusters/b/shop', 'clusters/c/shop', 'clusters/e/shop']);
      assert.deepEqual(counts(outcome), { unchanged: 4, error: 1 });
    });
  });

  it('are made of packages that this call has not written yet', async () => {
    const files = {
      ...FLEET,
      'variants.yaml': [
        packageVariant('a', 'blueprints/shop@v1', 'a/shop'),
        packageVariant('b', 'a/shop', 'b/shop'),
        packageVariant('c', 'a/shop', 'c/shop'),
      ].join('---\n'),
    };
    await inMemoryFleet(files, async ({ runShared, run }) => {
      const { planned, stdout, stderr } = await runShared('plan', ['--diff']);
      assert.deepEqual(planned, ['clusters/b/shop', 'clusters/c/shop']);
      const one = await run('plan', '--diff', '--jobs', '3');
      assert.deepEqual([stdout, stderr], [one.stdout, one.stderr]);
      assert.match(stdout, /clusters\/c\/shop\/web\.yaml/);
    });
  });

  it('are planned by one process if their upstream is in the folder of another variant', async () => {
    const files = {
      ...FLEET,
      'packages/shop/db/Kptfile': kptfile('db'),
      'packages/shop/db/web.yaml': web(1),
      'variants.yaml': [
        packageVariant('a', 'blueprints/shop@v1', 'a/shop'),
        packageVariant('b', 'a/shop/db', 'b/db'),
        packageVariant('c', 'a/shop/db', 'c/db'),
      ].join('---\n'),
    };
    const one = await inMemoryFleet(files, async ({ fleet, run }) => {
      const { stderr, exitCode } = await run('apply', '--jobs', '3');
      return { stderr: withoutPlace(stderr, fleet), exitCode };
    });
    const shared = await inMemoryFleet(files, async ({ fleet, runShared }) => {
      const { stderr, exitCode, planned } = await runShared('apply', []);
      return { stderr: withoutPlace(stderr, fleet), exitCode, planned };
    });
    assert.deepEqual(shared.planned, []);
    assert.equal(shared.stderr, one.stderr);
    assert.equal(shared.exitCode, one.exitCode);
  });

  it('fail alone if their process dies', async () => {
    await inMemoryFleet(FLEET, async ({ fleet, runShared }) => {
      const outcome = await runShared('apply', [], (task, answer) =>
        task.variant.folder === 'clusters/b/shop' ? Promise.reject(new WorkerError('was ended by SIGKILL')) : answer(),
      );
      assert.equal(outcome.exitCode, 1);
      assert.deepEqual(found(outcome), [ABSENT, 'error process-ended clusters/b/shop']);
      assertNames(outcome, 'process-ended', 'SIGKILL', '`--jobs`');
      assert.deepEqual(counts(outcome), { create: 3, error: 2 });
      assert.ok(!fleet.has('clusters/b'));
    });
  });

  it('report which answers of the command line they used', async () => {
    await inMemoryFleet(FLEET, async ({ fleet, run, runShared }) => {
      await run('apply');
      fleet.commit({
        'packages/shop/web.yaml': web(5),
        'clusters/b/shop/web.yaml': web(2),
        'clusters/c/shop/web.yaml': web(3),
      });
      fleet.tag('v1', { moves: true });
      const takes = ['--take', 'Deployment/web:spec.replicas=local', '--take', 'Deployment/other:spec.replicas=new'];
      const outcome = await runShared('plan', takes);
      assert.ok(outcome.planned.includes('clusters/b/shop'));
      assert.deepEqual(found(outcome), ['error take-unused', ABSENT]);
      assertNames(outcome, 'take-unused', "'Deployment/other:spec.replicas=new'");
    });
  });

  it('are planned by one process if they come from a branch that may move meanwhile, or from objects elsewhere', async () => {
    await inMemoryFleet(FLEET, async ({ fleet, runShared }) => {
      for (const options of [['--fetch'], ['--objects', join(fleet.folder, 'objects')]])
        assert.deepEqual((await runShared('plan', options)).planned, [], options.join(' '));
    });
  });
});
