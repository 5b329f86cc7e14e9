import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDiff } from '../../src/package/diff.ts';
import { root } from '../../scripts/functions.ts';
import { makeRenderers, renderFolder } from '../../scripts/evidence/kpt-cases/renderer.ts';
import { inFolder, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { codeBlocks } from '../support/code-blocks.ts';
import { isRecorded } from '../support/kpt-releases.ts';
import { needTools } from '../support/kpt.ts';
import { RENDER_EXAMPLE } from '../support/render-example.ts';
import { skip } from '../support/skip.ts';

const PAGE = join(root, 'docs/lossless.md');
const page = readFileSync(PAGE, 'utf8');

describe('example of docs/lossless.md', () => {
  before(function () {
    needTools(this, 'kpt', 'git');
    if (!isRecorded()) skip(this, 'kpt is another release than the one that docs/lossless.md names');
  });

  it('has the diffs of kpt fn render and of krm-variants render', () =>
    inFolder({}, (folder) => {
      const { 'web.yaml': web = '', 'package-context.yaml': context = '' } = readFiles(RENDER_EXAMPLE.folder);
      const [kptfile = ''] = codeBlocks(page, 'yaml');
      const files = { Kptfile: kptfile, 'package-context.yaml': context, 'web.yaml': web };
      const diffs = makeRenderers(join(folder, 'bin')).map((renderer) => {
        const shop = join(folder, renderer.name, 'shop');
        writeFiles(shop, files);
        const { exitCode, stderr } = renderFolder(renderer, shop);
        assert.equal(exitCode, 0, stderr);
        return diffOf(files, readFiles(shop));
      });
      const shown = codeBlocks(page, 'diff').toReversed();
      if (process.env['UPDATE'] === '1') update(shown, diffs);
      assert.deepEqual(shown, diffs);
    }));
});

/** Writes the page with other diffs. */
function update(shown: readonly string[], diffs: readonly string[]): void {
  const text = shown.reduce((before, diff, index) => before.replace(diff, () => diffs[index] ?? ''), page);
  writeFileSync(PAGE, text);
}

function diffOf(before: Files, after: Files): string {
  const changes = Object.keys(before)
    .map((path) => ({ path, before: String(before[path]), after: String(after[path]) }))
    .filter((change) => change.before !== change.after);
  // As prettier leaves them in Markdown.
  return formatDiff(changes).replaceAll(/ +$/gm, '');
}
