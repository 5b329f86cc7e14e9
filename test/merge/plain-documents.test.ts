import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergePackages } from '../../src/merge/index.ts';
import { hasMergedData, KeptVersion, MergedMap } from '../../src/merge/values/merged-value.ts';
import { versionOf } from '../../src/merge/values/input.ts';
import { documentPiece, readDocument } from '../../src/yaml/index.ts';
import type { PackageMap } from './edit-package.ts';
import { versions } from './generate-merge.ts';
import { propertyRuns } from '../support/property-runs.ts';

const RUNS = propertyRuns(300);

/** Writes each `apiVersion` with an escape: the data stay the same, but the merge compares them instead of lines. */
function withEscapes(files: PackageMap): PackageMap {
  const escaped = (text: string): string =>
    text.replaceAll(
      /^(\uFEFF?apiVersion: )([\w./]*)(\d)(?=[ \t]*(?:#.*)?\r?$)/gm,
      (_, key: string, start: string, digit: string) => {
        const code = digit.charCodeAt(0).toString(16).padStart(4, '0');
        return `${key}"${start}\\u${code}"`;
      },
    );
  return new Map(
    Array.from(files, ([path, content]) => [path, typeof content === 'string' ? escaped(content) : content] as const),
  );
}

describe('merge of documents in the most common forms', () => {
  it('has the outcome of documents whose data are compared', () => {
    let count = 0;
    fc.assert(
      fc.property(versions(), ({ base, theirs, local }) => {
        const lines = mergePackages({ base, theirs, local });
        const data = mergePackages({
          base: withEscapes(base),
          theirs: withEscapes(theirs),
          local: withEscapes(local),
        });
        assert.deepEqual(withEscapes(lines.files), data.files);
        const facts = ({ conflicts, results }: typeof lines) => [
          conflicts.map(({ kind, file, field }) => [kind, file, field]),
          results.map(({ severity, message, file, field }) => [severity, message, file, field]),
        ];
        assert.deepEqual(facts(lines), facts(data));
        if (lines.files.size > 0) count++;
      }),
      { numRuns: RUNS },
    );
    assert.ok(count > 0);
  });

  it('is read back: a text with other data than those of its parts is refused', () => {
    const [piece, ...others] = ['a: 1\nb:\n  c: 2\n', 'a: 1\nb:\n  c: 3\n', 'a: 1\n', 'a: 1\nb: 2\nd: 3\n'].map(
      (text) => documentPiece(readDocument(text)),
    );
    assert.ok(piece !== undefined);
    const parts = piece.children.map(
      (child) => [child.key ?? '', new KeptVersion(versionOf(child), undefined)] as const,
    );
    const merged = new MergedMap(new Map(parts), undefined);
    assert.ok(hasMergedData(piece, merged));
    for (const other of others) assert.equal(hasMergedData(other, merged), false, other.text);
  });
});
