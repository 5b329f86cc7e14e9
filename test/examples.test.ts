import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderOutcome } from '../cli/work/report-jobs.ts';
import { applyToFolder } from './support/apply-to-folder.ts';
import { loadFunction } from '../scripts/functions.ts';
import { arrangeResults, formatResult, type Result } from '../src/krm/index.ts';
import { readFiles } from './cli/run-support.ts';
import { configArguments } from './support/example-call.ts';
import { assertExpected, inCopy, type PackageCopy } from './support/example-files.ts';
import { exampleList } from './support/example-list.ts';
import { expectedLines, withoutPlaces } from './support/example-results.ts';
import { findExamples, type Example } from './support/example.ts';
import { resourceList } from './support/resource-list.ts';
import { runList } from './support/run-list.ts';

describe('examples, in process', () => {
  for (const example of findExamples()) {
    it(example.title, () => inCopy(readFiles(example.folder), (copy) => check(example, copy)));

    it(`${example.title}: reports the same results in each run`, async () => {
      const { items, functionConfig } = exampleList(example);
      const fn = await loadFunction(example.functionName);
      const { list, report } = await runList(fn, resourceList(items, functionConfig));
      assert.equal((await runList(fn, list)).report, report);
    });

    it(`${example.title}: shows the command in its README`, () => {
      const readme = readFileSync(join(example.folder, 'README.md'), 'utf8');
      assert.ok(readme.includes(`\n${commandLine(example)}\n`), commandLine(example));
    });
  }
});

async function check(example: Example, copy: PackageCopy): Promise<void> {
  const { stderr, exitCode, stdout } = await run(example, copy);
  assert.equal(exitCode, example.exitCode, stderr);
  assert.ok(stderr.includes(example.stdErr), stderr);
  assertExpected(example, { 'diff.patch': copy.diff() });
  // A function called by kpt does not know the file of its config.
  const config = join(copy.folder, example.configFile ?? '');
  const results = reportOf(stdout).results.map(({ file, ...result }) =>
    file === undefined || file.path === config ? result : { ...result, file },
  );
  const shown = arrangeResults(results).map((result) => `${formatResult(result)}\n`);
  const want = expectedLines(example, copy.folder);
  assert.equal(
    withoutPlaces(shown.join('')),
    withoutPlaces(want),
    'results.yaml, which the suite that runs kpt rewrites',
  );

  const once = copy.files();
  const again = await run(example, copy);
  assert.deepEqual(copy.files(), once, 'a second run changes nothing');
  assert.deepEqual(reportOf(again.stdout).notices, [], 'a second run changes nothing');
}

function reportOf(text: string): { readonly results: readonly Result[]; readonly notices: readonly unknown[] } {
  return JSON.parse(text) as ReturnType<typeof reportOf>;
}

async function run(example: Example, { folder }: PackageCopy): Promise<FolderOutcome> {
  const fn = await loadFunction(example.functionName);
  return applyToFolder(fn, [folder, '--report', 'json', ...configArguments(example, folder)]);
}

function commandLine(example: Example): string {
  if (example.testType === 'render') return 'kpt fn render --allow-exec';
  return ['kpt fn eval --exec', example.functionName, ...configArguments(example, '')].join(' ');
}
