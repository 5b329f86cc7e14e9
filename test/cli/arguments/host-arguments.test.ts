import assert from 'node:assert/strict';
import {
  ALLOW_OPTIONS,
  HOST_OPTIONS,
  parseAllowed,
  parseHostArguments,
  type HostArguments,
} from '../../../cli/arguments/host-arguments.ts';
import { optionLines } from '../../../cli/arguments/option.ts';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';
import { withEnvironment } from '../host/stand-in.ts';

const OPTIONS = [...ALLOW_OPTIONS, ...HOST_OPTIONS] as const;

const PLAIN: HostArguments = {
  allowsExec: false,
  allowsContainers: true,
  allowsNetwork: false,
  environment: [],
  mounts: [],
  asCurrentUser: false,
  pullPolicy: 'IfNotPresent',
  imagePrefix: 'ghcr.io/kptdev/krm-functions-catalog/',
  functionTimeout: 300_000,
  functionTimeoutText: '5m',
  truncatesOutput: true,
};

const accepted: readonly (readonly [args: readonly string[], want: Partial<HostArguments>])[] = [
  [[], {}],
  [['--allow-exec'], { allowsExec: true }],
  [['--allow-containers', 'false'], { allowsContainers: false }],
  [['--allow-containers=true'], {}],
  [['--allow-network'], { allowsNetwork: true }],
  [['--image-pull-policy', 'Always'], { pullPolicy: 'Always' }],
  [['--image-pull-policy=never'], { pullPolicy: 'Never' }],
  [['--image-pull-policy', 'IFNOTPRESENT'], {}],
  [['--image-prefix', 'gcr.io/kpt-fn'], { imagePrefix: 'gcr.io/kpt-fn' }],
  [['--image-prefix='], { imagePrefix: '' }],
  [['--image-prefix', ''], { imagePrefix: '' }],
  [['--function-timeout', '1m30s'], { functionTimeout: 90_000, functionTimeoutText: '1m30s' }],
  [['--function-timeout', '0'], { functionTimeout: Infinity, functionTimeoutText: '0' }],
  [['--truncate-output=false'], { truncatesOutput: false }],
];

const refused: readonly (readonly [args: string, message: string])[] = [
  ['--allow-containers', '`--allow-containers` must be followed by true|false'],
  ['--allow-containers=no', '`--allow-containers` must be true or false, not "no"'],
  ['--truncate-output 1', '`--truncate-output` must be true or false, not "1"'],
  ['--allow-alpha-wasm', 'unknown option "--allow-alpha-wasm"'],
  ['--allow-exec=true', '`--allow-exec` takes no value'],
  ['--image-pull-policy=missing', '`--image-pull-policy` must be Always, IfNotPresent or Never, not "missing"'],
  ['--image-prefix', '`--image-prefix` must be followed by PREFIX'],
  [
    '--image-prefix https://a',
    '`--image-prefix` must be a registry and a path without a scheme, "?" or "#", not "https://a"',
  ],
  ['--image-prefix a#b', '`--image-prefix` must be a registry and a path without a scheme, "?" or "#", not "a#b"'],
  [
    '--function-timeout soon',
    '`--function-timeout` must be a duration of at most 24h, such as 30s or 1m30s, not "soon"',
  ],
  ['--function-timeout 25h', '`--function-timeout` must be a duration of at most 24h, such as 30s or 1m30s, not "25h"'],
];

function parse(args: readonly string[], prefix = ''): Promise<HostArguments> {
  return withEnvironment({ KPT_IMAGE_PREFIX: prefix }, () => {
    const sorted = sortArguments(args, OPTIONS);
    return { ...parseAllowed(sorted), ...parseHostArguments(sorted) };
  });
}

describe('parseHostArguments', () => {
  for (const [args, want] of accepted) {
    it(`reads ${JSON.stringify(args)}`, async () => assert.deepEqual(await parse(args), { ...PLAIN, ...want }));
  }

  for (const [args, message] of refused) {
    it(`refuses ${args}`, async () => await assert.rejects(parse(args.split(' ')), new UsageError(message)));
  }

  it('takes the prefix of images from KPT_IMAGE_PREFIX, unless the option is given', async () => {
    assert.equal((await parse([], 'x.y/z')).imagePrefix, 'x.y/z');
    assert.equal((await parse(['--image-prefix', 'a.b'], 'x.y/z')).imagePrefix, 'a.b');
    assert.equal((await parse(['--image-prefix='], 'x.y/z')).imagePrefix, '');
    await assert.rejects(parse([], 'http://a'), { message: /^`KPT_IMAGE_PREFIX` must be a registry/ });
  });

  it('has usage lines of at most 80 columns', () => {
    for (const line of optionLines(OPTIONS).split('\n')) assert.ok(line.length <= 80, line);
  });
});
