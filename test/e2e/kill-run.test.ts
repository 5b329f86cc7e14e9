import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { isTemporary } from '../../cli/package/temporary-file.ts';
import { root } from '../../scripts/functions.ts';
import { readFiles, type Files } from '../cli/run-support.ts';
import { runProgram } from '../support/child.ts';
import { assertSameFiles } from '../support/corpus.ts';
import { inCopy } from '../support/example-files.ts';
import { describeKpts, needTools } from '../support/kpt.ts';
import { largePackage } from '../support/large-package.ts';
import { hasEnded, inTime, needProc, spinUntil } from '../support/running.ts';

const executable = join(root, 'dist/krm-variants');
const args = (folder: string): string[] => ['run', 'strip-transform', folder];

const { before: files, after: done } = largePackage(100);
/** Paths in the order in which they are replaced. */
const paths = Object.keys(files).toSorted();
const first = paths.find((path) => files[path] !== done[path]) ?? '';
const last = paths.at(-1) ?? '';

describeKpts('killed krm-variants run', function () {
  this.timeout(120_000);
  before(function () {
    needTools(this, 'kpt');
    needProc(this);
  });

  it('leaves all files unchanged before the first replacement', () =>
    killed((folder) => temporaries(folder).length > 50, 'none'));

  it('leaves each file either old or new during the replacements', () =>
    killed((folder) => readFileSync(join(folder, first), 'utf8') === done[first], 'some'));
});

function killed(isMoment: (folder: string) => boolean, replaced: 'none' | 'some'): Promise<void> {
  return inTime(() =>
    inCopy(files, async ({ folder }) => {
      await runAndKill(folder, () => isMoment(folder));
      const found = packageFiles(folder);
      assert.deepEqual(Object.keys(found), paths);
      for (const [path, content] of Object.entries(found)) assert.ok([files[path], done[path]].includes(content), path);
      if (replacedIn(found) !== replaced) return false;
      await assertTemporariesDoNotCount(folder);
      return true;
    }),
  );
}

/** Reports which files are new. They are replaced one after the other. */
function replacedIn(found: Files): 'none' | 'some' | 'all' {
  if (found[first] !== done[first]) return 'none';
  return found[last] === done[last] ? 'all' : 'some';
}

/** Kills the run at the first requested moment, or waits for its end. */
async function runAndKill(folder: string, isMoment: () => boolean): Promise<void> {
  const command = spawn(executable, args(folder));
  const pid = command.pid ?? assert.fail('krm-variants does not start');
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  spinUntil(() => isMoment() || hasEnded(pid), 'the moment');
  process.kill(pid, 'SIGKILL');
  await once(command, 'close');
}

/**
 * Checks that a second run completes the work: it names the leftovers of the first one, and neither it nor kpt treats
 * them as part of the package.
 */
async function assertTemporariesDoNotCount(folder: string): Promise<void> {
  const left = temporaries(folder);
  assert.ok(left.length > 0);
  const { stdout: listed } = await runProgram('kpt', ['fn', 'source', folder]);
  assert.equal(listed.match(/^- /gm)?.length, Object.values(files).join('\n---\n').split('\n---\n').length);
  assert.doesNotMatch(listed, /\.tmp/);
  const { exitCode, stderr } = await runProgram(executable, args(folder));
  assert.equal(exitCode, 0, stderr);
  for (const path of left) assert.ok(stderr.includes(path), `${path} is not named: ${stderr}`);
  assertSameFiles(packageFiles(folder), done, 'a second run');
  assert.deepEqual(temporaries(folder), left);
}

/** Returns the temporary files of `krm-variants run` beside the files that it replaces. */
function temporaries(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => isTemporary(basename(path)));
}

function packageFiles(folder: string): Files {
  return Object.fromEntries(Object.entries(readFiles(folder)).filter(([path]) => !isTemporary(basename(path))));
}
