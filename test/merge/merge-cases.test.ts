import assert from 'node:assert/strict';
import type { Result } from '../../src/krm/result.ts';
import { mergePackages, type MergedPackage, type Packages } from '../../src/merge/index.ts';
import { readMergeCases, type CaseFiles, type MergeCase } from '../support/merge-cases.ts';
import { CASE_ROWS, type WantedFile } from './case-rows.ts';

const { cases } = readMergeCases();

describe('recorded merges', () => {
  it('have each a row of the table, once, and the reverse', () => {
    assert.deepEqual(cases.map(rowOf).toSorted(), Object.keys(CASE_ROWS).toSorted());
  });

  for (const each of cases) {
    const row = CASE_ROWS[rowOf(each)];
    if (row === undefined) continue;
    describe(`${rowOf(each)}: ${each.title}`, () => {
      it('comes out as wanted', () => {
        const merged = mergePackages(packagesOf(each));
        assert.deepEqual(filesOf(merged), wantedFiles(each, row.files ?? {}));
        assert.deepEqual(
          merged.conflicts.map(({ kind, file, field }) =>
            field === undefined ? [kind, file.path] : [kind, file.path, field],
          ),
          row.conflicts ?? [],
        );
        assertResults(merged.results, row.results ?? []);
      });

      it('changes no byte when it is merged again', () => {
        const packages = packagesOf(each);
        const { files } = mergePackages(packages);
        const again = mergePackages({ base: packages.theirs, theirs: packages.theirs, local: files });
        assert.deepEqual([filesOf(again), again.conflicts, again.results], [Object.fromEntries(files), [], []]);
      });

      it('keeps the laws of a merge', () => {
        const { base: b, theirs: n, local: l } = packagesOf(each);
        const plain = (packages: Packages): CaseFiles => filesOf(mergePackages(packages, { kptfile: 'plain' }));
        assert.deepEqual(plain({ base: b, theirs: b, local: l }), each.local, 'merge(b, b, l) = l');
        assert.deepEqual(plain({ base: b, theirs: n, local: b }), each.new, 'merge(b, n, b) = n');
        for (const x of [n, l])
          assert.deepEqual(plain({ base: b, theirs: x, local: x }), Object.fromEntries(x), 'merge(b, x, x) = x');
      });
    });
  }
});

function rowOf({ id, strategy }: MergeCase): string {
  return `${id} ${strategy}`;
}

function packagesOf({ base, new: theirs, local }: MergeCase): Packages {
  const files = (each: CaseFiles): ReadonlyMap<string, string> => new Map(Object.entries(each));
  return { base: files(base), theirs: files(theirs), local: files(local) };
}

function filesOf({ files }: MergedPackage): CaseFiles {
  return Object.fromEntries(Array.from(files, ([path, content]) => [path, String(content)]));
}

/** Returns local's files but for those of a row, each of which must differ. */
function wantedFiles(each: MergeCase, files: Readonly<Record<string, WantedFile>>): CaseFiles {
  const wanted = new Map(Object.entries(each.local));
  for (const [path, file] of Object.entries(files)) {
    const text = wantedText(each, path, file);
    assert.notEqual(text, each.local[path], `the row of ${path} differs from local`);
    if (text === undefined) wanted.delete(path);
    else wanted.set(path, text);
  }
  return Object.fromEntries(wanted);
}

function wantedText({ new: theirs, local }: MergeCase, path: string, file: WantedFile): string | undefined {
  if (file === 'absent') return undefined;
  if (file === 'new') return theirs[path] ?? assert.fail(`new has ${path}`);
  if ('text' in file) return file.text;
  let text = local[path] ?? assert.fail(`local has ${path}`);
  for (const [from, to] of file) {
    assert.equal(text.split(from).length, 2, `${JSON.stringify(from)} is in ${path} once`);
    text = text.replace(from, () => to);
  }
  return text;
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
