import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import { runFunction } from '../../../src/function/index.ts';
import { writeFiles, type Files } from '../../cli/run-support.ts';
import { assertSameFiles, describeCorpus, packageList } from '../../support/corpus.ts';
import { inCopy } from '../../support/example-files.ts';
import { withLines, absentFrom } from '../../support/line-edits.ts';
import { STRIP, STRIP_NOTHING, STRIPPED } from '../../support/stripped.ts';

describeCorpus('strip-transform on the corpus', function (packages) {
  for (const [name, files] of packages) {
    it(`${name}: removes only the requested lines`, async () => {
      const want = withLines(files, STRIPPED);
      assertSameFiles(await filesAfter(files, STRIP), want, name);
      assertSameFiles(await filesAfter(want, STRIP), want, `${name}, a second run`);
    });

    it(`${name}: removes only the requested lines from a ResourceList`, async () => {
      const fn = await loadFunction('strip-transform');
      const { stdout, stderr, exitCode } = await runFunction(fn, Buffer.from(packageList(files, STRIP)));
      assert.equal(exitCode, 0, stderr);
      assert.ok(
        stdout.startsWith(`${packageList(withLines(files, STRIPPED), STRIP)}results:\n`),
        'the input without these lines',
      );
    });

    it(`${name}: changes no byte without anything to remove`, async () =>
      assertSameFiles(await filesAfter(files, STRIP_NOTHING), files, name));
  }

  it('has lines of each rule', () => assert.deepEqual(absentFrom(packages, STRIPPED), []));
});

function filesAfter(files: Files, config: string): Promise<Files> {
  return inCopy(files, async (copy) => {
    writeFiles(copy.aside, { 'config.yaml': config });
    const fn = await loadFunction('strip-transform');
    const { exitCode, stderr } = await applyToFolder(fn, [copy.folder, '--fn-config', join(copy.aside, 'config.yaml')]);
    assert.equal(exitCode, 0, stderr);
    return copy.files();
  });
}
