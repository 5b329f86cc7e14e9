import assert from 'node:assert/strict';
import { sortArguments } from '../../../cli/arguments/sort-arguments.ts';
import { parseRunArguments, RUN_OPTIONS, type RunArguments } from '../../../cli/run/run-arguments.ts';
import { UsageError } from '../../../cli/arguments/usage-error.ts';

/** Arguments of `dir` alone. */
const PLAIN: RunArguments = {
  inputs: ['dir'],
  conditions: [],
  allowsEmpty: false,
  stream: undefined,
  namesHidden: false,
  configFile: undefined,
  data: undefined,
  policies: [],
  objects: undefined,
  context: undefined,
  diff: false,
  explain: false,
  check: false,
  writes: true,
  strict: false,
  verify: false,
  report: undefined,
  resultsDir: undefined,
  prints: false,
  output: undefined,
  noLocalConfig: false,
  exclude: [],
  skipInvalid: false,
  timeout: undefined,
  verbose: false,
  quiet: false,
  hasColors: undefined,
};

const accepted: readonly (readonly [args: string, want: Partial<RunArguments>])[] = [
  ['dir', {}],
  ['--dry-run dir --diff', { diff: true, writes: false }],
  ['dir --check', { check: true, writes: false }],
  ['dir -v --color always', { verbose: true, hasColors: true }],
  ['dir --quiet --color=never', { quiet: true, hasColors: false }],
  ['dir --verify', { verify: true }],
  ['dir --strict', { strict: true, verify: true }],
  ['a b/c.yaml', { inputs: ['a', 'b/c.yaml'] }],
  ['a=b', { inputs: ['a=b'] }],
  ['dir --fn-config f.yaml', { configFile: 'f.yaml' }],
  ['dir --fn-config f.yaml -- b=c', { configFile: 'f.yaml', data: new Map([['b', 'c']]) }],
  ['dir --policy a --policy=b#c', { policies: ['a', 'b#c'] }],
  ['--fn-config=f.yaml#one dir', { configFile: 'f.yaml#one' }],
  ['--objects clusters dir', { objects: 'clusters' }],
  ['dir --context=edge', { context: 'edge' }],
  ['dir --report json', { report: { format: 'json', file: undefined } }],
  ['dir --report=markdown=a=b.md', { report: { format: 'markdown', file: 'a=b.md' } }],
  ['/dev/fd/63', { inputs: ['-'], stream: '/dev/fd/63', prints: true }],
  ['dir --diff --report json=r.json', { diff: true, report: { format: 'json', file: 'r.json' } }],
  ['dir --results-dir out', { resultsDir: 'out' }],
  ['dir --exclude a --exclude=*.json', { exclude: ['a', '*.json'] }],
  ['dir --skip-invalid', { skipInvalid: true }],
  ['dir --timeout 90s', { timeout: { text: '90s', milliseconds: 90_000 } }],
  ['dir --timeout=1h2m3.5s4ms', { timeout: { text: '1h2m3.5s4ms', milliseconds: 3_723_504 } }],
  ['dir --timeout 24h', { timeout: { text: '24h', milliseconds: 86_400_000 } }],
  ['dir --timeout 0', {}],
  ['dir --timeout 0s', {}],
  ['dir --', {}],
  [
    'dir --diff -- a=b c=d=e f= --g=--',
    {
      diff: true,
      data: new Map([
        ['a', 'b'],
        ['c', 'd=e'],
        ['f', ''],
        ['--g', '--'],
      ]),
    },
  ],
];

const NO_INPUT = 'a folder or file must be given; pass `key=value` after `--`';

const refused: readonly (readonly [args: string, message: string])[] = [
  ['', NO_INPUT],
  ['-- a=b', NO_INPUT],
  ['a b=c', '"b=c" must be a folder or file: pass `key=value` after `--`'],
  ['- cluster=oslo', '"cluster=oslo" must be a folder or file: pass `key=value` after `--`'],
  ['dir --force', 'unknown option "--force"'],
  ['dir --cluster=oslo', 'unknown option "--cluster"; to configure the function, pass `cluster=oslo` after `--`'],
  ['dir --dif=x', 'unknown option "--dif"; did you mean "--diff"?'],
  ['dir --dif', 'unknown option "--dif"; did you mean "--diff"?'],
  ['dir -x', 'unknown option "-x"'],
  ['dir --diff=yes', '`--diff` takes no value'],
  ['dir --fn-config', '`--fn-config` must be followed by FILE[#NAME]'],
  ['dir --fn-config --diff', '`--fn-config` must be followed by FILE[#NAME]'],
  ['dir --objects=', '`--objects` must be followed by DIR|FILE'],
  ['dir --context=', '`--context` must be followed by NAME'],
  ['dir --context --diff', '`--context` must be followed by NAME'],
  ['dir --objects a --context b', '`--objects` and `--context` are mutually exclusive'],
  ['dir --fn-config a --fn-config b', '`--fn-config` must be given at most once'],
  ['dir --diff --diff', '`--diff` must be given at most once'],
  ['dir --report xml', '`--report` must be json or markdown, with `=FILE` to write a file, not "xml"'],
  ['dir --report json=', '`--report` must be json or markdown, with `=FILE` to write a file, not "json="'],
  ...['5', 's', '1d', '-1s', '1s1', '25h', '999999h', '1e3s', 'never'].map((text): [string, string] => [
    `dir --timeout=${text}`,
    `\`--timeout\` must be a duration of at most 24h, such as 30s or 1m30s, not "${text}"`,
  ]),
  [
    'dir --report json --diff',
    '`--diff` and `--report json` cannot both go to stdout: give the report a file (`--report json=FILE`)',
  ],
  [
    'dir --report markdown --diff --dry-run',
    '`--diff` and `--report markdown` cannot both go to stdout: leave out `--diff`, which the report has, or give the report a file (`--report markdown=FILE`)',
  ],
  [
    '- --diff',
    'the resources and `--diff` cannot both go to stdout: leave out `--diff`, or add `--dry-run` to print only the diff',
  ],
  [
    'dir -o stdout --report markdown',
    'the resources and `--report markdown` cannot both go to stdout: give the report a file (`--report markdown=FILE`), or add `--dry-run` to print only it',
  ],
  ['dir /dev/stdin', '"/dev/stdin" is a pipe or device, and must be the only input: copy it to a file'],
  ['dir --fn-config -', '`--fn-config` must be a file: for standard input, give /dev/stdin'],
  ['dir -- a', '"a" must be key=value'],
  ['dir -- =a', '"=a" must be key=value'],
  ['dir -- a=1 a=2', '"a" must be given at most once'],
];

function parse(args: readonly string[]): RunArguments {
  const sorted = sortArguments(args, RUN_OPTIONS);
  return parseRunArguments(sorted, sorted.operands);
}

describe('arguments of krm-variants run', () => {
  for (const [args, want] of accepted) {
    it(`parses ${args}`, () => assert.deepEqual(parse(args.split(' ')), { ...PLAIN, ...want }));
  }
  for (const [args, message] of refused) {
    it(`refuses ${args || 'none'}`, () => {
      assert.throws(() => parse(args.split(' ').filter(Boolean)), new UsageError(message));
    });
  }
});
