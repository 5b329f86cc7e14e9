import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { MERGE_OPTIONS, parseMergeArguments } from '../../../cli/merge/merge-arguments.ts';
import { mergeFolders } from '../../../cli/merge/merge-command.ts';
import type { FolderOutcome } from '../../../cli/work/report-jobs.ts';
import type { GitRepository } from '../../support/git-repository.ts';
import { needTools } from '../../support/kpt.ts';
import { web } from '../../support/upstream-package.ts';
import { inUpstream } from '../../support/upstream-repository.ts';
import { inFolder, readFiles, writeFiles } from '../run-support.ts';

function merge(...args: readonly string[]): Promise<FolderOutcome> {
  return mergeFolders(parseMergeArguments(sortArguments(args, MERGE_OPTIONS)));
}

/** Passes a repository with two versions of a package and a copy to a test, which runs in one of its folders. */
function inRepository(folder: string, act: (up: GitRepository) => Promise<void>): Promise<void> {
  return inUpstream(async ({ up }) => {
    for (const [tag, replicas] of [
      ['v1', 1],
      ['v2', 2],
    ] as const) {
      up.commit({ 'packages/shop/web.yaml': web(replicas, true) });
      up.git('tag', tag);
    }
    writeFiles(up.folder, { 'shop/web.yaml': web(1, false) });
    const before = process.cwd();
    mkdirSync(join(up.folder, folder), { recursive: true });
    process.chdir(join(up.folder, folder));
    try {
      await act(up);
    } finally {
      process.chdir(before);
    }
  });
}

describe('krm-variants merge of git revisions', () => {
  before(function () {
    needTools(this, 'git');
  });

  const rows: readonly (readonly [folder: string, base: string, theirs: string, local: string])[] = [
    ['.', 'v1:packages/shop', 'v2:packages/shop', 'shop'],
    ['packages', 'v1:packages/shop/', 'HEAD:./shop', '../shop'],
    ['packages/shop', 'HEAD~1:./', 'main:.', '../../shop'],
    ['.', 'v1:packages/shop', 'packages/shop', 'shop'],
  ];
  for (const [folder, base, theirs, local] of rows)
    it(`merges ${base} and ${theirs} in ${folder}`, () =>
      inRepository(folder, async (up) => {
        const { stderr, exitCode } = await merge(base, theirs, local, '--in-place');
        assert.equal(readFiles(join(up.folder, 'shop'))['web.yaml'], web(2, false), stderr);
        assert.equal(exitCode, 0);
      }));

  it('refuses a revision with files that git converts, which differ from those of a folder', () =>
    inRepository('.', async (up) => {
      up.commit({ '.gitattributes': 'packages/** filter=x\n' });
      const { stderr, exitCode } = await merge('v1:packages/shop', 'HEAD:packages/shop', 'shop', '--in-place');
      assert.match(stderr, /^\[error\] HEAD:packages\/shop: web\.yaml: must not have the git attribute `filter=x`/);
      assert.equal(exitCode, 1);
    }));

  const wrong: readonly (readonly [base: string, message: RegExp])[] = [
    ['v9:packages/shop', /v9:packages\/shop: "v9" must be a revision of this git repository/],
    ['v1:packages/nope', /"packages\/nope" must be a folder of this revision/],
    ['--all:x', /must be a revision of this git repository/],
    ['nope', /nope: does not exist/],
  ];
  for (const [base, message] of wrong)
    it(`reports ${base}`, () =>
      inRepository('.', async (up) => {
        const { stderr, exitCode } = await mergeFolders({
          ...parseMergeArguments(sortArguments(['x', 'v2:packages/shop', 'shop', '--in-place'], MERGE_OPTIONS)),
          base,
        });
        assert.match(stderr, message);
        assert.deepEqual([exitCode, up.read('shop/web.yaml')], [1, web(1, false)]);
      }));

  it('prefers a folder with a colon in its name', () =>
    inRepository('.', async (up) => {
      writeFiles(up.folder, { 'v1:packages/shop/web.yaml': web(1, true) });
      up.git('tag', '--delete', 'v1');
      const { stderr } = await merge('v1:packages/shop', 'v2:packages/shop', 'shop', '--in-place');
      assert.equal(up.read('shop/web.yaml'), web(2, false), stderr);
    }));

  it('says for each version that it needs a git repository, outside of one', () =>
    inFolder({ 'shop/web.yaml': web(1, false) }, async (folder) => {
      const before = process.cwd();
      process.chdir(folder);
      try {
        const { stderr, exitCode } = await merge('v1:packages/shop', 'v2:packages/shop', 'shop', '--in-place');
        const rule =
          'must be an existing folder, or REV:PATH in the git repository of the current folder, which is in none: run the command in the repository, or name a folder';
        assert.equal(stderr, `[error] v1:packages/shop: ${rule}\n[error] v2:packages/shop: ${rule}\n2 errors\n`);
        assert.equal(exitCode, 1);
      } finally {
        process.chdir(before);
      }
    }));
});
