import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workTreeOf } from '../../../cli/git/work-tree.ts';

describe('workTreeOf', () => {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'krm-variants-tree-')));
    mkdirSync(join(folder, 'shop', 'web'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', join(folder, 'shop'), '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      encoding: 'utf8',
    });

  it('finds the work tree above a folder, also through a link', () => {
    git('init', '--quiet');
    symlinkSync(join(folder, 'shop', 'web'), join(folder, 'link'));
    const want = { root: join(folder, 'shop'), gitDir: join(folder, 'shop', '.git') };
    for (const path of ['shop', 'shop/web', 'link']) assert.deepEqual(workTreeOf(join(folder, path)), want, path);
  });

  it('finds a work tree whose `.git` is a file', () => {
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'first');
    git('worktree', 'add', '--quiet', join(folder, 'other'));
    const want = { root: join(folder, 'other'), gitDir: join(folder, 'shop', '.git', 'worktrees', 'other') };
    assert.deepEqual(workTreeOf(join(folder, 'other')), want);
  });

  it('finds none outside of git, nor in a bare repository', () => {
    assert.equal(workTreeOf(join(folder, 'shop', 'web')), undefined);
    git('init', '--quiet', '--bare');
    assert.equal(workTreeOf(join(folder, 'shop', 'refs')), undefined);
  });
});
