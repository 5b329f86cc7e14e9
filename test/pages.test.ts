import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { root } from '../scripts/functions.ts';
import { CHART } from './support/chart.ts';
import { pageBlocks, PAGE_PATHS, readPage, type Block } from './support/pages.ts';
import { NOT_RUN, SETTINGS } from './support/page-settings.ts';
import { withOutputs } from './support/run-page.ts';

interface Step {
  readonly uses: string;
  readonly with?: object;
}

interface Hook {
  readonly id: string;
}

function readYaml(path: string): unknown {
  return parse(readFileSync(join(root, path), 'utf8'));
}

/** Returns the anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return Array.from(readPage(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Reports whether the target of a relative link is missing. */
function broken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
}

const shellBlocks = (path: string): Block[] =>
  pageBlocks(readPage(path)).filter(({ language }) => language === 'shell');

describe('the commands of the documentation', () => {
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
    const [command = ''] = /krm-variants [^`]* --diff[^`]*/.exec(section) ?? [];
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
});

describe('the pages of the documentation', () => {
  it('link to files and headings that exist', () => {
    const links = [...PAGE_PATHS, 'CONTRIBUTING.md'].flatMap((page) =>
      Array.from(readPage(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, link = '']) => ({ page, link })),
    );
    assert.ok(links.length > 50);
    assert.deepEqual(
      links.filter(({ page, link }) => broken(page, link)),
      [],
    );
  });

  it('are all linked from the README, directly or by way of another page', () => {
    const reached = new Set(['README.md']);
    for (const page of reached)
      for (const [, link = ''] of readPage(page).matchAll(/\]\((?!https?:)([^)#\s]+\.md)[^)]*\)/g)) {
        const target = relative(root, join(root, dirname(page), link));
        if (PAGE_PATHS.includes(target)) reached.add(target);
      }
    assert.deepEqual(
      PAGE_PATHS.filter((page) => !reached.has(page)),
      [],
    );
  });

  it('give the GitHub action only inputs that it has, and name an existing hook', () => {
    const blocks = pageBlocks(readPage('docs/ci.md')).filter(({ language }) => language === 'yaml');
    const steps = blocks.flatMap(({ text }) => (text.startsWith('- uses:') ? (parse(text) as readonly Step[]) : []));
    const { inputs } = readYaml('action.yml') as { readonly inputs: object };
    const own = steps.filter(({ uses }) => uses === 'OWNER/krm-variants@REVISION');
    const given = own.flatMap((step) => Object.keys(step.with ?? {}));
    assert.ok(given.length > 0);
    assert.deepEqual(
      given.filter((name) => !(name in inputs)),
      [],
    );
    const ids = (readYaml('.pre-commit-hooks.yaml') as readonly Hook[]).map(({ id }) => id);
    const named = blocks.flatMap(({ text }) => Array.from(text.matchAll(/- id: (\S+)/g), ([, id = '']) => id));
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((id) => !ids.includes(id)),
      [],
    );
  });

  it('name their reader first, and end with where to go next', () => {
    const pages = PAGE_PATHS.filter((page) => page !== 'README.md' && page !== 'docs/architecture.md');
    const isComplete = (text: string): boolean =>
      /^(?:<!--.*-->\n\n)?# .*\n\nThis page is for people /.test(text) &&
      /^## Where to go next\n\n(?:- .*\n)+$/m.test(text);
    assert.ok(pages.length > 15);
    assert.deepEqual(
      pages.filter((page) => !isComplete(readPage(page))),
      [],
    );
  });

  it('have at most 25 words in a cell of a table', () => {
    const cells = ['docs/render.md', 'docs/merge.md', 'docs/reference.md'].flatMap((page) =>
      Array.from(readPage(page).matchAll(/^\|.*\|$/gm), ([row]) => row.split(/(?<!\\)\|/)).flat(),
    );
    assert.ok(cells.length > 200);
    assert.deepEqual(
      cells.filter((cell) => cell.trim().split(/\s+/).length > 25),
      [],
    );
  });

  it('keep the README short, and its numbers equal to those of docs/alternatives.md', () => {
    const readme = readPage('README.md');
    assert.ok(readme.split('\n').length <= 156);
    const counted = pageBlocks(readPage('docs/alternatives.md')).filter(({ mark }) => mark === 'stdout');
    assert.deepEqual(
      counted.map(({ text }) => text),
      ['1\n', '3\n', '22\n0\n'],
    );
    const { length } = CHART.trimEnd().split('\n');
    assert.ok(
      readme.includes(
        `has ${length} lines. \`krm-variants\` changes one of them. For the same edit, \`yq\` changes three lines. \`kubectl kustomize\` changes 22 lines`,
      ),
    );
  });

  it('get each output in the block that shows it, with UPDATE=1', () => {
    const block = (mark: string, text: string): string => `\`\`\`${mark}\n${text}\`\`\`\n`;
    const page = (...outputs: readonly string[]): string =>
      ['# Page\n', block('shell', 'true\n'), ...outputs.map((each) => block('text stdout', each))].join('\n');
    const before = page('', 'one\n', 'one\n', '');
    const want = page('first\n', 'one\n', 'two\nthree\n', '$& four\n');
    const printed = pageBlocks(want).map(({ text }) => text);
    const shown = pageBlocks(before).map(({ text, start }, index) => ({ want: text, is: printed[index] ?? '', start }));
    assert.equal(withOutputs(before, shown), want);
    assert.equal(
      withOutputs(
        want,
        pageBlocks(want).map(({ text, start }) => ({ want: text, is: '', start })),
      ),
      page('', '', '', '').replace('true\n', ''),
    );
  });
});
