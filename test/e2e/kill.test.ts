import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Ended } from '../support/child.ts';
import { inCopy } from '../support/example-files.ts';
import { needTools } from '../support/kpt.ts';
import { largePackage } from '../support/large-package.ts';
import { bundles, native, type PipelineForm } from '../support/pipeline-forms.ts';
import {
  feeds,
  isWaitingForReader,
  needProc,
  parentOf,
  processesWith,
  spinUntil,
  writtenBy,
} from '../support/running.ts';

/** A package of 2 MB: the function is at work for a while. */
const { before: files } = largePackage(100);

/** A moment in the life of a function that kpt has started; gets both ids. */
type Moment = (pid: number, kpt: number) => void;

const MOMENTS: Readonly<Record<string, Moment>> = {
  'at work': untilAtWork,
  'writing its output': (pid, kpt) => {
    untilAtWork(pid, kpt);
    // Nobody reads now more than a pipe holds.
    process.kill(kpt, 'SIGSTOP');
    spinUntil(() => isWaitingForReader(pid), 'the function writes');
  },
};

describe('a function that is killed while kpt renders', function () {
  this.timeout(120_000);
  const aside = mkdtempSync(join(tmpdir(), 'krm-variants-kill-'));
  before(function () {
    needTools(this, 'kpt');
    needProc(this);
  });
  after(() => rmSync(aside, { recursive: true }));

  describe('as a bundle for Node.js', () => itIsKilled(() => bundles(join(aside, 'bundles'), [])));
  describe('as the native executable', () => itIsKilled(() => native(join(aside, 'native'), [])));
});

function itIsKilled(makeForm: () => PipelineForm): void {
  let form: PipelineForm;
  before(() => {
    form = makeForm();
  });

  for (const [name, moment] of Object.entries(MOMENTS)) {
    it(`${name}: kpt fails, and nothing of the package changes`, () =>
      inCopy(form.named(files), async (copy) => {
        const { stderr, exitCode } = await renderAndKill(copy.folder, form, moment);
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, /\[FAIL\] "strip-transform"/);
        assert.equal(copy.diff(), '');
      }));
  }
}

type Rendered = Pick<Ended, 'stderr' | 'exitCode'>;

async function renderAndKill(folder: string, { env }: PipelineForm, moment: Moment): Promise<Rendered> {
  const path = [env['PATH'], process.env['PATH']].join(delimiter);
  const kpt = spawn('kpt', ['fn', 'render', folder, '--allow-exec'], { env: { ...process.env, ...env, PATH: path } });
  const kptId = kpt.pid ?? assert.fail('kpt does not start');
  // What we wait for should not be over before we are.
  setPriority(kptId, constants.priority.PRIORITY_BELOW_NORMAL);
  const said = Promise.all([text(kpt.stderr), text(kpt.stdout), once(kpt, 'close')]);
  try {
    const isOurs = (pid: number): boolean => parentOf(pid) === kptId;
    const pid = spinUntil(() => processesWith('cmdline', 'strip-transform').find(isOurs), 'the function starts');
    moment(pid, kptId);
    process.kill(pid, 'SIGKILL');
  } finally {
    process.kill(kptId, 'SIGCONT');
  }
  const [stderr] = await said;
  return { stderr, exitCode: kpt.exitCode };
}

/** All of the input is there, and no output yet. */
function untilAtWork(pid: number, kpt: number): void {
  spinUntil(() => !feeds(kpt, pid), 'kpt has fed the function');
  assert.ok(writtenBy(pid) < 100, 'it could not be killed before it wrote');
}
