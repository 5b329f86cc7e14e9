import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../scripts/functions.ts';
import { inFolder } from '../cli/run-support.ts';

const SCRIPTS = {
  some: 'echo 2 0 1 >> $TEST_COUNTS',
  more: 'echo 3 0 0 >> $TEST_COUNTS',
  bad: 'echo 1 1 0 >> $TEST_COUNTS; exit 3',
  building: 'sleep 0.3; touch built; echo it is built',
  using: 'ls built',
  broken: 'echo it is broken; exit 1',
  first: 'touch begun; echo 1 1 0 >> $TEST_COUNTS; exit 1',
  second: 'until [ -e begun ]; do sleep 0.01; done; echo 1 0 0 >> $TEST_COUNTS; echo after the first',
  endless: 'sleep 600 & echo $! > endless; wait',
  hasty: 'until [ -s endless ]; do sleep 0.01; done; exit 1',
};

const ROWS: readonly [name: string, args: readonly string[], status: number, end: string][] = [
  ['adds up the counts of all scripts', ['some', 'more'], 0, '\n5 passed, 0 failed, 1 skipped\n'],
  [
    'stops at the first failing script',
    ['some', 'bad', 'more'],
    1,
    '\nFAILED: npm run bad\n\n3 passed, 1 failed, 1 skipped\n',
  ],
  [
    'delays the last script until the background script has ended',
    ['some', 'using', '--meanwhile', 'building'],
    0,
    'it is built\n\n> npm run using\nbuilt\n\n2 passed, 0 failed, 1 skipped\n',
  ],
  [
    'runs joined scripts side by side, each to its end',
    ['first+second', 'more'],
    1,
    '> npm run second (in the background)\nafter the first\n\nFAILED: npm run first\n\n2 passed, 1 failed, 0 skipped\n',
  ],
  [
    'skips the last script if the background script fails, and says why',
    ['some', 'more', '--meanwhile', 'broken'],
    1,
    'it is broken\n\nFAILED: npm run broken\n\n2 passed, 0 failed, 1 skipped\n',
  ],
];

describe('scripts/test.ts', () => {
  for (const [name, args, status, end] of ROWS) {
    it(name, async () => {
      const ended = await inScripts((cwd) => run(cwd, args));
      assert.equal(ended.stdout.slice(-end.length), end);
      assert.equal(ended.status, status);
    });
  }

  it('ends the background script and its children if another script fails', async () => {
    await inScripts(async (cwd) => {
      assert.equal(run(cwd, ['hasty', 'more', '--meanwhile', 'endless']).status, 1);
      const pid = readFileSync(join(cwd, 'endless'), 'utf8').trim();
      // The process was asked to end; otherwise this runs into the timeout of the test.
      while (!hasEnded(pid)) await setTimeout(10);
    });
  });
});

function inScripts<T>(act: (folder: string) => T | Promise<T>): Promise<T> {
  return inFolder({ 'package.json': JSON.stringify({ scripts: SCRIPTS }) }, act);
}

function run(cwd: string, args: readonly string[]): { readonly stdout: string; readonly status: number | null } {
  return spawnSync(process.execPath, [join(root, 'scripts/test.ts'), ...args], { cwd, encoding: 'utf8' });
}

/** Reports whether a process is gone, or dead but not yet reaped. */
function hasEnded(pid: string): boolean {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
