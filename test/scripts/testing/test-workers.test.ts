import assert from 'node:assert/strict';
import { join } from 'node:path';
import { TestWorker, type Answer } from '../../../scripts/testing/test-workers.ts';
import { inFolder } from '../../cli/run-support.ts';

const MIXED = `
describe('suite', () => {
  it('is fine', () => console.log('printed'));
  it('is bad', () => { throw Object.assign(new Error('not equal'), { actual: 'a', expected: 'b' }); });
  it('is skipped');
});`;

/** Runs the tests of a file. */
function answer(text: string, titles = '', patience?: number): Promise<Answer & { shown: string[] }> {
  return inFolder({ 'some.test.js': text }, async (folder) => {
    const worker = new TestWorker(process.env, 1, patience);
    const shown: string[] = [];
    try {
      const request = { files: [join(folder, 'some.test.js')], titles, listOnly: false };
      return { ...(await worker.run(request, (title) => shown.push(title))), shown };
    } finally {
      worker.end();
    }
  });
}

describe('TestWorker', () => {
  it('counts tests, reports failures with their difference, and returns what they print', async () => {
    const { result, output, shown } = await answer(MIXED);
    assert.deepEqual([result.passed, result.skipped, output], [1, ['suite is skipped'], 'printed\n']);
    assert.deepEqual(
      result.failures.map(({ title }) => title),
      ['suite is bad'],
    );
    assert.match(result.failures[0]?.error ?? '', /^not equal\n[^]*-a\n *\+b\n/);
    assert.ok(shown.includes('suite is fine'));
  });

  it('runs only the tests of the requested titles', async () => {
    const { result } = await answer(MIXED, 'fine|nothing');
    assert.deepEqual(result, { passed: 1, failures: [], skipped: [] });
  });

  it('fails a file that cannot be loaded', async () => {
    const { result } = await answer('throw new Error("broken")');
    assert.match(result.failures[0]?.error ?? '', /^broken/);
  });

  it('fails the test during which its process ends', async () => {
    const { result } = await answer(`it('ends', () => process.exit(3));`);
    assert.deepEqual(
      result.failures.map(({ title, error }) => [title, error]),
      [['ends', 'the process of the tests ended: exit code 3']],
    );
  });

  it('ends a test that hangs', async () => {
    const { result } = await answer(`it('hangs', () => new Promise(() => setInterval(() => {}, 1e6)));`, '', 5000);
    assert.deepEqual(
      result.failures.map(({ title }) => title),
      ['hangs'],
    );
  });
});
