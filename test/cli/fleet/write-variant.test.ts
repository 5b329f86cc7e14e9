import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '../../../src/fleet/inputs/fleet-paths.ts';
import { hasJournal } from '../../../cli/fleet/store/journal.ts';
import { settleJournal } from '../../../cli/fleet/store/settle-journal.ts';
import type { VariantChanges } from '../../../src/fleet/ports.ts';
import { VariantWriter } from '../../../cli/fleet/store/write-variant.ts';
import { assertNames, failsWith, found } from '../../support/facts.ts';
import { inFolder, readFiles, writeFiles } from '../run-support.ts';

/** Returns the changes of a variant with that many new files, and a lock. */
function variantOf(root: string, name: string, count: number, lock?: string): VariantChanges {
  const paths = Array.from({ length: count }, (_, index) => `${name}/${index}.yaml`);
  return {
    bases: [],
    folder: paths.map((path) => ({ root, path, before: undefined, after: `${path}\n` })),
    lock: [{ root, path: lockFile(name), before: lock, after: 'lock\n' }],
    derived: new Map(),
  };
}

/** Passes a writer of an empty folder to a test. */
function inTree(act: (root: string, writer: VariantWriter, tree: { root: string; gitDir: string }) => void): unknown {
  return inFolder({ 'top/.git/HEAD': '' }, (folder) => {
    const root = join(folder, 'top');
    const tree = { root, gitDir: join(root, '.git'), objects: { write: () => {} } };
    act(root, new VariantWriter(tree), tree);
  });
}

describe('VariantWriter', () => {
  for (const count of [1, 40])
    it(`writes a group of variants of ${count} files, but not one whose file was created meanwhile`, () =>
      inTree((root, writer, tree) => {
        const all = ['a', 'b', 'c'].map((name) => variantOf(root, name, count));
        writeFiles(root, { 'b/0.yaml': 'mine\n' });
        writer.stage(all);
        assert.equal(hasJournal(tree), true);
        const [a, b, c] = all;
        assert.ok(a && b && c);
        writer.write(a);
        assert.throws(() => writer.write(b), failsWith('error file-exists b/0.yaml'));
        writer.write(c);
        writer.end();
        assert.equal(hasJournal(tree), false);
        const files = Object.keys(readFiles(root)).filter((path) => !path.startsWith('.git/'));
        const wanted = ['a', 'c'].flatMap((name) => Array.from({ length: count }, (_, at) => `${name}/${at}.yaml`));
        assert.deepEqual(files.toSorted(), [...wanted, 'b/0.yaml', lockFile('a'), lockFile('c')].toSorted());
      }));

  it('keeps the journal of a variant that was written in part, while others are written', () =>
    inTree((root, writer, tree) => {
      const [part, whole] = [variantOf(root, 'part', 2, 'old\n'), variantOf(root, 'whole', 2)];
      writeFiles(root, { [lockFile('part')]: 'old\n' });
      writer.stage([part, whole]);
      writeFiles(root, { [lockFile('part')]: 'edited\n' });
      assert.throws(() => writer.write(part), failsWith(`error file-changed ${lockFile('part')}`));
      writer.write(whole);
      writer.end();
      assert.equal(hasJournal(tree), true);
      writeFiles(root, { [lockFile('part')]: 'old\n', 'whole/0.yaml': 'edited\n' });
      const settled = settleJournal(tree);
      assert.deepEqual(found(settled), []);
      assert.equal(settled.results.length, 1);
      assertNames(settled, 'leftovers-removed', '2 files', ' 3');
      assert.equal(hasJournal(tree), false);
      const files = readFiles(root);
      assert.equal(files[lockFile('part')], 'old\n');
      assert.equal(files['part/0.yaml'], undefined);
      assert.equal(files['whole/0.yaml'], 'edited\n');
    }));

  it('leaves nothing of a variant that was staged and not written', () =>
    inTree((root, writer, tree) => {
      writer.stage([variantOf(root, 'a', 100)]);
      writer.end();
      assert.equal(hasJournal(tree), false);
      assert.equal(existsSync(join(root, 'a')), false);
    }));

  it('writes none of a group whose derived texts cannot be stored', () =>
    inTree((root) => {
      const fail = (): never => {
        throw new Error('the disk is full');
      };
      const writer = new VariantWriter({ root, gitDir: join(root, '.git'), objects: { write: fail } });
      const variant = variantOf(root, 'a', 1);
      writer.stage([variant]);
      assert.throws(() => writer.write(variant), /the disk is full/);
      writer.end();
      mkdirSync(join(root, 'a'));
    }));
});
