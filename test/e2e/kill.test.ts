import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Ended } from '../support/child.ts';
import { inCopy, type PackageCopy } from '../support/example-files.ts';
import { describeKpts } from '../support/kpt.ts';
import { sharedText } from '../support/kpt-releases.ts';
import { largePackage } from '../support/large-package.ts';
import { BUNDLES, IMAGES, NATIVE, needForm, type PipelineForm } from '../support/pipeline-forms.ts';
import {
  feeds,
  hasEnded,
  inTime,
  isWaitingForReader,
  needProc,
  parentOf,
  until,
  writtenBy,
} from '../support/running.ts';

/** Package of 2 MB, to keep the function busy for a while. */
const { before: files } = largePackage(100);

/**
 * Waits for a moment in the life of a process; `partner` writes to it and reads from it. Returns false if the moment
 * has passed.
 */
type Moment = (pid: number, partner: number) => Promise<boolean>;

const MOMENTS: Readonly<Record<string, Moment>> = {
  'while working': isAtWork,
  'while writing its output': async (pid, partner) => {
    if (!(await isAtWork(pid, partner))) return false;
    // From now on nobody reads more than a pipe holds.
    process.kill(partner, 'SIGSTOP');
    await until(() => isWaitingForReader(pid) || hasEnded(pid));
    return !hasEnded(pid);
  },
};

describeKpts('function killed while kpt renders', function () {
  for (const form of [BUNDLES, NATIVE, IMAGES]) {
    describe(`as ${form.name}`, () => itIsKilled(form));
  }
});

function itIsKilled(form: PipelineForm): void {
  before(function () {
    needForm(this, form);
    needProc(this);
  });

  for (const [name, moment] of Object.entries(MOMENTS)) {
    it(`fails kpt and leaves the package unchanged when killed ${name}`, () =>
      inTime(() =>
        inCopy(form.named(files), async (copy) => {
          const killed = await renderAndKill(copy, form, moment);
          if (killed === undefined) return false;
          assert.equal(killed.exitCode, 1, killed.stderr);
          assert.match(killed.stderr, /\[FAIL\] "\S*strip-transform/);
          assert.equal(sharedText('diff.patch', copy.diff()), '');
          return true;
        }),
      ));
  }
}

type Rendered = Pick<Ended, 'stderr' | 'exitCode'>;

/** Renders and kills a function; undefined if the moment had passed before the kill. */
async function renderAndKill(
  { folder, aside }: PackageCopy,
  form: PipelineForm,
  moment: Moment,
): Promise<Rendered | undefined> {
  const installed = form.install(join(aside, 'bin'));
  const env = { ...process.env, ...installed, PATH: [installed['PATH'], process.env['PATH']].join(delimiter) };
  const kpt = spawn('kpt', ['fn', 'render', folder, '--allow-exec', '--image-pull-policy', 'never'], { env });
  const kptId = kpt.pid ?? assert.fail('kpt does not start');
  // Lower the priority of the observed process, so that it does not finish before we see it.
  setPriority(kptId, constants.priority.PRIORITY_BELOW_NORMAL);
  const said = Promise.all([text(kpt.stderr), text(kpt.stdout), once(kpt, 'close')]);
  const wasInTime = await killAt(moment, form, kptId);
  const [stderr] = await said;
  return wasInTime ? { stderr, exitCode: kpt.exitCode } : undefined;
}

async function killAt(moment: Moment, form: PipelineForm, kpt: number): Promise<boolean> {
  const start = (): number | false => form.processOf('strip-transform', kpt) ?? (hasEnded(kpt) && kpt);
  const pid = await until(start);
  const partner = parentOf(pid);
  if (pid === kpt || partner === undefined) return false;
  try {
    if (!(await moment(pid, partner))) return false;
    process.kill(pid, 'SIGKILL');
    return true;
  } finally {
    process.kill(partner, 'SIGCONT');
  }
}

/** Waits until all input has arrived, and returns whether there is no output yet. */
async function isAtWork(pid: number, partner: number): Promise<boolean> {
  const before = writtenBy(pid) ?? 0;
  await until(() => !feeds(partner, pid));
  const after = writtenBy(pid) ?? Infinity;
  return !hasEnded(pid) && after - before < 100;
}
