import assert from 'node:assert/strict';
import type { Result } from '../../src/krm/result.ts';
import { mergePackages, type MergedPackage, type Packages } from '../../src/merge/index.ts';
import { readMergeCases, type CaseFiles, type MergeCase } from '../support/merge-cases.ts';
import { CASE_ROWS } from './case-rows.ts';
import { rowOf, wantedFiles } from './wanted-files.ts';

const { cases } = readMergeCases();

/** The new versions are the folders of a repository, so their Kptfiles do not have the fields of the copy. */
const OWN = { kptfile: 'own' } as const;

describe('recorded merges', () => {
  it('have each a row of the table, once, and the reverse', () => {
    assert.deepEqual(cases.map(rowOf).toSorted(), Object.keys(CASE_ROWS).toSorted());
  });

  for (const each of cases) {
    const row = CASE_ROWS[rowOf(each)];
    if (row === undefined) continue;
    describe(`${rowOf(each)}: ${each.title}`, () => {
      it('comes out as wanted', () => {
        const merged = mergePackages(packagesOf(each), OWN);
        assert.deepEqual(filesOf(merged), wantedFiles(each, row.files ?? {}));
        assert.deepEqual(
          merged.conflicts.map(({ kind, file, field }) =>
            field === undefined ? [kind, file.path] : [kind, file.path, field],
          ),
          row.conflicts ?? [],
        );
        assertResults(
          merged.results.filter(({ message }) => !message.startsWith('`upstreamLock`')),
          row.results ?? [],
        );
      });

      it('changes no byte when it is merged again', () => {
        const packages = packagesOf(each);
        const { files } = mergePackages(packages, OWN);
        const again = mergePackages({ base: packages.theirs, theirs: packages.theirs, local: files }, OWN);
        assert.deepEqual([filesOf(again), again.conflicts, again.results], [Object.fromEntries(files), [], []]);
      });

      it('keeps the laws of a merge', () => {
        const { base: b, theirs: n, local: l } = packagesOf(each);
        const plain = (packages: Packages): CaseFiles => filesOf(mergePackages(packages));
        assert.deepEqual(plain({ base: b, theirs: b, local: l }), each.local, 'merge(b, b, l) = l');
        assert.deepEqual(plain({ base: b, theirs: n, local: b }), each.new, 'merge(b, n, b) = n');
        for (const x of [n, l])
          assert.deepEqual(plain({ base: b, theirs: x, local: x }), Object.fromEntries(x), 'merge(b, x, x) = x');
      });
    });
  }
});

function packagesOf({ base, new: theirs, local }: MergeCase): Packages {
  const files = (each: CaseFiles): ReadonlyMap<string, string> => new Map(Object.entries(each));
  return { base: files(base), theirs: files(theirs), local: files(local) };
}

function filesOf({ files }: MergedPackage): CaseFiles {
  return Object.fromEntries(Array.from(files, ([path, content]) => [path, String(content)]));
}

function assertResults(results: readonly Result[], wanted: readonly (readonly [string, string])[]): void {
  const texts = results.map(
    ({ severity, file, field, message }) => `${severity} ${field?.path ?? file?.path}: ${message}`,
  );
  const rows = wanted.map(([severity, part]) => `${severity} ${part}`);
  const isComplete =
    texts.length === rows.length &&
    rows.every((row) => texts.some((text) => text.startsWith(row))) &&
    texts.every((text) => rows.some((row) => text.startsWith(row)));
  if (!isComplete) assert.deepEqual(texts, rows);
}
