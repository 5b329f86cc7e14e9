import assert from 'node:assert/strict';
import { mergePackages, type FileContent } from '../../src/merge/index.ts';
import { configMap } from '../cli/run-support.ts';

type Version = Readonly<Record<string, FileContent>>;

interface Row {
  readonly title: string;
  readonly base: Version;
  readonly new: Version;
  readonly local: Version;
  /** Path, and message of the only warning with the answer `new`. */
  readonly want: readonly [path: string, message: string];
}

const TAKEN = "both sides changed it: new's is taken";

const rows: readonly Row[] = [
  { title: 'lines of a text', base: { a: '1\n' }, new: { a: '2\n' }, local: { a: '3\n' }, want: ['a', TAKEN] },
  {
    title: 'a binary file',
    base: { a: '\0' },
    new: { a: Uint8Array.of(0xff) },
    local: { a: Uint8Array.of(0xfe) },
    want: ['a', TAKEN],
  },
  { title: 'a deleted text', base: { a: '1\n' }, new: {}, local: { a: '3\n' }, want: ['a', TAKEN] },
  {
    title: 'a resource that both sides moved',
    base: { 'a.yaml': configMap('a') },
    new: { 'b.yaml': configMap('a') },
    local: { 'c.yaml': configMap('a') },
    want: ['c.yaml', "both sides moved it: it is in new's file"],
  },
];

describe('an answer to a conflict', () => {
  for (const { title, want, ...versions } of rows)
    it(`is a warning: ${title}`, () => {
      const files = (version: Version) => new Map(Object.entries(version));
      const packages = { base: files(versions.base), new: files(versions.new), local: files(versions.local) };
      const merged = mergePackages(packages, { answer: () => 'new' });
      assert.deepEqual([...merged.files], Object.entries(versions.new));
      assert.deepEqual(
        merged.results.map(({ severity, file, message }) => [severity, file?.path, message]),
        [['warning', ...want]],
      );
    });
});
