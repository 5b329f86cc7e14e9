import assert from 'node:assert/strict';
import type { HostArguments } from '../../../cli/arguments/host-arguments.ts';
import { programCall, resolvedImage } from '../../../cli/host/program-call.ts';
import { formatResult, KrmError, Resource } from '../../../src/krm/index.ts';
import type { PipelineFunction } from '../../../src/render/index.ts';
import { readDocument } from '../../../src/yaml/index.ts';
import { kptfile } from '../run-support.ts';
import { withRuntime } from './stand-in.ts';

const KPTFILE = new Resource(readDocument(kptfile('p')));

const HOST: HostArguments & { readonly builtIn: readonly string[] } = {
  builtIn: ['apply-override-policy', 'strip-transform'],
  allowsExec: true,
  allowsContainers: true,
  allowsNetwork: false,
  environment: [],
  mounts: [],
  asCurrentUser: false,
  pullPolicy: 'IfNotPresent',
  imagePrefix: 'ghcr.io/kptdev/krm-functions-catalog/',
  functionTimeout: 60_000,
  functionTimeoutText: '5m',
  truncatesOutput: true,
};

function fn(by: 'exec' | 'image', called: string, tag = ''): PipelineFunction {
  const config = {
    configMap: undefined,
    configPath: undefined,
    configRef: undefined,
    when: undefined,
    selectors: [],
    exclude: [],
  };
  return { list: 'mutators', field: ['pipeline', 'mutators', 0], by, called, name: '', tag, ...config };
}

const refused: readonly (readonly [name: string, fn: PipelineFunction, host: Partial<HostArguments>, want: string])[] =
  [
    [
      'a program without --allow-exec',
      fn('exec', 'cat'),
      { allowsExec: false },
      'exec: must run with `--allow-exec` option to allow running function binaries',
    ],
    ...['apply-overide-policy', 'krm-variants apply-overide-policy'].map(
      (called) =>
        [
          `a program that is almost called like a function, and names it: ${called}`,
          fn('exec', called),
          { allowsExec: false },
          `exec: no function is called "${called}"; did you mean "apply-override-policy"? To run a program of this machine, use \`--allow-exec\``,
        ] as const,
    ),
    ...['strip-transform', 'strip-transfrom'].map(
      (name) =>
        [
          `the command that runs a function on files, and names the function: ${name}`,
          fn('exec', `krm-variants run ${name}`),
          {},
          'exec: `krm-variants run` works on folders and files, and is not a function itself; did you mean "strip-transform"?',
        ] as const,
    ),
    ['a command with an open quote', fn('exec', 'cat "a'), {}, 'exec: must be a command: the quote must be closed: "a'],
    [
      'a WebAssembly module',
      fn('exec', './f.wasm a'),
      {},
      'exec: a WebAssembly module cannot be called: use the program or the image of the function',
    ],
    [
      'a WebAssembly module in capitals, without --allow-exec',
      fn('exec', '"a b/F.WASM"'),
      { allowsExec: false },
      'exec: a WebAssembly module cannot be called: use the program or the image of the function',
    ],
    [
      'an image with --allow-containers false',
      fn('image', 'a'),
      { allowsContainers: false },
      'image: must run without `--allow-containers false` to allow running functions in images that are not part of this program',
    ],
    [
      'the name of an image that is invalid',
      fn('image', 'a:'),
      {},
      'image: must be the name of an image, such as registry.example/path/name:v1.2.3',
    ],
    [
      'a range of tags',
      fn('image', 'a', '~0.1'),
      {},
      'tag: must be a single tag, such as v1.2.3: a range is supported only for functions of this program, since the registry is not searched',
    ],
  ];

function lineOf(error: unknown): string {
  return error instanceof KrmError ? error.results.map(formatResult).join('\n') : String(error);
}

describe('programCall', () => {
  for (const [name, called, host, want] of refused) {
    it(`refuses ${name}`, () => {
      assert.throws(
        () => programCall(called, KPTFILE, { ...HOST, ...host }),
        (error) => lineOf(error) === `[error] kpt.dev/v1/Kptfile/p pipeline.mutators[0].${want}`,
      );
    });
  }

  it('records the value of the field that it refuses', () => {
    const values = [fn('exec', 'cat "'), fn('image', 'a', '^1')].map((called) => {
      try {
        return programCall(called, KPTFILE, HOST);
      } catch (error) {
        return error instanceof KrmError ? error.results[0]?.field?.currentValue : error;
      }
    });
    assert.deepEqual(values, ['cat "', '^1']);
  });

  it('calls a program with its arguments', async () => {
    const end = await programCall(fn('exec', `sh -c 'cat; echo "$1" >&2' sh "a b" # why`), KPTFILE, HOST)('input');
    assert.deepEqual(end, { stdout: 'input', stderr: 'a b\n', exitCode: 0, isTimedOut: false });
  });

  const hints: readonly (readonly [called: string, kptfile: Resource | undefined, hint: string])[] = [
    ['apply-overide-policy', KPTFILE, '; did you mean "apply-override-policy"?'],
    ['apply-override-policy', KPTFILE, ''],
    ['apply-override-policy', undefined, '; did you mean `--function apply-override-policy`?'],
    ['aply-override-policy', undefined, '; did you mean `--function apply-override-policy`?'],
    ['aply-override-policy -v', undefined, ''],
    ['no-such-program', undefined, ''],
  ];
  for (const [called, holder, hint] of hints)
    it(`hints at ${hint === '' ? 'nothing' : 'the function'} when ${called} cannot be started`, async () => {
      await assert.rejects(programCall(fn('exec', called), holder, HOST)(''), (error) => {
        assert.ok(lineOf(error).endsWith(` cannot be started: it must be on the PATH${hint}`), lineOf(error));
        return true;
      });
    });

  it('names the Kptfile when a program cannot be started', async () => {
    await assert.rejects(programCall(fn('exec', 'no-such-program'), KPTFILE, HOST)(''), (error) => {
      const want =
        '[error] kpt.dev/v1/Kptfile/p pipeline.mutators[0].exec: "no-such-program" cannot be started: it must be on the PATH';
      assert.equal(lineOf(error), want);
      return true;
    });
  });

  it('calls an image with its prefix and tag, by the options for containers', async () => {
    await withRuntime({ name: 'docker' }, async (log) => {
      const host = { ...HOST, allowsNetwork: true, pullPolicy: 'Never' } as const;
      const end = await programCall(fn('image', 'a:v0', 'v1.2'), KPTFILE, host)('input');
      assert.equal(end.stdout, 'input');
      assert.match(log()[1] ?? '', / --network host .* --pull never ghcr\.io\/kptdev\/krm-functions-catalog\/a:v1\.2$/);
    });
  });
});

describe('resolvedImage', () => {
  const rows: readonly (readonly [called: string, tag: string, want: string])[] = [
    ['a:v1', '', 'ghcr.io/kptdev/krm-functions-catalog/a:v1'],
    ['x/a:v1', '', 'x/a:v1'],
    ['x/a:v1', 'v2', 'x/a:v2'],
  ];
  for (const [called, tag, want] of rows) {
    it(`returns ${want} for ${called} and the tag "${tag}"`, () => {
      assert.equal(resolvedImage(fn('image', called, tag), KPTFILE, HOST), want);
    });
  }
});
