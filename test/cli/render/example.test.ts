import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseRenderArguments, RENDER_OPTIONS } from '../../../cli/render/render-arguments.ts';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { renderFolder } from '../../../cli/render/render-command.ts';
import { root } from '../../../scripts/functions.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { codeBlocks } from '../../support/code-blocks.ts';
import { assertExpected, inCopy } from '../../support/example-files.ts';
import { quietRender } from '../../support/quiet-render.ts';
import { RENDER_EXAMPLE } from '../../support/render-example.ts';
import { diffWithin, inFolder, readFiles, writeFiles } from '../run-support.ts';

const files = readFiles(RENDER_EXAMPLE.folder);
const functions = await allFunctions();

describe('example of krm-variants render', () => {
  it('changes only the lines that its functions edit, and nothing in a second run', () =>
    inCopy(files, async ({ folder, ...copy }) => {
      assert.equal((await quietRender(functions, [folder])).exitCode, 0);
      assertExpected(RENDER_EXAMPLE, { 'diff.patch': copy.diff() });
      assert.equal((await quietRender(functions, [folder, '--check'])).exitCode, 0);
    }));

  it('prints what docs/render.md shows', () =>
    inFolder({}, async (folder) => {
      const [short, verbose] = [await shownIn(join(folder, 'a/shop')), await shownIn(join(folder, 'b/shop'), '-v')];
      const page = readFileSync(join(root, 'docs/render.md'), 'utf8');
      assert.deepEqual(codeBlocks(page, 'text'), [short.stderr, verbose.stderr]);
      const [hunk = '-'] = codeBlocks(page, 'diff');
      assert.ok(diffWithin(join(folder, 'a'), short.stdout).includes(hunk), hunk);
    }));
});

/** Renders a new copy of the example, and returns what is shown, without times. */
async function shownIn(folder: string, ...args: readonly string[]): Promise<Record<'stdout' | 'stderr', string>> {
  writeFiles(folder, files);
  let log = '';
  const { stdout, stderr } = await renderFolder(
    { functions, version: '0.1.0' },
    parseRenderArguments(sortArguments([folder, '--diff', ...args], RENDER_OPTIONS)),
    { log: (lines) => void (log += lines) },
  );
  const shown = `${log}${stderr}`
    .replaceAll(`${dirname(folder)}/`, '')
    .replaceAll(/ in [\d.]+m?s$/gm, ' in 0s')
    .replaceAll(/ +$/gm, '');
  return { stdout, stderr: shown };
}
