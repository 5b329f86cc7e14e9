import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inCopy } from '../support/example-files.ts';
import { assertSameFiles } from '../support/corpus.ts';
import { needTools, runKpt } from '../support/kpt.ts';
import { largePackage } from '../support/large-package.ts';
import { native, type PipelineForm } from '../support/pipeline-forms.ts';

const { before: files, after: wanted } = largePackage();

describe('a package of 5 MB, rendered by kpt', function () {
  this.timeout(180_000);
  const aside = mkdtempSync(join(tmpdir(), 'krm-variants-large-'));
  before(function () {
    needTools(this, 'kpt');
  });
  after(() => rmSync(aside, { recursive: true }));

  it('has 5 MB', () => {
    assert.ok(Buffer.byteLength(Object.values(files).join('')) > 5e6);
  });

  it('by the native executable: what was asked for changes, and nothing more', () =>
    itChanges(native(join(aside, 'native'), [])));
});

function itChanges(form: PipelineForm): Promise<void> {
  return inCopy(form.named(files), (copy) => {
    const args = ['fn', 'render', copy.folder, '--allow-exec', '--image-pull-policy', 'never'];
    const { stderr, exitCode } = runKpt(args, form.env);
    assert.equal(exitCode, 0, stderr);
    assertSameFiles(copy.files(), form.named(wanted), 'rendered');
  });
}
