import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../../cli/package/replace-file.ts';
import { inFolder } from '../run-support.ts';

type Options = NonNullable<Parameters<typeof replaceFile>[2]>;

/** A setting, and the mode that it gives to a file in place of one with the mode 0640. */
const ROWS: readonly (readonly [name: string, options: Options, mode: number])[] = [
  ['gives a file the mode of a new one', {}, 0o644],
  ['gives a file the mode of a private one', { mode: 0o600 }, 0o600],
  ['keeps the mode of a file', { keepsMode: true }, 0o640],
  ['gives a file that is on the disk its mode', { mode: 0o600, waits: true }, 0o600],
];

describe('replaceFile', () => {
  let umask = 0;
  beforeEach(() => (umask = process.umask(0o022)));
  afterEach(() => process.umask(umask));

  for (const [name, options, mode] of ROWS)
    it(name, () =>
      inFolder({ a: 'a much longer text' }, (folder) => {
        const file = join(folder, 'a');
        chmodSync(file, 0o640);
        replaceFile(file, 'new', options);
        assert.equal(readFileSync(file, 'utf8'), 'new');
        assert.equal(statSync(file).mode & 0o777, mode);
        assert.deepEqual(readdirSync(folder), ['a']);
      }),
    );

  it('replaces what a killed process left in the temporary file', () =>
    inFolder({ 'a.new': 'a much longer text' }, (folder) => {
      replaceFile(join(folder, 'a'), Buffer.from('new'), { temporary: join(folder, 'a.new') });
      assert.equal(readFileSync(join(folder, 'a'), 'utf8'), 'new');
      assert.deepEqual(readdirSync(folder), ['a']);
    }));

  it('leaves no temporary file if it cannot replace the file', () =>
    inFolder({}, (folder) => {
      mkdirSync(join(folder, 'a'));
      assert.throws(() => replaceFile(join(folder, 'a'), 'new'), { code: 'EISDIR' });
      assert.deepEqual(readdirSync(folder), ['a']);
    }));
});
