import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/functions.ts';
import { allTests, firstTier, shuffled, testFiles, testsWith } from '../../../scripts/testing/choose-tests.ts';
import { TestWorker } from '../../../scripts/testing/test-workers.ts';
import { ALONE, LATER, LONG, SECONDS, TOGETHER } from '../../tiers.ts';

const filesOf = (groups: readonly { readonly files: readonly string[] }[]): string[] =>
  groups.flatMap(({ files }) => files).toSorted();

describe('tiers of tests', () => {
  for (const [name, table] of Object.entries({ LATER, SECONDS, ALONE }))
    it(`have only existing files: ${name}`, () => {
      for (const file of Object.keys(table)) assert.ok(existsSync(join(root, file)), file);
    });

  it('have a name for files that run together, of which there are several', () => {
    for (const [name, pattern] of Object.entries(TOGETHER))
      assert.ok(testFiles().filter((file) => pattern.test(file)).length > 1, name);
  });

  it('have each file once in --all', () => assert.deepEqual(filesOf(allTests()), testFiles()));

  it('have each file in the first one that is not said to be later', () => {
    const later = testFiles().filter((file) => LATER[file] !== undefined && LATER[file].first === undefined);
    assert.deepEqual(filesOf(firstTier()).concat(later).toSorted(), testFiles());
  });

  it('have tests with each title that the first one takes of later files', async () => {
    const worker = new TestWorker(process.env, 1);
    try {
      for (const [file, { first = [] }] of Object.entries(LATER)) {
        if (first.length === 0) continue;
        const { result } = await worker.run({ files: [file], titles: '', listOnly: true });
        for (const title of first)
          assert.ok(
            result.skipped.some((each) => each.includes(title)),
            `${file}: ${title}`,
          );
      }
    } finally {
      worker.end();
    }
  });

  it('have no later file that takes long and does not', () => {
    for (const [file, { reason, seconds }] of Object.entries(LATER))
      if (reason === 'takes long') assert.ok(seconds > LONG, file);
  });

  it('start with the longest files', () => {
    const seconds = allTests().map((group) => group.seconds);
    assert.deepEqual(
      seconds,
      seconds.toSorted((one, other) => other - one),
    );
  });
});

describe('testsWith', () => {
  it('takes the files whose path has all words', () => {
    assert.deepEqual(
      testsWith(['test/scripts/', 'choose-tests']).map(({ files, titles }) => [files, titles]),
      [[['test/scripts/testing/choose-tests.test.ts'], '']],
    );
  });

  it('looks for words that are not in a path in titles', () => {
    const [group, ...others] = testsWith(['choose-tests', 'looks for words']);
    const titles = new RegExp(group?.titles ?? '');
    assert.deepEqual([titles.test('a title that looks for words'), titles.test('another'), others], [true, false, []]);
  });

  it('looks in all files for words that are in no path', () => {
    const groups = testsWith(['no path has these words']);
    assert.deepEqual(filesOf(groups), testFiles());
  });
});

describe('shuffled', () => {
  it('has the same groups in another order, which its number decides', () => {
    const names = (seed: number): string[] => shuffled(allTests(), seed).map(({ name }) => name);
    assert.deepEqual(names(1), names(1));
    assert.notDeepEqual(names(1), names(2));
    assert.deepEqual(names(1).toSorted(), names(2).toSorted());
  });
});
