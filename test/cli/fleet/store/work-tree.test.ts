import assert from 'node:assert/strict';
import { chmodSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { WorkTree } from '../../../../cli/fleet/store/work-tree.ts';
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
      fleet.write({ 'a/x.txt': 'a\n', 'b/x.txt': 'b\n' });
      tree.filesBelow('c');
      const both = tree.within(['a', 'b']);
      for (const folder of ['a', 'b'])
        assert.equal(both.filesBelow(folder).get('x.txt')?.id, fleet.git('hash-object', `${folder}/x.txt`));
      assert.equal(calls().filter((call) => call.includes('hash-object --stdin-paths')).length, 1);
    }));

  it('is listed once while other work is done', () =>
    withCalls(async ({ fleet, tree, calls }) => {
      fleet.write({ 'a/new.txt': 'new\n' });
      const [listed, outcome] = await tree.listedDuring(() => Promise.resolve(7));
      assert.equal(outcome, 7);
      assert.deepEqual(
        [...listed.filesBelow('a')].map(([path, { state }]) => [path, state]),
        [
          ['new.txt', 'untracked'],
          ['x.txt', 'clean'],
        ],
      );
      assert.equal(listed.head, fleet.commitOf());
      for (const command of ['ls-files', 'status'])
        assert.equal(calls().filter((call) => call.includes(` ${command} `)).length, 1, command);
    }));

  it('lists only the folders that a call is limited to, once, and others when they are asked for', () =>
    withCalls(({ fleet, calls }) => {
      const tree = WorkTree.around(fleet.folder, { lists: 'parts' }).within(['a', 'b']);
      for (const folder of ['a', 'b']) assert.deepEqual([...tree.filesBelow(folder).keys()], ['x.txt']);
      assert.equal(tree.file('.krm-variants/lock/a.lock'), undefined);
      assert.equal(tree.head, fleet.commitOf());
      const lists = (): readonly string[] => calls().filter((call) => / (?:ls-files|status) /.test(call));
      assert.equal(lists().length, 2);
      for (const call of lists()) assert.match(call, / -- a b \.krm-variants\/lock\/a\.lock/);
      assert.deepEqual([...tree.filesBelow('c').keys()], ['x.txt']);
      assert.equal(lists().length, 4);
    }));

  it('lists the same files of a folder, whether it lists everything or the folder alone', () =>
    withCalls(({ fleet }) => {
      fleet.commit({
        'a/changed.txt': 'x\n',
        'a/removed.txt': 'x\n',
        'a/became/file.txt': 'x\n',
        'a/mode.sh': 'x\n',
        'a/[b]*/:(top)ö "\t.txt': 'x\n',
        'a/assumed.txt': 'x\n',
        'a/sparse.txt': 'x\n',
        'ab/x.txt': 'x\n',
        '.gitignore': 'ignored\n',
      });
      symlinkSync('changed.txt', join(fleet.folder, 'a/link'));
      symlinkSync('a', join(fleet.folder, 'to-a'));
      fleet.commit({});
      fleet.git('update-index', '--assume-unchanged', 'a/assumed.txt');
      fleet.git('update-index', '--skip-worktree', 'a/sparse.txt');
      fleet.git('checkout', '--quiet', '-b', 'other');
      fleet.commit({ 'a/x.txt': 'other\n' });
      fleet.git('checkout', '--quiet', 'main');
      fleet.commit({ 'a/x.txt': 'main\n' });
      assert.equal(fleet.run('git', 'merge', '--quiet', 'other').exitCode, 1);
      for (const path of ['a/removed.txt', 'a/became']) fleet.remove(path);
      for (const path of ['a/inner', 'outer/nested']) fleet.git('init', '--quiet', path);
      fleet.write({
        'a/changed.txt': 'y\n',
        'a/became': 'y\n',
        'a/new/deep.txt': 'y\n',
        'a/ignored': 'y\n',
        'a/inner/x.txt': 'y\n',
        'outer/nested/below/x.txt': 'y\n',
      });
      chmodSync(join(fleet.folder, 'a/mode.sh'), 0o755);
      fleet.git('add', 'a/mode.sh');
      const all = WorkTree.around(fleet.folder);
      const paths = [...all.filesBelow('').keys()];
      assert.ok(paths.length > 12);
      const folders = ['a', 'a/new', 'a/became', 'a/[b]*', 'a/inner', 'outer', 'outer/nested', 'outer/nested/below'];
      for (const folder of [...folders, 'to-a', 'ab', 'b', 'none', '.git', 'a/link']) {
        const parts = WorkTree.around(fleet.folder, { lists: 'parts' }).within([folder]);
        assert.deepEqual([...parts.filesBelow(folder)], [...all.filesBelow(folder)], folder);
        assert.equal(parts.head, all.head);
      }
      const unhashed = WorkTree.around(fleet.folder);
      const parts = WorkTree.around(fleet.folder, { lists: 'parts' });
      for (const path of [...paths, 'a/removed.txt', 'to-a/x.txt', 'none'])
        assert.deepEqual(parts.file(path), unhashed.file(path), path);
    }));

  it('reports an error of the other work before its own', () =>
    withCalls(async ({ fleet, tree }) => {
      fleet.remove('.git/HEAD');
      await assert.rejects(
        tree.listedDuring(() => Promise.reject(new Error('of the work'))),
        /of the work/,
      );
      await assert.rejects(
        tree.listedDuring(() => Promise.resolve()),
        /git (?:ls-files|status) failed: not a git repository/,
      );
    }));

  it('knows the files that were removed since the last commit, staged or not', () =>
    withCalls(({ fleet, tree }) => {
      fleet.git('rm', '--quiet', 'a/x.txt');
      fleet.remove('b/x.txt');
      fleet.write({ 'c/x.txt': 'y\n', 'd/x.txt': 'x\n' });
      fleet.git('add', 'd/x.txt');
      fleet.remove('d/x.txt');
      const id = fleet.git('rev-parse', 'HEAD:a/x.txt');
      assert.deepEqual(
        [...tree.removed],
        [
          ['a/x.txt', id],
          ['b/x.txt', id],
        ],
      );
    }));
});
