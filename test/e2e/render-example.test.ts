import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findFunctions, root } from '../../scripts/functions.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import { assertExpected, inCopy, type PackageCopy } from '../support/example-files.ts';
import { describeKpts, needTools, runKpt } from '../support/kpt.ts';
import { sharedFiles, sharedText } from '../support/kpt-releases.ts';
import { RENDER_EXAMPLE } from '../support/render-example.ts';

const program = join(root, 'dist/krm-variants');
const files = readFiles(RENDER_EXAMPLE.folder);

describeKpts('example of krm-variants render, through kpt', function () {
  before(function () {
    needTools(this, 'kpt');
  });

  it('changes the layout of more files than those that its functions edit', () =>
    inCopy(files, (copy) => {
      renderByKpt(copy);
      assertExpected(RENDER_EXAMPLE, { 'kpt.patch': copy.diff() }, sharedText);
    }));

  it('has the same data as krm-variants render: once formatted by kpt, no byte differs', async () => {
    const ours = await inCopy(files, (copy) => {
      const { status, stderr } = spawnSync(program, ['render', copy.folder], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      return renderByKpt(copy);
    });
    assert.deepEqual(sharedFiles(ours), sharedFiles(await inCopy(files, renderByKpt)));
  });
});

/** Renders a package, and returns its files. */
function renderByKpt(copy: PackageCopy): Files {
  const bin = join(copy.aside, 'bin');
  mkdirSync(bin);
  for (const name of findFunctions()) symlinkSync(program, join(bin, name));
  const { stderr, exitCode } = runKpt(['fn', 'render', copy.folder, '--allow-exec'], { PATH: bin });
  assert.equal(exitCode, 0, stderr);
  return copy.files();
}
