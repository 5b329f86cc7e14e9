import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Ended } from '../support/child.ts';
import { inCopy, type PackageCopy } from '../support/example-files.ts';
import { largePackage } from '../support/large-package.ts';
import { BUNDLES, IMAGES, NATIVE, needForm, type PipelineForm } from '../support/pipeline-forms.ts';
import { feeds, isWaitingForReader, needProc, parentOf, spinUntil, writtenBy } from '../support/running.ts';

/** A package of 2 MB: the function is at work for a while. */
const { before: files } = largePackage(100);

/** A moment in the life of a function's process; gets it, and the one that writes to it and reads from it. */
type Moment = (pid: number, partner: number) => void;

const MOMENTS: Readonly<Record<string, Moment>> = {
  'at work': untilAtWork,
  'writing its output': (pid, partner) => {
    untilAtWork(pid, partner);
    // Nobody reads now more than a pipe holds.
    process.kill(partner, 'SIGSTOP');
    spinUntil(() => isWaitingForReader(pid), 'the function writes');
  },
};

describe('a function that is killed while kpt renders', function () {
  this.timeout(120_000);
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
    it(`${name}: kpt fails, and nothing of the package changes`, () =>
      inCopy(form.named(files), async (copy) => {
        const { stderr, exitCode } = await renderAndKill(copy, form, moment);
        assert.equal(exitCode, 1, stderr);
        assert.match(stderr, /\[FAIL\] "\S*strip-transform/);
        assert.equal(copy.diff(), '');
      }));
  }
}

type Rendered = Pick<Ended, 'stderr' | 'exitCode'>;

async function renderAndKill({ folder, aside }: PackageCopy, form: PipelineForm, moment: Moment): Promise<Rendered> {
  const installed = form.install(join(aside, 'bin'));
  const env = { ...process.env, ...installed, PATH: [installed['PATH'], process.env['PATH']].join(delimiter) };
  const kpt = spawn('kpt', ['fn', 'render', folder, '--allow-exec', '--image-pull-policy', 'never'], { env });
  const kptId = kpt.pid ?? assert.fail('kpt does not start');
  // What we wait for should not be over before we are.
  setPriority(kptId, constants.priority.PRIORITY_BELOW_NORMAL);
  const said = Promise.all([text(kpt.stderr), text(kpt.stdout), once(kpt, 'close')]);
  const pid = spinUntil(() => form.processOf('strip-transform', kptId), 'the function starts');
  const partner = parentOf(pid) ?? assert.fail('the function has ended before it could be killed');
  try {
    moment(pid, partner);
    process.kill(pid, 'SIGKILL');
  } finally {
    process.kill(partner, 'SIGCONT');
  }
  const [stderr] = await said;
  return { stderr, exitCode: kpt.exitCode };
}

/** All of the input is there, and no output yet. */
function untilAtWork(pid: number, partner: number): void {
  const before = writtenBy(pid);
  spinUntil(() => !feeds(partner, pid), 'the function has been fed');
  assert.ok(writtenBy(pid) - before < 100, 'it could not be killed before it wrote');
}
