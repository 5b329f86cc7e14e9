import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';
import { inFolder, writeFiles } from '../cli/run-support.ts';
import { GoProgram } from '../support/go-program.ts';
import { needTools } from '../support/kpt.ts';
import { pageBlocks, PAGE_PATHS, readPage, type Block } from '../support/pages.ts';
import { NOT_RUN, preparePage, SETTINGS, type Setting } from '../support/page-settings.ts';

/** Text of a page, and the output that its command printed. */
interface Shown {
  readonly want: string;
  readonly is: string;
}

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
  this.timeout(120_000);

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

  for (const [page, setting] of pages.filter((each) => !needsYq(each))) testPage(page, setting);

  describe('beside yq', () => {
    const yq = new GoProgram('yq');
    for (const [page, setting] of pages.filter(needsYq)) testPage(page, setting, () => [yq.folder]);
  });
});

/** Writes the files of a page, runs its commands in order, and returns what it shows of their output. */
function runPage(blocks: readonly Block[], work: string, env: NodeJS.ProcessEnv): Shown[] {
  const shown: Shown[] = [];
  let output = '';
  for (const block of blocks) {
    const { language, mark, text, file } = block;
    if (language === 'shell') output = mark === 'not-run' ? '' : runShell(block, work, env);
    else if (mark === 'stdout') shown.push({ want: text, is: output });
    else if (file !== undefined) provide(work, file, text);
  }
  return shown;
}

/** Writes a file that a page shows. If it exists, it must have that content. */
function provide(work: string, file: string, text: string): void {
  if (existsSync(join(work, file))) assert.equal(readFileSync(join(work, file), 'utf8'), text, file);
  else writeFiles(work, { [file]: text });
}

/** Runs commands, checks their exit code, and returns their stdout without spaces at the ends of lines. */
function runShell({ text, mark }: Block, cwd: string, env: NodeJS.ProcessEnv): string {
  const { stdout, stderr, status } = spawnSync('bash', ['-e', '-c', text], {
    cwd,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, Number(/^exit-(\d+)$/.exec(mark)?.[1] ?? 0), `${text}${stdout}${stderr}`);
  return stdout.replaceAll(/ +$/gm, '');
}

/** Compares what a page shows with the output. With UPDATE=1, rewrites the page and fails once. */
function assertShown(path: string, shown: readonly Shown[]): void {
  const differing = shown.filter(({ want, is }) => want !== is);
  if (differing.length > 0 && process.env['UPDATE'] === '1') {
    const text = differing.reduce((before, { want, is }) => before.replace(want, () => is), readPage(path));
    writeFileSync(join(root, path), text);
    assert.fail(`${path}: rewritten; read the change, then run again`);
  }
  for (const { want, is } of differing) assert.equal(is, want);
}
