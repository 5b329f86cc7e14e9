import assert from 'node:assert/strict';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { podEnvironment } from '../../scripts/function-config.ts';
import { findFunctions, loadFunction } from '../../scripts/functions.ts';
import { builtImages } from '../support/built-images.ts';
import type { Ended } from '../support/child.ts';
import { imageOf } from '../support/containers.ts';
import { exampleList, firstExample } from '../support/example-list.ts';
import { findExamples } from '../support/example.ts';
import { GoProgram } from '../support/go-program.ts';
import { needTools } from '../support/kpt.ts';
import { imageConfig, MAX_MESSAGE_SIZE, PorchContainer, type PorchAnswer } from '../support/porch.ts';
import { resource, resourceList } from '../support/resource-list.ts';
import { inProcess } from '../support/runner.ts';

const examples = findExamples();

// Porch's own server is not in any module of the module proxy; test/e2e/porch replaces it.
describe("in a container of Porch's function runner", function () {
  before(function () {
    needTools(this, 'podman', 'runc', 'go');
    builtImages();
  });
  const server = new GoProgram('porch');

  /** Runs a test on a container of a function, and ends the container afterwards. */
  async function inContainer(
    name: string,
    act: (container: PorchContainer) => Promise<void>,
    environment: readonly string[] = [],
  ): Promise<void> {
    const container = new PorchContainer(builtImages(), imageOf(name), server.file, environment);
    try {
      await act(container);
    } finally {
      await container.close();
    }
  }

  for (const name of findFunctions()) {
    it(`${name} runs as the ENTRYPOINT alone, with the same output for all examples as in process`, () =>
      inContainer(name, async (container) => {
        const { Entrypoint, Cmd, User } = imageConfig(builtImages(), imageOf(name));
        assert.deepEqual(Entrypoint, ['/usr/local/bin/krm-variants', name]);
        assert.equal(Cmd, undefined);
        assert.match(User ?? '', /^[1-9]\d*:\d+$/, 'a pod that must not run as root needs a number');
        const run = inProcess(await loadFunction(name));
        for (const example of examples.filter(({ functionName }) => functionName === name)) {
          const { items, functionConfig } = exampleList(example);
          const list = resourceList(items, functionConfig);
          assertSame(await container.call(list), await run(list), example.title);
        }
      }));
  }

  it('the names of images are valid for pods and services', () => {
    const tag = `v${packageJson.version}`.replaceAll('.', '');
    for (const name of findFunctions()) assert.match(`${name}-${tag}-99-01234567`, /^[a-z][a-z0-9-]{0,61}[a-z0-9]$/);
  });

  it('a failure writes only the original list with the results to stdout', () =>
    inContainer('expand-templates', async (container) => {
      const item = resource(
        'v1',
        'ConfigMap',
        'greeting',
        'data:\n  title: Welcome to {{.nowhere}} # shown on top\n',
        '  annotations:\n    control.kubestellar.io/expand-templates: "true"\n',
      );
      const list = resourceList([item], resource('v1', 'ConfigMap', 'function-input', 'data:\n  clusterName: oslo\n'));
      const { exitCode, stdout, results, error } = await container.call(list);
      assert.equal(exitCode, 1);
      assert.equal(error, '');
      assert.ok(stdout.startsWith(`${list}results:\n`), stdout);
      assert.match(results, /^\[error\] v1\/ConfigMap\/greeting data\.title: .*map has no entry for key "nowhere"$/);
    }));

  it('a failure in the environment of the FunctionConfigs writes errors to the results only, not to stderr', () => {
    const { data } = parse(podEnvironment()) as { readonly data: Readonly<Record<string, string>> };
    const fail = async (container: PorchContainer): Promise<void> => {
      const { exitCode, stderr, results } = await container.call(resourceList([], resource('v1', 'Pod', 'p')));
      assert.equal(exitCode, 1);
      assert.match(results, /^\[error\] /);
      assert.equal(stderr, '');
    };
    return inContainer(
      'expand-templates',
      fail,
      Object.entries(data).map(([name, value]) => `${name}=${value}`),
    );
  });

  it('a short list does not wait for one of nearly 6 MiB', () =>
    inContainer('strip-transform', async (container) => {
      const run = inProcess(await loadFunction('strip-transform'));
      const [long, short] = [listOfSize(MAX_MESSAGE_SIZE - 1000), resourceList([service(0)])];
      const order: string[] = [];
      const call = async (list: string, name: string): Promise<void> => {
        const answer = await container.call(list);
        order.push(name);
        assertSame(answer, await run(list), name);
        assert.notEqual(answer.stdout, list);
        assert.ok(name === 'short' || answer.stdout.length > MAX_MESSAGE_SIZE - 2000);
      };
      await Promise.all([call(long, 'long'), call(short, 'short')]);
      assert.deepEqual(order, ['short', 'long']);
    }));

  it('200 calls, two at a time, run in a process each and leave none', () =>
    inContainer('field-override', async (container) => {
      const run = inProcess(await loadFunction('field-override'));
      const { items, functionConfig } = firstExample('field-override');
      const lists = [resourceList(items, functionConfig), resourceList(items)];
      const wanted = await Promise.all(lists.map(run));
      assert.notEqual(wanted[0]?.exitCode, wanted[1]?.exitCode);
      const pids = new Set<number>();
      for (let round = 0; round < 100; round++) {
        const answers = await Promise.all(lists.map((list) => container.call(list)));
        for (const [at, want] of wanted.entries()) assertSame(answers[at], want, `round ${round}`);
        for (const { pid } of answers) pids.add(pid);
      }
      assert.equal(pids.size, 200);
      assert.deepEqual(builtImages().podman('top', '--latest', 'comm').trim().split('\n'), ['COMMAND', 'porch']);
    }));
});

function assertSame(answer: PorchAnswer | undefined, want: Ended | undefined, when: string): void {
  assert.ok(answer && want);
  const { stdout, stderr, exitCode, error } = answer;
  assert.deepEqual({ stdout, stderr, exitCode, error }, { ...want, error: '' }, when);
}

/** Returns a list of that size, filled with Services; one in ten thousand has something to strip. */
function listOfSize(size: number): string {
  const items: string[] = [];
  let left = size - resourceList([]).length;
  for (;;) {
    const item = service(items.length);
    left -= resourceList([item, item]).length - resourceList([item]).length;
    if (left < 0) return resourceList(items);
    items.push(item);
  }
}

function service(at: number): string {
  const clusterIp = at % 10_000 === 0 ? '  clusterIP: 10.96.4.17\n' : '';
  return resource('v1', 'Service', `service-${at}`, `spec:\n${clusterIp}  type: ClusterIP # at ${at}\n`);
}
