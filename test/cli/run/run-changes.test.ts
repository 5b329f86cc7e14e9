import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { writeChanges } from '../../../cli/package/file-changes.ts';
import { KrmError } from '../../../src/krm/index.ts';
import { inFolder, readFiles } from '../run-support.ts';

const files = { 'a.yaml': 'a\n', 'sub/b.yaml': 'b\n', 'c.yaml': 'c\n' };
const changes = [
  { path: 'a.yaml', before: 'a\n', after: 'A\n' },
  { path: 'sub/b.yaml', before: 'b\n', after: '' },
];

const changesIn = (root: string) => changes.map((change) => ({ ...change, root }));

describe('changes of files', () => {
  it('are written, and no other file is', () =>
    inFolder(files, (root) => {
      writeChanges(changesIn(root));
      assert.deepEqual(readFiles(root), { 'a.yaml': 'A\n', 'c.yaml': 'c\n', 'sub/b.yaml': '' });
    }));

  it('keep the mode of a file', () =>
    inFolder(files, (root) => {
      fs.chmodSync(join(root, 'a.yaml'), 0o640);
      writeChanges(changesIn(root));
      assert.equal(fs.statSync(join(root, 'a.yaml')).mode & 0o7777, 0o640);
    }));

  it('replace the file, so that a reader with an open file still reads the old text', () =>
    inFolder(files, (root) => {
      const open = fs.openSync(join(root, 'a.yaml'), 'r');
      writeChanges(changesIn(root));
      assert.equal(fs.readFileSync(open, 'utf8'), 'a\n');
      fs.closeSync(open);
    }));

  const disturbances: Readonly<Record<string, (root: string) => void>> = {
    'a file changed': (root) => fs.writeFileSync(join(root, 'sub/b.yaml'), 'changed\n'),
    'a file became a symbolic link': (root) => {
      fs.renameSync(join(root, 'sub/b.yaml'), join(root, 'sub/elsewhere'));
      fs.symlinkSync('elsewhere', join(root, 'sub/b.yaml'));
    },
    'a folder became a symbolic link': (root) => {
      fs.renameSync(join(root, 'sub'), join(root, 'elsewhere'));
      fs.symlinkSync('elsewhere', join(root, 'sub'));
    },
    'a file was removed': (root) => fs.rmSync(join(root, 'sub/b.yaml')),
  };
  for (const [name, disturb] of Object.entries(disturbances)) {
    it(`are not written if ${name} in the meantime`, () =>
      inFolder(files, (root) => {
        disturb(root);
        const before = readFiles(root);
        assert.deepEqual(
          errorsOf(() => writeChanges(changesIn(root))).map(({ file }) => file?.path),
          ['sub/b.yaml'],
        );
        assert.deepEqual(readFiles(root), before);
      }));
  }

  it('are not written if a file is read-only', () =>
    inFolder(files, (root) => {
      const errors = refusing('accessSync', 'EACCES', join(root, 'sub/b.yaml'), () => writeChanges(changesIn(root)));
      assert.deepEqual(
        errors.map(({ message, file }) => [message, file?.path]),
        [
          [
            'access is denied: the file is read-only; to let it be changed, make it writable, as with `chmod u+w`',
            'sub/b.yaml',
          ],
        ],
      );
      assert.deepEqual(readFiles(root), files);
    }));

  it('are not written if a file to be removed is in a folder that cannot be written', () =>
    inFolder(files, (root) => {
      const removal = changesIn(root).map((change) =>
        change.path === 'sub/b.yaml' ? { ...change, after: undefined } : change,
      );
      const errors = refusing('accessSync', 'EACCES', join(root, 'sub'), () => writeChanges(removal));
      assert.deepEqual(
        errors.map(({ message, file }) => [message, file?.path]),
        [['access is denied: to let the file be removed, make its folder writable, as with `chmod u+w`', 'sub/b.yaml']],
      );
      assert.deepEqual(readFiles(root), files);
    }));

  it('leave no folder of a new file if they are not written', () =>
    inFolder(files, (root) => {
      fs.mkdirSync(join(root, 'empty'));
      const before = fs.readdirSync(root, { recursive: true });
      const added = ['new/one/d.yaml', 'new/two/e.yaml', 'empty/f.yaml'].map((path) => ({
        root,
        path,
        before: undefined,
        after: 'x\n',
      }));
      fs.writeFileSync(join(root, 'sub/b.yaml'), 'changed\n');
      errorsOf(() => writeChanges([...added, ...changesIn(root)]));
      assert.deepEqual(fs.readdirSync(root, { recursive: true }), before);
    }));

  it('list the written files if they stop half-way', () =>
    inFolder(files, (root) => {
      const errors = refusing('renameSync', 'ENOSPC', join(root, 'sub/b.yaml'), () => writeChanges(changesIn(root)));
      assert.deepEqual(
        errors.map(({ message }) => message),
        ['no space is left', 'files written: a.yaml; not written: sub/b.yaml'],
      );
      assert.deepEqual(readFiles(root), { ...files, 'a.yaml': 'A\n' });
    }));
});

function errorsOf(act: () => void): KrmError['results'] {
  try {
    act();
  } catch (error) {
    if (error instanceof KrmError) return error.results;
    throw error;
  }
  return assert.fail('no error was thrown');
}

/** Returns the names of a file that is reached through a descriptor of its folder, or of a folder that is one. */
function namesOf(path: string): readonly string[] {
  const real = (each: string): string => (fs.existsSync(each) ? fs.realpathSync(each) : each);
  return [path, real(path), join(real(dirname(path)), basename(path))];
}

/** Returns the errors if the file system refuses one operation on one file. The file's mode would not stop root. */
function refusing(name: 'accessSync' | 'renameSync', code: string, file: string, act: () => void): KrmError['results'] {
  const original = fs[name];
  const refuse = (...paths: readonly unknown[]): void => {
    if (paths.some((path) => typeof path === 'string' && namesOf(path).includes(file)))
      throw Object.assign(new Error('refused'), { code });
    Reflect.apply(original, fs, paths);
  };
  Object.assign(fs, { [name]: refuse });
  syncBuiltinESMExports();
  try {
    return errorsOf(act);
  } finally {
    Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  }
}
