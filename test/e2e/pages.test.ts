import { inFolder } from '../cli/run-support.ts';
import { GoProgram } from '../support/go-program.ts';
import { needTools } from '../support/kpt.ts';
import { pageBlocks, readPage } from '../support/pages.ts';
import { SETTINGS } from '../support/page-settings.ts';
import { preparePage, type Setting } from '../support/prepare-page.ts';
import { assertShown, runPage } from '../support/run-page.ts';

/** Defines the test of a page. `path`: additional folders for the PATH. */
function testPage(page: string, setting: Setting, path: () => readonly string[] = () => []): void {
  it(`run, and print what is shown: ${page}`, function () {
    needTools(this, 'git', ...(setting.tools ?? []));
    return inFolder({}, (folder) => {
      const { work, env } = preparePage(folder, setting, path());
      assertShown(page, runPage(pageBlocks(readPage(page)), work, env, setting.columns));
    });
  });
}

const needsYq = ([, { tools = [] }]: readonly [string, Setting]): boolean => tools.includes('yq');
const pages = Object.entries(SETTINGS);

describe('the commands of the documentation', function () {
  for (const [page, setting] of pages.filter((each) => !needsYq(each))) testPage(page, setting);

  describe('beside yq', () => {
    const yq = new GoProgram('yq');
    for (const [page, setting] of pages.filter(needsYq)) testPage(page, setting, () => [yq.folder]);
  });
});
