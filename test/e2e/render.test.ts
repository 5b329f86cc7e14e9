import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { findFunctions, root } from '../../scripts/functions.ts';
import { inFolder, readFiles, writeFiles, type Files } from '../cli/run-support.ts';
import { packages } from '../render/generate-package.ts';
import type { Ended } from '../support/child.ts';
import { describeKpts, needTools, runKpt } from '../support/kpt.ts';

/** Number of packages. PROPERTY_RUNS=2000 draws more. */
const PACKAGES = Number(process.env['PROPERTY_RUNS'] ?? 40);

const program = join(root, 'dist/krm-variants');

describeKpts('krm-variants render beside kpt fn render', function () {
  this.timeout(PACKAGES * 20_000);

  before(function () {
    needTools(this, 'kpt', 'git');
  });

  it(`makes the same of ${PACKAGES} packages: files, data, exit code`, () =>
    inFolder({}, (folder) => {
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      for (const name of findFunctions()) symlinkSync(program, join(bin, name));
      const outcomes = fc.sample(packages(), PACKAGES).map((files, index) => {
        const [ours, kpts] = ['ours', 'kpt'].map((name) => join(folder, String(index), name, 'p'));
        const [own, other] = [render(ours ?? '', files, '', bin), render(kpts ?? '', files, 'kpt', bin)];
        const drawn = JSON.stringify(files);
        assert.equal(own.exitCode, other.exitCode, `${own.stderr}\n${other.stderr}\n${drawn}`);
        assert.deepEqual(formatted(ours ?? '', bin), formatted(kpts ?? '', bin), drawn);
        return own.exitCode;
      });
      assert.ok(outcomes.includes(0) && outcomes.includes(1), 'some packages render, and some fail');
    }));
});

/** Renders a new package with kpt, or with our program. */
function render(folder: string, files: Files, by: 'kpt' | '', bin: string): Pick<Ended, 'stderr' | 'exitCode'> {
  writeFiles(folder, files);
  if (by === 'kpt') return runKpt(['fn', 'render', folder, '--allow-exec'], { PATH: bin });
  const { status, stderr } = spawnSync(program, ['render', folder], { encoding: 'utf8' });
  return { stderr, exitCode: status };
}

/** Returns the files of a package as kpt writes them, which changes nothing of their data. */
function formatted(folder: string, bin: string): Files {
  const { exitCode, stderr } = runKpt(['fn', 'eval', folder, '--exec', 'cat'], { PATH: bin });
  assert.equal(exitCode, 0, stderr);
  return readFiles(folder);
}
