import assert from 'node:assert/strict';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { WorkTree } from '../../../../cli/fleet/tree/work-tree.ts';
import { inFolder, writeFiles } from '../../run-support.ts';
import { inRepository, type GitRepository } from '../../../support/git-repository.ts';
import { needTools } from '../../../support/kpt.ts';

/** Passes a work tree with three committed files to a test, and a function that returns the calls of git so far. */
async function withCalls(
  act: (setting: {
    readonly fleet: GitRepository;
    readonly tree: WorkTree;
    readonly calls: () => readonly string[];
  }) => void | Promise<void>,
): Promise<void> {
  await inRepository((fleet) =>
    inFolder({}, async (folder) => {
      fleet.commit({ 'a/x.txt': 'x\n', 'b/x.txt': 'x\n', 'c/x.txt': 'x\n' });
      const git = fleet.run('sh', '-c', 'command -v git').stdout.trim();
      const log = join(folder, 'log');
      writeFiles(folder, { git: `#!/bin/sh\necho "$@" >> '${log}'\nexec ${git} "$@"\n` });
      chmodSync(join(folder, 'git'), 0o755);
      const before = process.env['PATH'];
      process.env['PATH'] = `${folder}${delimiter}${before}`;
      try {
        const tree = WorkTree.around(fleet.folder);
        await act({ fleet, tree, calls: () => readFileSync(log, 'utf8').trimEnd().split('\n') });
      } finally {
        process.env['PATH'] = before;
      }
    }),
  );
}

describe('a work tree', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('hashes the changed files of all folders with one process, even if another folder was read before', () =>
    withCalls(({ fleet, tree, calls }) => {
      writeFiles(fleet.folder, { 'a/x.txt': 'a\n', 'b/x.txt': 'b\n' });
      tree.filesBelow('c');
      tree.limitTo(['a', 'b']);
      for (const folder of ['a', 'b'])
        assert.equal(tree.filesBelow(folder).get('x.txt')?.id, fleet.git('hash-object', `${folder}/x.txt`));
      assert.equal(calls().filter((call) => call.includes('hash-object --stdin-paths')).length, 1);
    }));

  it('is listed once while other work is done', () =>
    withCalls(async ({ fleet, tree, calls }) => {
      writeFiles(fleet.folder, { 'a/new.txt': 'new\n' });
      assert.equal(await tree.listDuring(() => Promise.resolve(7)), 7);
      assert.deepEqual(
        [...tree.filesBelow('a')].map(([path, { state }]) => [path, state]),
        [
          ['new.txt', 'untracked'],
          ['x.txt', 'clean'],
        ],
      );
      assert.equal(tree.head, fleet.git('rev-parse', 'HEAD'));
      for (const command of ['ls-files', 'status'])
        assert.equal(calls().filter((call) => call.includes(` ${command} `)).length, 1, command);
    }));

  it('reports an error of the other work before its own', () =>
    withCalls(async ({ fleet, tree }) => {
      rmSync(join(fleet.folder, '.git/HEAD'));
      await assert.rejects(
        tree.listDuring(() => Promise.reject(new Error('of the work'))),
        /of the work/,
      );
      await assert.rejects(
        tree.listDuring(() => Promise.resolve()),
        /git (?:ls-files|status) failed: not a git repository/,
      );
    }));
});
