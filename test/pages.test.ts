import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { root } from '../scripts/functions.ts';
import { CHART } from './support/chart.ts';
import { pageBlocks, PAGE_PATHS, readPage } from './support/pages.ts';

interface Step {
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
    const given = steps.flatMap((step) => Object.keys(step.with ?? {}));
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

  it('keep the README short, and its numbers equal to those of docs/alternatives.md', () => {
    const readme = readPage('README.md');
    assert.ok(readme.split('\n').length <= 151);
    const counted = pageBlocks(readPage('docs/alternatives.md')).filter(({ mark }) => mark === 'stdout');
    assert.deepEqual(
      counted.map(({ text }) => text),
      ['1\n', '3\n', '22\n0\n'],
    );
    const { length } = CHART.trimEnd().split('\n');
    assert.ok(
      readme.includes(
        `changes one line out of ${length}. For the same edit, \`yq\` changes three, and \`kubectl kustomize\` changes 22`,
      ),
    );
  });
});
