import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, writeFiles } from '../cli/run-support.ts';
import { CASE_ROWS } from '../merge/case-rows.ts';
import { rowOf, wantedFiles } from '../merge/wanted-files.ts';
import { needTools } from '../support/kpt.ts';
import { readMergeCases, type CaseFiles } from '../support/merge-cases.ts';
import { update } from '../support/package-commands.ts';
import { inUpstream } from '../support/upstream-repository.ts';

const cases = readMergeCases().cases.filter(({ strategy }) => strategy === 'resource-merge');

describe('recorded merges of kpt as updates from git', function () {
  before(function () {
    needTools(this, 'git');
  });

  for (const each of cases)
    it(`${each.id}: ${each.title}`, () =>
      inUpstream(async ({ folder, up }) => {
        const commits = [each.base, each.new].map((files, index) => {
          rmSync(join(up.folder, 'pkg'), { recursive: true, force: true });
          up.commit({ x: String(index), ...below('pkg', files) });
          up.git('tag', `pkg/v${index + 1}`);
          return up.git('rev-parse', 'HEAD');
        });
        /** Returns the fields of a Kptfile that name the version in this repository. */
        const inThis = (text: string, version: number): string =>
          text
            .replaceAll('file:///up/', `file://${up.folder}/`)
            .replace(
              /(updateStrategy: resource-merge\nupstreamLock:\n(?:  .*\n)*    ref: )pkg\/v\d\n    commit: .*/,
              `$1pkg/v${version}\n    commit: ${commits[version - 1]}`,
            )
            .replace(/(^upstream:\n(?:  .*\n)*?    ref: )v\d$/m, `$1v${version}`);
        const mine = join(folder, 'mine');
        writeFiles(mine, { ...each.local, Kptfile: inThis(each.local['Kptfile'] ?? '', 1) });
        const before = readFiles(mine);
        const { stderr, exitCode } = await update(`${mine}@v2`, '--allow-unknown-fields');
        const { conflicts = [], files = {} } = CASE_ROWS[rowOf(each)] ?? {};
        if (conflicts.length > 0) {
          assert.deepEqual([exitCode, readFiles(mine)], [3, before], stderr);
          return;
        }
        assert.equal(exitCode, 0, stderr);
        const wanted = wantedFiles(each, files);
        assert.deepEqual(readFiles(mine), { ...sorted(wanted), Kptfile: inThis(wanted['Kptfile'] ?? '', 2) });
      }));
});

function below(folder: string, files: CaseFiles): CaseFiles {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
}

function sorted(files: CaseFiles): CaseFiles {
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
