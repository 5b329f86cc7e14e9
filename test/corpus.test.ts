import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FolderOutcome } from '../cli/work/report-jobs.ts';
import { applyToFolder } from './support/apply-to-folder.ts';
import { loadFunction } from '../scripts/functions.ts';
import { runFunction } from '../src/function/index.ts';
import { writeFiles } from './cli/run-support.ts';
import {
  asked,
  assertSameFiles,
  describeCorpus,
  hasContext,
  packageList,
  withAsked,
  withContext,
} from './support/corpus.ts';
import { dataArguments } from './support/example-call.ts';
import { inCopy } from './support/example-files.ts';

const nothingToSet = `apiVersion: config.porch.kpt.dev/v1alpha1
kind: PackageVariant
metadata:
  name: same
spec:
  upstream: {repo: blueprints, package: base, revision: 1}
  downstream: {repo: sites, package: same}
`;

describeCorpus('corpus, in process', function (packages) {
  for (const [name, files] of packages) {
    it(`${name}: changes only the requested lines`, () =>
      inCopy(withContext(files), async (copy) => {
        const { exitCode, stderr } = await run(copy.folder, ...dataArguments(asked));
        assert.equal(exitCode, 0, stderr);
        assertSameFiles(copy.files(), withAsked(withContext(files)), copy.diff().slice(0, 2000));
      }));

    it(`${name}: changes only the requested lines of a ResourceList`, async () => {
      const config = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: asked}\ndata: ${JSON.stringify(asked)}\n`;
      const input = packageList(withContext(files), config);
      const want = packageList(withAsked(withContext(files)), config);
      const { stdout, stderr, exitCode } = await runFunction(
        await loadFunction('apply-package-context'),
        Buffer.from(input),
      );
      assert.equal(exitCode, 0, stderr);
      assert.ok(stdout.startsWith(`${want}results:\n`), 'the output is the input with the asked-for lines');
    });

    it(`${name}: changes no byte without a key to set`, () =>
      inCopy(files, async (copy) => {
        writeFiles(copy.aside, { 'variant.yaml': nothingToSet });
        const { exitCode, stderr } = await run(copy.folder, '--fn-config', join(copy.aside, 'variant.yaml'));
        assert.equal(exitCode, 0, stderr);
        assertSameFiles(copy.files(), files, copy.diff().slice(0, 2000));
      }));
  }

  for (const [name, files] of packages.filter(([, some]) => !hasContext(some))) {
    it(`${name}: changes no byte without a context`, () =>
      inCopy(files, async (copy) => {
        const { exitCode, stderr } = await run(copy.folder, ...dataArguments(asked));
        assert.equal(exitCode, 1);
        assert.ok(stderr.includes('the root package must have a ConfigMap `kptfile.kpt.dev`'), stderr);
        assertSameFiles(copy.files(), files, copy.diff().slice(0, 2000));
      }));
  }
});

async function run(folder: string, ...config: readonly string[]): Promise<FolderOutcome> {
  return applyToFolder(await loadFunction('apply-package-context'), [folder, ...config]);
}
