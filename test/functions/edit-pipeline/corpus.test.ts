import assert from 'node:assert/strict';
import { join } from 'node:path';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import { writeFiles, type Files } from '../../cli/run-support.ts';
import { assertSameFiles, describeCorpus } from '../../support/corpus.ts';
import { inCopy } from '../../support/example-files.ts';
import { resource } from '../../support/resource-list.ts';

const config = (pipeline: string): string =>
  resource('config.porch.kpt.dev/v1alpha1', 'PackageVariant', 'site.north', `spec: {pipeline: ${pipeline}}\n`);
const asked = config('{mutators: [{image: "a:1", configMap: {vlan: "0120"}, name: net}], validators: [{exec: check}]}');
const nothing = config('{}');

const LINES = {
  mutators: `    - image: a:1
      configMap:
        vlan: "0120"
      name: PackageVariant.site.north.net.0
`,
  validators: `    - exec: check
      name: PackageVariant.site.north..0
`,
};

/**
 * Returns a Kptfile with the requested lines added. The pipeline, if any, is last in these Kptfiles, and its lists are
 * wide.
 */
function withAsked(kptfile: string): string {
  const hasPipeline = /^pipeline:/m.test(kptfile);
  return Object.entries(LINES).reduce(
    (text, [list, wide]) => {
      const head = `  ${list}:\n`;
      const lines = hasPipeline ? wide : wide.replaceAll(/^ {2}/gm, '');
      return text.includes(head) ? text.replace(head, `${head}${lines}`) : `${text}${head}${lines}`;
    },
    hasPipeline ? kptfile : `${kptfile}pipeline:\n`,
  );
}

describeCorpus('edit-pipeline on the corpus', function (packages) {
  for (const [name, files] of packages.filter(([, each]) => each['Kptfile'] !== undefined)) {
    it(`${name}: adds only the requested lines, and removes them again`, async () => {
      const want = { ...files, Kptfile: withAsked(String(files['Kptfile'])) };
      const once = await filesAfter(files, asked);
      assertSameFiles(once, want, `${name}:\n${String(once['Kptfile'])}`);
      assertSameFiles(await filesAfter(once, asked), want, `${name}, a second run`);
      assertSameFiles(await filesAfter(once, nothing), files, `${name}, without them`);
    });

    it(`${name}: changes no byte if there is nothing to add or remove`, async () => {
      assertSameFiles(await filesAfter(files, nothing), files, name);
    });
  }
});

function filesAfter(files: Files, text: string): Promise<Files> {
  return inCopy(files, async (copy) => {
    writeFiles(copy.aside, { 'config.yaml': text });
    const fn = await loadFunction('edit-pipeline');
    const { exitCode, stderr } = await applyToFolder(fn, [copy.folder, '--fn-config', join(copy.aside, 'config.yaml')]);
    assert.equal(exitCode, 0, stderr);
    return copy.files();
  });
}
