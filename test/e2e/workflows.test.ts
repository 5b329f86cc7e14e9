import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/functions.ts';

import { GoProgram } from '../support/go-program.ts';
import { pageBlocks, readPage } from '../support/pages.ts';

const FOLDER = '.github/workflows';

/** Workflows of this project. */
const OWN = readdirSync(join(root, FOLDER)).map((file) => ({
  name: `${FOLDER}/${file}`,
  text: readFileSync(join(root, FOLDER, file), 'utf8'),
}));

/** Workflows on pages: YAML that has jobs. */
const DOCUMENTED = ['docs/ci.md', 'docs/fleet-ci.md'].flatMap((page) =>
  pageBlocks(readPage(page))
    .filter(({ language, text }) => language === 'yaml' && /^jobs:$/m.test(text))
    .map(({ text }, index) => ({ name: `${page}-${index}.yaml`, text })),
);

describe('workflows of GitHub', () => {
  const actionlint = new GoProgram('go-actionlint');

  it('have nothing that actionlint finds, here and on pages', () => {
    const all = [...OWN, ...DOCUMENTED];
    assert.equal(DOCUMENTED.length, 2);
    const found = actionlint.ask(all).map((line) => JSON.parse(line) as unknown);
    assert.deepEqual(
      found,
      all.map(() => []),
    );
    const [wrong] = actionlint.ask([
      { name: 'a.yaml', text: 'on: push\njobs: {a: {runs-on: ubuntu-latest, step: []}}\n' },
    ]);
    assert.match(wrong ?? '', /unexpected key/);
  });

  it('name actions of others by their commit, with the version', () => {
    for (const { name, text } of OWN) {
      const used = Array.from(text.matchAll(/uses: (.*)$/gm), ([, action = '']) => action);
      assert.ok(used.length > 0, name);
      for (const action of used) assert.match(action, /^(?:\.\/.*|\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/, name);
    }
  });

  it('on pages put krm-variants on the PATH before they call it', () => {
    for (const { name, text } of DOCUMENTED) {
      const action = text.indexOf('uses: OWNER/krm-variants@REVISION');
      const call = text.search(/run:(?:.*|\s*\|\n\s+)krm-variants /);
      assert.ok(action !== -1 && (call === -1 || action < call), name);
    }
  });
});
