import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '../cli/run-support.ts';
import { configArguments } from '../support/example-call.ts';
import { assertExpected, inCopy, type PackageCopy } from '../support/example-files.ts';
import { findExamples, type Example } from '../support/example.ts';
import { binFolder, describeKpts, needTools, runKpt } from '../support/kpt.ts';
import { EDITS_ITS_PIPELINE, sharedText } from '../support/kpt-releases.ts';

describeKpts('examples, through kpt', function () {
  before(function () {
    needTools(this, 'kpt');
  });

  for (const example of findExamples()) {
    // A render can also be done with eval, but not vice versa.
    const commands = example.testType === 'render' ? [render, evaluate] : [evaluate];
    for (const command of commands) {
      const name = `${command === render ? 'kpt fn render' : 'kpt fn eval'}: ${example.title}`;
      it(name, () => inCopy(readFiles(example.folder), (copy) => check(example, copy, command)));
    }
  }
});

/** Arguments of kpt for an example in a folder; the results are written to another folder. */
type Command = (example: Example, folder: string, results: string) => string[];

function render(_: Example, folder: string, results: string): string[] {
  return ['fn', 'render', folder, '--allow-exec', '--results-dir', results];
}

function evaluate(example: Example, folder: string, results: string): string[] {
  const config = configArguments(example, folder);
  return ['fn', 'eval', folder, '--exec', example.functionName, '--results-dir', results, ...config];
}

function check(example: Example, copy: PackageCopy, command: Command): void {
  const PATH = binFolder(join(copy.aside, 'bin'), example.functionName);
  const results = join(copy.aside, 'results');
  const { stderr, exitCode } = runKpt(command(example, copy.folder, results), { PATH });
  assert.equal(exitCode, example.exitCode, stderr);
  assert.ok(stderr.includes(example.stdErr), stderr);
  const resultList = readFileSync(join(results, 'results.yaml'), 'utf8');
  assertExpected(example, { 'diff.patch': copy.diff(), 'results.yaml': resultList }, sharedText);

  const runAgain = (): void => {
    const again = runKpt(command(example, copy.folder, join(copy.aside, 'again')), { PATH });
    assert.equal(again.exitCode, example.exitCode, again.stderr);
  };
  if (EDITS_ITS_PIPELINE.has(example.title)) runAgain();
  const once = copy.files();
  runAgain();
  assert.deepEqual(copy.files(), once, 'a second run changes nothing');
}
