import assert from 'node:assert/strict';
import { join } from 'node:path';
import { assertSameFiles } from '../support/corpus.ts';
import { inCopy } from '../support/example-files.ts';
import { describeKpts, runKpt } from '../support/kpt.ts';
import { sharedFiles } from '../support/kpt-releases.ts';
import { largePackage } from '../support/large-package.ts';
import { IMAGES, NATIVE, needForm } from '../support/pipeline-forms.ts';

const { before: files, after: wanted } = largePackage();

describeKpts('a package of 5 MB, rendered by kpt', function () {
  it('has 5 MB', () => {
    assert.ok(Buffer.byteLength(Object.values(files).join('')) > 5e6);
  });

  for (const form of [NATIVE, IMAGES]) {
    it(`gets only the requested changes from ${form.name}`, function () {
      needForm(this, form);
      return inCopy(form.named(files), (copy) => {
        const args = ['fn', 'render', copy.folder, '--allow-exec', '--image-pull-policy', 'never'];
        const { stderr, exitCode } = runKpt(args, form.install(join(copy.aside, 'bin')));
        assert.equal(exitCode, 0, stderr);
        assertSameFiles(sharedFiles(copy.files()), sharedFiles(form.named(wanted)), 'rendered');
      });
    });
  }
});
