import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../cli/run-support.ts';

describe('package-histories', () => {
  it('merges the upgrade of a folder of a repository into copies with edits, and counts what became of them', () =>
    inFolder({}, (folder) => {
      const git = (...args: readonly string[]): string =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
          cwd: folder,
          encoding: 'utf8',
        });
      const write = (path: string, replicas: number): void => {
        const text = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n`;
        writeFileSync(join(folder, path), text);
      };
      const commit = (tag: string): void => {
        git('add', '-A');
        git('commit', '-qm', 'Change');
        git('tag', tag);
      };
      mkdirSync(join(folder, 'app/old'), { recursive: true });
      git('init', '-q');
      write('app/old/web.yaml', 1);
      commit('v1');
      renameSync(join(folder, 'app/old'), join(folder, 'app/new'));
      commit('v2');
      const run = (...options: readonly string[]): readonly string[] => {
        const args = ['scripts/evidence/package-histories.ts', folder, 'app', 'v1', 'v2', '--edits', '10', ...options];
        const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
        assert.equal(stderr, '');
        return stdout.trimEnd().split('\n');
      };
      const [head = '', row = ''] = run();
      assert.deepEqual(head.trim().split(/ {2,}/).slice(0, 4), ['edits', 'placed', 'conflict', 'warning']);
      const [name, edits, ...counts] = row.trim().split(/ {2,}/);
      assert.equal(name, 'app, v1 to v2');
      assert(Number(edits) >= 10);
      assert(Number(counts[0]) > 0);
      assert.match(
        run('--only', '1')[0] ?? '',
        /^merge 1: npm run package-histories -- \S+ app v1 v2 --seed 1 --only 1$/,
      );
    }));
});
