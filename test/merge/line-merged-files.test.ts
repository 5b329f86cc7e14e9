import assert from 'node:assert/strict';
import { LineMergedFiles } from '../../src/merge/documents/line-merged-files.ts';
import { VersionFile } from '../../src/merge/pairs/package-file.ts';
import { mapSides, type Sides } from '../../src/merge/sides.ts';
import { readDocument } from '../../src/yaml/index.ts';

const service = (name: string, port: number): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  clusterIP: None\n  port: ${port}\n`;

const file = (...documents: readonly string[]): string => documents.join('---\n');

const NAMES = ['one', 'two', 'three'];

/** Merges by lines of a file, and how often a version of it was asked for. */
function mergedFile(texts: Sides<string>): { readonly files: LineMergedFiles; readonly asked: () => number } {
  let asked = 0;
  const files = new LineMergedFiles((path) => {
    asked++;
    return mapSides(texts, (text) => new VersionFile(path, text));
  });
  return { files, asked: () => asked };
}

const has = (files: LineMergedFiles, text: string): boolean =>
  files.has('a.yaml', readDocument(text).value([]) ?? null, 'local');

describe('merges of whole files by lines', () => {
  it('are done once each way, however many resources ask for them', () => {
    const { files, asked } = mergedFile({
      base: file(...NAMES.map((name) => service(name, 80))),
      theirs: file(...NAMES.map((name) => service(`new-${name}`, 80))),
      local: file(...NAMES.map((name) => service(name, 8080))),
    });
    for (const name of NAMES) assert.equal(has(files, service(`new-${name}`, 8080)), true);
    for (const name of NAMES) assert.equal(has(files, service(`new-${name}`, 80)), false);
    assert.equal(asked(), 2);
  });

  it('have no resource if they are not clean, not readable, or if a version is absent', () => {
    const base = service('one', 80);
    const want = service('two', 82);
    const rows: readonly Sides<string>[] = [
      { base, theirs: want, local: service('one', 81) },
      { base, theirs: `${want}  key: "\n`, local: base },
      { base: undefined, theirs: want, local: want },
      { base, theirs: file(want, want), local: base },
    ];
    for (const texts of rows) assert.equal(has(mergedFile(texts).files, want), false);
    assert.equal(has(mergedFile({ base, theirs: want, local: base }).files, want), true);
  });
});
