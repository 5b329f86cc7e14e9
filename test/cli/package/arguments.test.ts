import assert from 'node:assert/strict';
import { parseRunArguments, type RunArguments } from '../../../cli/package/arguments.ts';
import { UsageError } from '../../../cli/usage-error.ts';

const accepted: readonly (readonly [args: string, want: RunArguments])[] = [
  ['dir', { folder: 'dir', diff: false, dryRun: false, verify: false }],
  ['--dry-run dir --diff', { folder: 'dir', diff: true, dryRun: true, verify: false }],
  ['dir --verify', { folder: 'dir', diff: false, dryRun: false, verify: true }],
  ['dir --fn-config f.yaml', { folder: 'dir', configFile: 'f.yaml', diff: false, dryRun: false, verify: false }],
  ['--fn-config=f.yaml dir', { folder: 'dir', configFile: 'f.yaml', diff: false, dryRun: false, verify: false }],
  ['--objects clusters dir', { folder: 'dir', objects: 'clusters', diff: false, dryRun: false, verify: false }],
  ['dir --', { folder: 'dir', diff: false, dryRun: false, verify: false }],
  [
    'dir --diff -- a=b c=d=e f= --g=--',
    {
      folder: 'dir',
      data: new Map([
        ['a', 'b'],
        ['c', 'd=e'],
        ['f', ''],
        ['--g', '--'],
      ]),
      diff: true,
      dryRun: false,
      verify: false,
    },
  ],
];

const refused: readonly (readonly [args: string, message: string])[] = [
  ['', 'exactly one folder must be given, and `key=value` only after `--`'],
  ['a b', 'exactly one folder must be given, and `key=value` only after `--`'],
  ['-- a=b', 'exactly one folder must be given, and `key=value` only after `--`'],
  ['a b=c', 'exactly one folder must be given, and `key=value` only after `--`'],
  ['dir --force', 'unknown option "--force"'],
  ['dir --fn-config', '`--fn-config` must be followed by a file'],
  ['dir --fn-config a --fn-config b', '`--fn-config` must be given at most once'],
  ['dir --objects', '`--objects` must be followed by a folder'],
  ['dir --objects=', '`--objects` must be followed by a folder'],
  ['dir --objects a --objects=b', '`--objects` must be given at most once'],
  ['dir --fn-config a -- b=c', '`--fn-config` and `key=value` are mutually exclusive'],
  ['dir -- a', '"a" must be key=value'],
  ['dir -- =a', '"=a" must be key=value'],
  ['dir -- a=1 a=2', '"a" must be given at most once'],
];

describe('arguments of krm-variants run', () => {
  for (const [args, want] of accepted) {
    it(`parses ${args}`, () => assert.deepEqual(parseRunArguments(args.split(' ')), want));
  }
  for (const [args, message] of refused) {
    it(`refuses ${args || 'none'}`, () => {
      assert.throws(() => parseRunArguments(args.split(' ').filter(Boolean)), new UsageError(message));
    });
  }

  it('refuses an empty folder, which would be the current one', () => {
    assert.throws(() => parseRunArguments(['']), new UsageError('the folder must not be empty'));
  });
});
