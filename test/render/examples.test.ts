import assert from 'node:assert/strict';
import { writeChanges } from '../../cli/package/file-changes.ts';
import { isChange } from '../../src/package/folder.ts';
import { findPackage } from '../../cli/package/input.ts';
import { loadFunction } from '../../scripts/functions.ts';
import { applyFunction } from '../../src/function/index.ts';
import { arrangeResults, formatResult } from '../../src/krm/index.ts';
import { renderPackages, type RenderStep } from '../../src/render/index.ts';
import { readFiles } from '../cli/run-support.ts';
import { assertExpected, inCopy, type PackageCopy } from '../support/example-files.ts';
import { expectedLines, withoutPlaces } from '../support/example-results.ts';
import { findExamples, type Example } from '../support/example.ts';
import { readFolder } from '../../cli/package/read-folder.ts';

describe('rendering of the examples', () => {
  for (const example of findExamples().filter(({ testType }) => testType === 'render')) {
    it(`${example.title}: makes the changes and results that kpt fn render makes`, () =>
      inCopy(readFiles(example.folder), (copy) => check(example, copy)));
  }
});

async function check(example: Example, copy: PackageCopy): Promise<void> {
  const { isFailed, results } = await render(example, copy);
  assert.equal(isFailed, example.exitCode !== 0);
  assertExpected(example, { 'diff.patch': copy.diff() });
  assert.equal(
    withoutPlaces(
      arrangeResults(results)
        .map((result) => `${formatResult(result)}\n`)
        .join(''),
    ),
    withoutPlaces(expectedLines(example)),
  );
}

/** Renders a package whose only function is that of the example. */
async function render({ functionName }: Example, { folder }: PackageCopy): Promise<RenderStep> {
  const fn = await loadFunction(functionName);
  const { root, files } = findPackage(folder);
  const open = readFolder(root, files);
  const { steps } = await renderPackages(open.resources, {
    root,
    callOf: () => ({ inProcess: true, run: (resources, { config }) => applyFunction(fn, resources, config) }),
  });
  const [step] = steps;
  if (step === undefined) return assert.fail('the pipeline must have a function');
  if (!step.isFailed)
    writeChanges(
      open
        .texts()
        .filter(isChange)
        .map((change) => ({ ...change, root })),
    );
  return step;
}
