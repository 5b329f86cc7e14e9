import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { configMap, kptfile, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { inFleet, packageVariant, repository, type GitFleet } from '../support/fleet.ts';
import type { GitRepository } from '../support/git-repository.ts';
import { needTools } from '../support/kpt.ts';
import { isTemporary } from '../../src/files/index.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('../support/fleet-program.ts'));

const VARIANTS = ['a', 'b'];

function packageFiles(version: string): Files {
  const data = `data:\n  first: "1"\n  version: ${version}\n  middle: "1"\n  own: none\n`;
  return {
    'packages/shop/Kptfile': kptfile('shop'),
    'packages/shop/one.yaml': configMap('one', data),
    'packages/shop/two.yaml': configMap('two', data),
    [`packages/shop/${version}.md`]: 'notes\n',
  };
}

const FLEET: Files = {
  ...packageFiles('v1'),
  'all.yaml': [
    repository('blueprints', 'packages'),
    repository('eu', 'eu'),
    ...VARIANTS.map((name) => packageVariant(name, 'blueprints/shop', `eu/${name}`)),
  ].join('---\n'),
};

/** Returns the files of variants, locks and bases. */
function written(fleet: GitRepository): Files {
  const files = Object.entries(readFiles(fleet.folder));
  return Object.fromEntries(
    files.filter(([path]) => /^(eu|\.krm-variants)\//.test(path) && !isTemporary(path.split('/').at(-1) ?? '')),
  );
}

/**
 * Applies the first version, edits each variant before the first commit, so that both have bases, and commits the
 * second version.
 */
async function prepare({ fleet, run }: GitFleet): Promise<void> {
  assert.equal((await run('apply')).exitCode, 0);
  for (const name of VARIANTS) {
    const path = `eu/${name}/one.yaml`;
    writeFiles(fleet.folder, { [path]: fleet.read(path).replace('own: none', `own: ${name}`) });
  }
  assert.equal((await run('apply')).exitCode, 0);
  rmSync(join(fleet.folder, 'packages/shop/v1.md'));
  fleet.commit(packageFiles('v2'));
}

describe('fleet apply that is killed', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('leaves variants that the next apply completes, after any step', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      await prepare(setting);
      const before = written(fleet);
      assert.equal((await run('apply')).exitCode, 0);
      const after = written(fleet);
      for (const name of VARIANTS) assert.match(String(after[`eu/${name}/one.yaml`]), new RegExp(`v2[^]*own: ${name}`));
      const journal = join(fleet.folder, '.git/krm-variants/journal.json');
      let unfinished = 0;
      for (let step = 1; ; step++) {
        fleet.git('reset', '--quiet', '--hard');
        fleet.git('clean', '--quiet', '--force', '-d');
        assert.deepEqual(written(fleet), before);
        const { exitCode, stderr } = fleet.run(process.execPath, PROGRAM, String(step), 'apply', '-C', fleet.folder);
        if (exitCode === 0) break;
        assert.equal(exitCode, null, stderr);
        const found = written(fleet);
        for (const path of Object.keys({ ...found, ...before }))
          assert.ok([before[path], after[path]].includes(found[path]), `step ${step}: ${path} is old or new`);
        if (existsSync(journal)) unfinished++;
        const next = await run('apply');
        assert.equal(next.exitCode, 0, `step ${step}: ${next.stderr}`);
        assert.deepEqual(written(fleet), after, `step ${step}`);
        assert.equal(existsSync(journal), false);
      }
      // For each variant: its journal, base, files and lock.
      assert.ok(unfinished >= 2 * 5, `${unfinished} steps`);
    }));
});

describe('fleet rollback that is killed', function () {
  before(function () {
    needTools(this, 'git');
  });

  it('leaves a variant that is rolled back with its hold, or that the next call restores, after any step', () =>
    inFleet(FLEET, async (setting) => {
      const { fleet, run } = setting;
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({ 'eu/a/one.yaml': fleet.read('eu/a/one.yaml').replace('own: none', 'own: a') });
      fleet.commit(packageFiles('v2'));
      assert.equal((await run('apply')).exitCode, 0);
      fleet.commit({});
      const before = written(fleet);
      assert.equal((await run('rollback', 'a')).exitCode, 0);
      const after = written(fleet);
      assert.ok(after['.krm-variants/holds/rollback-eu-a.yaml'] !== undefined);
      assert.match(String(after['eu/a/one.yaml']), /v1[^]*own: a/);
      let unfinished = 0;
      for (let step = 1; ; step++) {
        fleet.git('reset', '--quiet', '--hard');
        fleet.git('clean', '--quiet', '--force', '-d');
        const { exitCode, stderr } = fleet.run(
          process.execPath,
          PROGRAM,
          String(step),
          'rollback',
          'a',
          '-C',
          fleet.folder,
        );
        if (exitCode === 0) break;
        assert.equal(exitCode, null, stderr);
        if (existsSync(join(fleet.folder, '.git/krm-variants/journal.json'))) unfinished++;
        const isDone = isDeepStrictEqual(written(fleet), after);
        // An apply would upgrade a variant that is not held.
        const next = await run('apply', '--variant', 'a');
        assert.equal(next.exitCode, 0, `step ${step}: ${next.stderr}`);
        assert.deepEqual(written(fleet), isDone ? after : before, `step ${step}`);
      }
      // The journal, two files, a removed one, the lock and the hold.
      assert.ok(unfinished >= 5, `${unfinished} steps`);
    }));
});
