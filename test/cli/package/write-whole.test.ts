import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { prepareWhole } from '../../../cli/package/write-whole.ts';
import { inFolder, readFiles } from '../run-support.ts';

function writeWhole(path: string, text: string): void {
  prepareWhole(path).write(text);
}

describe('a file that is written whole', () => {
  it('gets its folder, and leaves no other file', () =>
    inFolder({}, (folder) => {
      writeWhole(join(folder, 'a/b/report.html'), 'text');
      assert.equal(readFileSync(join(folder, 'a/b/report.html'), 'utf8'), 'text');
      assert.deepEqual(readdirSync(join(folder, 'a/b')), ['report.html']);
    }));

  it('keeps the mode of the file that it replaces', () =>
    inFolder({ 'report.html': 'a much longer text' }, (folder) => {
      chmodSync(join(folder, 'report.html'), 0o640);
      writeWhole(join(folder, 'report.html'), 'text');
      assert.equal(statSync(join(folder, 'report.html')).mode & 0o777, 0o640);
      assert.equal(readFileSync(join(folder, 'report.html'), 'utf8'), 'text');
    }));

  it('is written through a symbolic link, also to a file that does not exist yet', () =>
    inFolder({}, (folder) => {
      symlinkSync('target.html', join(folder, 'link.html'));
      for (const text of ['one', 'two']) {
        writeWhole(join(folder, 'link.html'), text);
        assert.ok(lstatSync(join(folder, 'link.html')).isSymbolicLink());
        assert.equal(readFileSync(join(folder, 'target.html'), 'utf8'), text);
      }
    }));

  it('leaves the old text and no other file if it cannot be written', () =>
    inFolder({ 'a/report.html': 'old' }, (folder) => {
      mkdirSync(join(folder, 'folder'));
      writeFileSync(join(folder, 'folder/x'), '');
      assert.throws(() => writeWhole(join(folder, 'a/report.html/x'), 'new'), { code: /^(?:ENOTDIR|EEXIST)$/ });
      assert.throws(() => writeWhole(join(folder, 'folder'), 'new'), { code: 'EISDIR' });
      assert.equal(readFileSync(join(folder, 'a/report.html'), 'utf8'), 'old');
      assert.deepEqual(readdirSync(join(folder, 'a')), ['report.html']);
    }));

  it('is tried before its text, which leaves nothing on the disk', () =>
    inFolder({ 'a/report.html': 'old' }, (folder) => {
      prepareWhole(join(folder, 'new/folder/report.html'));
      prepareWhole(join(folder, 'a/report.html'));
      assert.deepEqual(readFiles(folder), { 'a/report.html': 'old' });
      assert.deepEqual(readdirSync(folder), ['a']);
      for (const path of ['a/report.html/x', 'a/report.html/x/y', 'a'])
        assert.throws(() => prepareWhole(join(folder, path)), { code: /^(?:ENOTDIR|EISDIR)$/ }, path);
    }));
});
