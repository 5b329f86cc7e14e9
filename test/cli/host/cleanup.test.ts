import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { needProc, processesWith, until } from '../../support/running.ts';
import { configMap, inFolder, kptfile, readFiles, type Files } from '../run-support.ts';
import { withRuntime } from './stand-in.ts';

const PROGRAM = fileURLToPath(import.meta.resolve('../../support/editing-function.ts'));

/** A command that does not end by itself while the test runs; no other process has its arguments. */
const SLEEP = `sleep 300.${process.pid}`;

const REMOVAL = 'rm --force NAME';

/** End of a rendering. */
interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** Functions that do not end, by the field of a pipeline that names them. */
const FUNCTIONS = { image: 'x/a:v1', exec: SLEEP } as const;

function packageWith(by: keyof typeof FUNCTIONS): Files {
  const pipeline = `pipeline:\n  mutators:\n  - ${by}: ${FUNCTIONS[by]}\n`;
  return { Kptfile: `${kptfile('p')}${pipeline}`, 'a.yaml': configMap('a') };
}

/** Renders a package, calls `act` with the process as soon as the function runs, and waits for the end of both. */
async function endDuring(
  folder: string,
  options: readonly string[],
  act: (child: { exitCode: number | null; kill: (signal: NodeJS.Signals) => boolean }) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, 'render', folder, '--allow-exec', ...options]);
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const stderr = text(child.stderr);
  await until(() => child.exitCode !== null || child.signalCode !== null || processesWith(sleepLine()).length > 0);
  act(child);
  const [exitCode, signal] = await ended;
  await until(() => processesWith(sleepLine()).length === 0);
  return { exitCode, signal, stderr: await stderr };
}

/** Returns the command line of the function as /proc has it. */
function sleepLine(): string {
  return SLEEP.replace(' ', '\0');
}

describe('a renderer that ends while a function of others runs', () => {
  before(function () {
    needProc(this);
  });

  for (const by of ['image', 'exec'] as const) {
    const removals = by === 'image' ? [REMOVAL] : [];
    const rendering = (
      options: readonly string[],
      act: Parameters<typeof endDuring>[2],
      check: (ended: Ended, log: readonly string[]) => void,
    ): Promise<void> =>
      inFolder(packageWith(by), (folder) =>
        withRuntime({ name: 'docker', run: `exec ${SLEEP}` }, async (log) => {
          const ended = await endDuring(folder, options, act);
          check(
            ended,
            log().filter((line) => line.startsWith('rm ')),
          );
          assert.deepEqual(readFiles(folder), packageWith(by));
        }),
      );

    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      for (const options of [[], ['--timeout', '5m']])
        it(`ends the ${by} on ${[signal, ...options].join(' ')}`, () =>
          rendering(
            options,
            (child) => child.kill(signal),
            (ended, log) => {
              assert.deepEqual([ended.signal, log], [signal, removals], ended.stderr);
            },
          ));

    /** Returns false if the time was over before the function ran. */
    const endsAtTimeout = async (seconds: number): Promise<boolean> => {
      let isRunning = false;
      await rendering(
        ['--timeout', `${seconds}s`],
        ({ exitCode }) => {
          isRunning = exitCode === null;
        },
        (ended, log) => {
          assert.deepEqual([ended.exitCode, log], [1, isRunning ? removals : []], ended.stderr);
          assert.match(
            ended.stderr,
            new RegExp(
              `the call took longer than ${seconds}s \\(\`--timeout\`\\) and was stopped: no file was written`,
            ),
          );
        },
      );
      return isRunning;
    };

    it(`ends the ${by} at --timeout`, async () => {
      let seconds = 4;
      // On a busy machine the renderer itself may take longer.
      while (!(await endsAtTimeout(seconds))) seconds *= 2;
    });
  }

  it('names a container that cannot be removed', () =>
    inFolder(packageWith('image'), (folder) =>
      withRuntime({ name: 'docker', run: `exec ${SLEEP}`, remove: 'echo busy >&2; exit 1' }, async () => {
        const { signal, stderr } = await endDuring(folder, [], (child) => child.kill('SIGTERM'));
        assert.equal(signal, 'SIGTERM');
        assert.match(
          stderr,
          /^\[error\]: the container could not be removed: docker rm --force krm-variants-[\da-f-]{36}$/m,
        );
      }),
    ));
});
