import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findFunctions, loadFunction } from '../../scripts/functions.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import { builtImages } from '../support/built-images.ts';
import { imageOf } from '../support/containers.ts';
import { configArguments } from '../support/example-call.ts';
import { assertExpected, inCopy, type PackageCopy } from '../support/example-files.ts';
import { findExamples, type Example } from '../support/example.ts';
import { describeKpts, needTools, runKpt } from '../support/kpt.ts';
import { sharedText } from '../support/kpt-releases.ts';

describeKpts('examples, through kpt and images', function () {
  before(function () {
    needTools(this, 'kpt', 'podman', 'runc');
    builtImages();
  });

  for (const example of findExamples()) {
    it(`kpt fn eval: ${example.title}`, () =>
      inCopy(readFiles(example.folder), (copy) => check(example, copy, evaluate)));
    if (example.testType === 'eval') continue;
    it(`kpt fn render: ${example.title}`, () => inCopy(withImage(example), (copy) => check(example, copy, render)));
  }

  for (const name of findFunctions()) {
    it(`kpt fn doc: ${name}`, async () => {
      const { stdout, stderr, exitCode } = runKpt(['fn', 'doc', '--image', imageOf(name)], builtImages().env);
      assert.equal(exitCode, 0, stderr);
      assert.equal(stdout, `${(await loadFunction(name)).help}\n`);
    });
  }
});

/** Arguments of kpt for an example in a folder. */
type Command = (example: Example, folder: string) => string[];

function render(_: Example, folder: string): string[] {
  return ['fn', 'render', folder];
}

function evaluate(example: Example, folder: string): string[] {
  const config = configArguments(example, folder);
  return ['fn', 'eval', folder, '--image', imageOf(example.functionName), ...config];
}

function check(example: Example, copy: PackageCopy, command: Command): void {
  const results = join(copy.aside, 'results');
  const [fn = '', verb = '', ...rest] = command(example, copy.folder);
  const options = ['--image-pull-policy', 'never', '--results-dir', results];
  const { stderr, exitCode } = runKpt([fn, verb, ...options, ...rest], builtImages().env);
  assert.equal(exitCode, example.exitCode, stderr);
  assert.ok(stderr.includes(example.stdErr), stderr);
  const resultFile = join(results, 'results.yaml');
  nameExecutable(example, join(copy.folder, '../a/Kptfile'), join(copy.folder, 'Kptfile'), resultFile);
  assertExpected(example, { 'diff.patch': copy.diff() }, sharedText);
  assert.deepEqual(readResults(resultFile), readResults(join(example.folder, '.expected/results.yaml')));
}

/** Reads the results that kpt writes. The last line of stderr ends with a newline only without a container. */
function readResults(file: string): unknown {
  const withoutEnd = (key: unknown, value: unknown): unknown =>
    key === 'stderr' && typeof value === 'string' ? value.trimEnd() : value;
  return parse(sharedText('results.yaml', readFileSync(file, 'utf8')), withoutEnd);
}

/** Returns the files of an example, with the image in the Kptfile instead of the executable. */
function withImage({ folder, functionName }: Example): Files {
  const files = readFiles(folder);
  return { ...files, Kptfile: String(files['Kptfile']).replace(`exec: ${functionName}`, imageLine(functionName)) };
}

/** Restores the name of the executable, as in the files of the example. */
function nameExecutable({ functionName }: Example, ...files: readonly string[]): void {
  for (const file of files) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(imageLine(functionName), `exec: ${functionName}`));
  }
}

function imageLine(functionName: string): string {
  return `image: ${imageOf(functionName)}`;
}
