import assert from 'node:assert/strict';
import { inFolder } from '../cli/run-support.ts';
import { GoProgram } from '../support/go-program.ts';
import { needTools } from '../support/kpt.ts';
import { pageBlocks, PAGE_PATHS, readPage, type Block } from '../support/pages.ts';
import { NOT_RUN, SETTINGS } from '../support/page-settings.ts';
import { preparePage, type Setting } from '../support/prepare-page.ts';
import { assertShown, runPage } from '../support/run-page.ts';

const shellBlocks = (path: string): Block[] =>
  pageBlocks(readPage(path)).filter(({ language }) => language === 'shell');

/** Defines the test of a page. `path`: additional folders for the PATH. */
function testPage(page: string, setting: Setting, path: () => readonly string[] = () => []): void {
  it(`run, and print what is shown: ${page}`, function () {
    needTools(this, 'git', ...(setting.tools ?? []));
    return inFolder({}, (folder) => {
      const { work, env } = preparePage(folder, setting, path());
      assertShown(page, runPage(pageBlocks(readPage(page)), work, env));
    });
  });
}

const needsYq = ([, { tools = [] }]: readonly [string, Setting]): boolean => tools.includes('yq');
const pages = Object.entries(SETTINGS);

describe('the commands of the documentation', function () {
  it('are run, or listed with a reason', () => {
    const marked = PAGE_PATHS.flatMap((page) =>
      shellBlocks(page)
        .filter(({ mark }) => mark === 'not-run')
        .map(({ text }) => `${page}: ${text.split('\n', 1)[0]}`),
    );
    assert.deepEqual(marked.toSorted(), Object.keys(NOT_RUN).toSorted());
    const run = PAGE_PATHS.filter((page) => shellBlocks(page).some(({ mark }) => mark !== 'not-run'));
    assert.deepEqual(run.toSorted(), Object.keys(SETTINGS).toSorted());
  });

  it('are those of the tutorial where README shows an upgrade', () => {
    const { 1: section = '' } = /^## An upgrade\n(.*?)^## /ms.exec(readPage('README.md')) ?? [];
    const [shown] = pageBlocks(section);
    const [command = ''] = /krm-variants [^`]* --diff [^`]*/.exec(section) ?? [];
    const blocks = pageBlocks(readPage('docs/tutorial.md'));
    const index = blocks.findIndex(({ text }) => text === `${command}\n`);
    const printed = blocks[index + 1];
    assert.deepEqual([shown?.language, printed?.mark], ['diff', 'stdout']);
    assert.equal(
      printed?.text
        .split('\n')
        .filter((line) => /^[-+] /.test(line))
        .join('\n'),
      shown?.text.trimEnd(),
    );
  });

  for (const [page, setting] of pages.filter((each) => !needsYq(each))) testPage(page, setting);

  describe('beside yq', () => {
    const yq = new GoProgram('yq');
    for (const [page, setting] of pages.filter(needsYq)) testPage(page, setting, () => [yq.folder]);
  });
});
