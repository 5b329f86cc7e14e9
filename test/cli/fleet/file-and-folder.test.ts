import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { found } from '../../support/facts.ts';
import { inFleet, packageVariant, repository, web, type GitFleet } from '../../support/fleet.ts';
import { needTools } from '../../support/kpt.ts';
import { kptfile, type Files } from '../run-support.ts';

const FLEET: Files = {
  'packages/shop/Kptfile': kptfile('shop'),
  'packages/shop/web.yaml': web(1),
  'packages/shop/docs': 'a file\n',
  'inputs/repositories.yaml': [repository('blueprints', 'packages'), repository('all', 'all')].join('---\n'),
  'inputs/variants.yaml': packageVariant('one', 'blueprints/shop', 'all/one'),
};

/** A fleet that is applied and committed. */
function inApplied(act: (setting: GitFleet) => Promise<void>): Promise<void> {
  return inFleet(FLEET, async (setting) => {
    assert.equal((await setting.run('apply')).exitCode, 0);
    setting.fleet.commit({});
    await act(setting);
  });
}

/** Puts a folder with a file in place of a file, or the other way round. */
function turn(folder: string, to: 'file' | 'folder'): void {
  rmSync(join(folder, 'docs'), { recursive: true });
  if (to === 'folder') mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, to === 'folder' ? 'docs/a.md' : 'docs'), 'new\n');
}

describe('a file where a folder was', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('is made of upstream, and a folder of a file', () =>
    inApplied(async ({ fleet, run }) => {
      for (const to of ['folder', 'file'] as const) {
        turn(join(fleet.folder, 'packages/shop'), to);
        fleet.commit({});
        const { exitCode, stderr } = await run('apply');
        assert.equal(exitCode, 0, stderr);
        assert.equal(fleet.read(to === 'folder' ? 'all/one/docs/a.md' : 'all/one/docs'), 'new\n');
        fleet.commit({});
      }
    }));

  it('is an edit of a person, which stays', () =>
    inApplied(async ({ fleet, run }) => {
      turn(join(fleet.folder, 'all/one'), 'folder');
      fleet.commit({ 'packages/shop/web.yaml': web(2) });
      for (const command of ['plan', 'status', 'apply'] as const) {
        const { exitCode, stderr } = await run(command);
        assert.equal(exitCode, 0, `${command}: ${stderr}`);
      }
      assert.equal(fleet.read('all/one/web.yaml'), web(2));
      assert.equal(fleet.read('all/one/docs/a.md'), 'new\n');
    }));

  it('is said in place of the folder of a variant', () =>
    inApplied(async ({ fleet, run }) => {
      fleet.remove('all');
      fleet.commit({ all: 'a file\n' });
      const plan = await run('plan');
      assert.equal(plan.exitCode, 3);
      assert.deepEqual(found(plan), ['error conflict-delete-change all/one']);
      const apply = await run('apply', '--on-conflict', 'new');
      assert.equal(apply.exitCode, 1);
      assert.deepEqual(found(apply), ['error file-exists all/one/Kptfile']);
      assert.equal(fleet.read('all'), 'a file\n');
    }));
});
