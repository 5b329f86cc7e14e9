import assert from 'node:assert/strict';
import { renameSync } from '../../../cli/process/rename.ts';

/** Returns how often a rename was tried that fails a number of times with a code, and the code that it threw. */
function triesOf(failures: number, code: string, patience: number): readonly [tries: number, thrown: unknown] {
  let tries = 0;
  const rename = (): void => {
    if (++tries <= failures) throw Object.assign(new Error(code), { code });
  };
  try {
    renameSync('from', 'to', { rename, patience });
    return [tries, undefined];
  } catch (error) {
    return [tries, (error as NodeJS.ErrnoException).code];
  }
}

describe('renameSync', () => {
  it('tries again while another program has a file open', () => {
    for (const code of ['EACCES', 'EBUSY', 'EPERM']) assert.deepEqual(triesOf(2, code, 100), [3, undefined]);
  });

  it('ends after its time limit, and at once for another error or without patience', () => {
    assert.deepEqual(triesOf(100, 'EPERM', 40), [3, 'EPERM']);
    assert.deepEqual(triesOf(1, 'ENOENT', 100), [1, 'ENOENT']);
    assert.deepEqual(triesOf(1, 'EPERM', 0), [1, 'EPERM']);
  });
});
