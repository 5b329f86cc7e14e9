import assert from 'node:assert/strict';
import type { ContainerOptions } from '../../../cli/arguments/host-arguments.ts';
import { runContainer } from '../../../cli/host/container.ts';
import { withRuntime, type StandIn } from './stand-in.ts';

const OPTIONS: ContainerOptions = {
  allowsNetwork: false,
  environment: [],
  mounts: [],
  asCurrentUser: false,
  pullPolicy: 'IfNotPresent',
  functionTimeout: 60_000,
};

const DOCKER: StandIn = { name: 'docker' };
const VERSION = 'version --format {{.Client.Version}}';
const ISOLATED = 'run --rm -i --name NAME --network none --user nobody --security-opt=no-new-privileges';

const commands: readonly (readonly [
  name: string,
  runtime: StandIn,
  options: Partial<ContainerOptions>,
  want: string[],
])[] = [
  ['docker by default', DOCKER, {}, [VERSION, `${ISOLATED} --pull missing x/a:v1`]],
  ['a pull each time', DOCKER, { pullPolicy: 'Always' }, [VERSION, `${ISOLATED} --pull always x/a:v1`]],
  ['no pull', DOCKER, { pullPolicy: 'Never' }, [VERSION, `${ISOLATED} --pull never x/a:v1`]],
  [
    'the network of this machine',
    DOCKER,
    { allowsNetwork: true },
    [VERSION, `${ISOLATED.replace('none', 'host')} --pull missing x/a:v1`],
  ],
  [
    'the runtime of KPT_FN_RUNTIME, in any case',
    { name: 'podman', env: { KPT_FN_RUNTIME: 'Podman' } },
    {},
    ['version', `${ISOLATED} --pull missing x/a:v1`],
  ],
  [
    'podman where docker is missing',
    { name: 'podman', isAlone: true },
    {},
    ['version', `${ISOLATED} --pull missing x/a:v1`],
  ],
  [
    'the runtime of KRM_FN_RUNTIME, rather than that of KPT_FN_RUNTIME',
    { name: 'nerdctl', env: { KRM_FN_RUNTIME: 'nerdctl', KPT_FN_RUNTIME: 'podman' } },
    {},
    ['version', `${ISOLATED} --pull missing x/a:v1`],
  ],
];

const refused: readonly (readonly [name: string, runtime: StandIn, message: RegExp])[] = [
  [
    'an unknown runtime',
    { name: 'docker', env: { KPT_FN_RUNTIME: 'bogus' } },
    /^`KPT_FN_RUNTIME` must be docker, podman or nerdctl, not "bogus"$/,
  ],
  [
    'a runtime that is not on the PATH',
    { name: 'docker', env: { KRM_FN_RUNTIME: 'nerdctl' } },
    /^"nerdctl" cannot be started: it must be on the PATH; functions in images require docker, podman or nerdctl: start or install one, and name it in `KRM_FN_RUNTIME`$/,
  ],
  [
    'a runtime that does not answer',
    { name: 'docker', version: 'echo 24.0.1; echo "is the daemon running?" >&2; exit 1' },
    /^`docker version` failed: is the daemon running\?; functions in images require/,
  ],
  ['a runtime that says nothing', { name: 'docker', version: 'exit 2' }, /^`docker version` failed: exit code 2; /],
  ...['20.9.9', '19.03.15', '4.3.1', 'foo', '20.10', ''].map(
    (version) =>
      [
        `docker ${version}`,
        { name: 'docker', version: `echo ${version}` },
        new RegExp(`^docker must be at least 20\\.10\\.0, not "${version}"; `),
      ] as const,
  ),
];

describe('runContainer', () => {
  for (const [name, runtime, options, want] of commands) {
    it(`runs an image with ${name}`, async () => {
      await withRuntime(runtime, async (log) => {
        const end = await runContainer('x/a:v1', 'input', { ...OPTIONS, ...options });
        assert.deepEqual(end, { stdout: 'input', stderr: '', exitCode: 0, isTimedOut: false });
        assert.deepEqual(log(), want);
      });
    });
  }

  for (const version of ['20.10.0', 'v20.10.0', '20.10.25+dfsg1', '28.2.2', '100.0.0-rc.1']) {
    it(`accepts docker ${version}`, async () => {
      await withRuntime({ name: 'docker', version: `echo ${version}` }, async () => {
        assert.equal((await runContainer('a', 'b', OPTIONS)).stdout, 'b');
      });
    });
  }

  for (const [name, runtime, message] of refused) {
    it(`refuses ${name}`, async () => {
      await withRuntime(runtime, async () => {
        await assert.rejects(runContainer('a', '', OPTIONS), { name: 'KrmError', message });
      });
    });
  }

  it('checks the version of a runtime once, and gives each container its own name', async () => {
    await withRuntime({ name: 'docker', run: 'echo "$5"' }, async (log) => {
      const ends = await Promise.all([1, 2, 3].map(() => runContainer('a', '', OPTIONS)));
      assert.equal(new Set(ends.map(({ stdout }) => stdout)).size, 3);
      assert.equal(log().filter((line) => line === VERSION).length, 1);
    });
  });

  it('returns the failure of a function without the messages of the runtime', async () => {
    const run = `echo "Unable to find image 'x/a:v1' locally" >&2; echo "why" >&2; exit 3`;
    await withRuntime({ name: 'docker', run }, async (log) => {
      const end = await runContainer('x/a:v1', '', OPTIONS);
      assert.deepEqual(end, { stdout: '', stderr: 'why', exitCode: 3, isTimedOut: false });
      assert.equal(log().length, 2);
    });
  });

  const removals: readonly (readonly [name: string, rm: string, stderr: string])[] = [
    ['removes a container that does not end', '', 'a'],
    ['accepts that there is no container yet', 'echo "Error: No such container: x" >&2; exit 1', 'a'],
  ];
  for (const [name, rm, stderr] of removals) {
    it(name, async () => {
      await withRuntime({ name: 'docker', run: `echo a >&2; exec sleep 20 ;; rm) ${rm || ':'}` }, async (log) => {
        const end = await runContainer('x/a:v1', '', { ...OPTIONS, functionTimeout: 500 });
        assert.deepEqual(end, { stdout: '', stderr, exitCode: -1, signal: 'SIGKILL', isTimedOut: true });
        assert.deepEqual(log().slice(2), ['rm --force NAME']);
      });
    });
  }

  it('names a container that cannot be removed', async () => {
    await withRuntime({ name: 'docker', run: 'exec sleep 20', remove: 'exit 1' }, async () => {
      const { stderr } = await runContainer('a', '', { ...OPTIONS, functionTimeout: 500 });
      assert.match(stderr, /^the container could not be removed: docker rm --force krm-variants-[\da-f-]{36}$/);
    });
  });
});
