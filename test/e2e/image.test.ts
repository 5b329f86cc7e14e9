import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles, type Files } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import { Containers, imageOf } from '../support/containers.ts';
import { configArguments } from '../support/example-call.ts';
import { assertExpected, inCopy } from '../support/example-files.ts';
import { findExamples, type Example } from '../support/example.ts';
import { needTools, runKpt } from '../support/kpt.ts';

const examples = findExamples();
const functionNames = [...new Set(examples.map(({ functionName }) => functionName))];

describe('images', function () {
  this.timeout(120_000);
  let opened: Containers | undefined;
  const containers = (): Containers => opened ?? assert.fail('no containers');

  before(function () {
    needTools(this, 'kpt', 'podman', 'buildah', 'runc');
    opened = new Containers();
    opened.build();
  });
  after(() => opened?.close());

  for (const name of functionNames) {
    it(`${name}: needs no network, no user and nothing to write to`, () => {
      const confined = ['--network', 'none', '--user', 'nobody', '--read-only', '--cap-drop', 'all'];
      const help = containers().podman('run', '--rm', ...confined, imageOf(name), '--help');
      assert.ok(help.startsWith(`# ${name}\n`), help);
    });
  }

  for (const example of examples) {
    it(`kpt fn ${example.testType}: ${example.title}`, () =>
      inCopy(withImage(example), (copy) => {
        const { stderr, exitCode } = run(example, copy.folder, containers().env);
        assert.equal(exitCode, example.exitCode, stderr);
        assert.ok(stderr.includes(example.stdErr), stderr);
        nameExecutable(example, copy.folder);
        assertExpected(example, { 'diff.patch': copy.diff() });
      }));
  }
});

/** The files of an example, whose Kptfile names the image in place of the executable. */
function withImage({ folder, functionName }: Example): Files {
  const files = readFiles(folder);
  return {
    ...files,
    Kptfile: String(files['Kptfile']).replace(`exec: ${functionName}`, `image: ${imageOf(functionName)}`),
  };
}

/** Names the executable again in both sides of the diff, which may show that line. */
function nameExecutable({ functionName }: Example, folder: string): void {
  for (const side of ['a', 'b']) {
    const file = join(folder, '..', side, 'Kptfile');
    writeFileSync(file, readFileSync(file, 'utf8').replace(`image: ${imageOf(functionName)}`, `exec: ${functionName}`));
  }
}

function run(example: Example, folder: string, env: Containers['env']): Ended {
  const local = ['--image-pull-policy', 'never'];
  if (example.testType === 'render') return runKpt(['fn', 'render', folder, ...local], env);
  const config = configArguments(example, folder);
  return runKpt(['fn', 'eval', folder, '--image', imageOf(example.functionName), ...local, ...config], env);
}
