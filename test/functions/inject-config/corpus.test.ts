import assert from 'node:assert/strict';
import { applyToFolder } from '../../support/apply-to-folder.ts';
import { loadFunction } from '../../../scripts/functions.ts';
import { runFunction } from '../../../src/function/index.ts';
import { assertSameFiles, describeCorpus, packageList } from '../../support/corpus.ts';
import { inCopy } from '../../support/example-files.ts';

const CONFIG = `apiVersion: config.porch.kpt.dev/v1alpha1
kind: PackageVariant
metadata: {name: v}
spec: {injectors: [{name: a}]}
`;

describeCorpus('inject-config on the corpus', (packages) => {
  for (const [name, files] of packages) {
    it(`${name}: changes nothing without injection points`, () =>
      inCopy({ ...files, '../aside/config.yaml': CONFIG }, async (copy) => {
        const before = copy.files();
        const fn = await loadFunction('inject-config');
        const args = [copy.folder, '--fn-config', `${copy.aside}/config.yaml`];
        const { exitCode, stderr } = await applyToFolder(fn, args);
        assert.equal(exitCode, 0, stderr);
        assert.ok(stderr.includes('no resource has the annotation'), stderr);
        assertSameFiles(copy.files(), before, copy.diff().slice(0, 2000));
      }));

    it(`${name}: changes nothing in a ResourceList`, async () => {
      const fn = await loadFunction('inject-config');
      const input = packageList(files, CONFIG);
      const { stdout, stderr, exitCode } = await runFunction(fn, Buffer.from(input));
      assert.equal(exitCode, 0, stderr);
      assert.ok(stdout.startsWith(`${input}results:\n`), 'the output is the input');
    });
  }
});
