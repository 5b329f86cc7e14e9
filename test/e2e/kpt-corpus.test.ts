import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Files } from '../cli/run-support.ts';
import type { Ended } from '../support/child.ts';
import {
  asked,
  assertSameFiles,
  describeCorpus,
  HARD_CASES,
  hardCases,
  withAsked,
  withContext,
  withPipeline,
} from '../support/corpus.ts';
import { dataArguments } from '../support/example-call.ts';
import { inCopy, type PackageCopy } from '../support/example-files.ts';
import { binFolder, builtFunction, describeKpts, needTools, runKpt } from '../support/kpt.ts';
import { sharedFiles } from '../support/kpt-releases.ts';

const functionName = 'apply-package-context';

/** Files of our own package that kpt refuses, with its message. */
const REFUSED: Files = {
  'directive.yaml': 'found incompatible YAML document',
  'values.yaml': 'resource must have `apiVersion`',
};

// kpt itself rewrites files that are not in its own style, whatever the function. The tests compare with a pass of
// `cat`, which changes nothing. kpt refuses none of the other packages in `kpt fn eval`, and renders each once it has a
// pipeline that can run here.
describeKpts('through kpt', function () {
  before(function () {
    needTools(this, 'kpt');
  });

  describeCorpus('corpus', (packages) => {
    for (const [name, files] of packages) {
      const evaluated = withContext(name === HARD_CASES ? withoutRefused(files) : files);
      const rendered = withPipeline(evaluated, [{ exec: functionName, configMap: asked }]);
      it(`kpt fn eval: ${name}`, () => check(evaluated, evaluate));
      it(`kpt fn render: ${name}`, () => check(rendered, render));
    }

    for (const [path, message] of Object.entries(REFUSED)) {
      it(`kpt refuses ${path} of ${HARD_CASES}`, async () => {
        const { [path]: text = '' } = hardCases();
        const { exitCode, stderr } = await inCopy(withContext({ [path]: text }), (copy) =>
          runAs(copy, evaluate, '/bin/cat'),
        );
        assert.equal(exitCode, 1);
        assert.ok(stderr.includes(String(message)), stderr);
      });
    }
  });
});

type Command = (folder: string) => string[];

function evaluate(folder: string): string[] {
  return ['fn', 'eval', folder, '--exec', functionName, ...dataArguments(asked)];
}

function render(folder: string): string[] {
  return ['fn', 'render', folder, '--allow-exec'];
}

async function check(files: Files, command: Command): Promise<void> {
  const ours = builtFunction(functionName);
  const normal = await filesAfter(files, command, '/bin/cat');
  const want = withAsked(normal);
  assertShared(await filesAfter(normal, command, ours), want, 'from the files that kpt formatted');
  assertShared(await filesAfter(files, command, ours), want, 'from the files as they are');
  assertShared(await filesAfter(want, command, ours), want, 'a second run');
}

function assertShared(files: Files, want: Files, title: string): void {
  assertSameFiles(sharedFiles(files), sharedFiles(want), title);
}

/** Returns the files after kpt ran an executable under the function's name. */
function filesAfter(files: Files, command: Command, executable: string): Promise<Files> {
  return inCopy(files, (copy) => {
    const { exitCode, stderr } = runAs(copy, command, executable);
    assert.equal(exitCode, 0, stderr);
    return copy.files();
  });
}

function runAs({ aside, folder }: PackageCopy, command: Command, executable: string): Ended {
  const PATH = binFolder(join(aside, 'bin'), functionName, executable);
  return runKpt(command(folder), { PATH });
}

function withoutRefused(files: Files): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => REFUSED[path] === undefined));
}
