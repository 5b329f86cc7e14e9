import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../cli/run-folder.ts';
import { assertSameFiles, corpusPackages } from '../support/corpus.ts';
import { PROBE, probe } from '../support/probe.ts';
import { inFolder, readFiles } from './run-support.ts';

const KEY = 'example.com/touched';

describe('krm-variants run on the corpus', () => {
  const packages = corpusPackages();
  if (packages.length === 0) it('skipped: ../shared/corpus is absent');

  for (const [name, files] of packages) {
    it(`${name}: adds only the lines of an annotation to each resource, and changes no byte without an edit`, () =>
      inFolder({ 'probe.yaml': PROBE }, (aside) =>
        inFolder(files, async (root) => {
          let touched = 0;
          const touch = probe(({ resources }) => {
            touched = resources.length;
            for (const { document } of resources) document.set(['metadata', 'annotations', KEY], 'yes');
          });
          const diff = await run(touch, root, aside);
          assert.equal(diff.match(/^-(?!--)/gm), null, diff.slice(0, 2000));
          assert.equal(diff.match(/^\+ +example\.com\/touched: "yes"$/gm)?.length, touched);
          const touchedFiles = readFiles(root);
          assert.equal(await run(probe(), root, aside), '');
          assertSameFiles(readFiles(root), touchedFiles, 'a function that changes nothing');
        }),
      ));
  }
});

async function run(fn: ReturnType<typeof probe>, root: string, aside: string): Promise<string> {
  const { stdout, stderr, exitCode } = await applyToFolder(fn, [
    root,
    '--fn-config',
    join(aside, 'probe.yaml'),
    '--diff',
  ]);
  assert.equal(exitCode, 0, stderr);
  return stdout;
}
