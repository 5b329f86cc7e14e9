import assert from 'node:assert/strict';
import { fleetArguments } from '../../support/fleet.ts';

/** A command of `fleet`, with its arguments. */
type Call = readonly [action: 'plan' | 'apply' | 'adopt', args: readonly string[]];

describe('the arguments of fleet', () => {
  const refused: readonly (readonly [args: Call, message: RegExp])[] = [
    [['adopt', ['--commit']], /fleet adopt requires VARIANT$/],
    [['plan', ['--commit']], /unknown option "--commit"/],
    [['apply', ['--commit', '--check']], /`--commit` and `--check` are mutually exclusive/],
    [['apply', ['--push']], /`--push` must be given with `--commit`/],
    [['apply', ['--branch', 'a']], /`--branch` must be given with `--commit`/],
    [['apply', ['--sign']], /`--sign` must be given with `--commit`/],
    [['apply', ['--tag']], /`--tag` must be given with `--commit`/],
    [['apply', ['--commit', '--tag', '--branch', 'a']], /`--tag` and `--branch` are mutually exclusive/],
    ...[
      '',
      '-a',
      'a..b',
      'a b',
      'a/',
      '/a',
      'a.lock/b',
      '.a',
      '@',
      '@{-1}',
      'HEAD',
      '{day}',
      '{run}/{run}',
      'a\nb',
    ].map((name): (typeof refused)[number] => [
      ['apply', ['--commit', `--branch=${name}`]],
      name === '' ? /`--branch`/ : /`--branch` must be a name of a branch, with \{run\} at most once/,
    ]),
    ...['', '1', '4/4', '-1/4', '0/0', '1/4/5', '01/4', 'a/b'].map((shard): (typeof refused)[number] => [
      ['plan', [`--shard=${shard}`]],
      shard === '' ? /`--shard`/ : /`--shard` must be I\/N with I from 0 to N-1/,
    ]),
    ...['', 'main', 'abc123', 'HEAD~1'].map((at): (typeof refused)[number] => [
      ['plan', [`--at=${at}`]],
      at === '' ? /`--at`/ : /`--at` must be a commit with 7 or more digits/,
    ]),
    [['plan', ['--objects', 'a', '--context', 'b']], /`--objects` and `--context` are mutually exclusive/],
    [['plan', ['--selector', 'a in b']], /`--selector` must be label requirements/],
    [['plan', ['--diff', '--report', 'json']], /cannot both go to stdout/],
    [
      ['plan', ['--diff', '--report', 'html']],
      /cannot both go to stdout: leave out `--diff`, which the report has, or give the report a file \(`--report html=FILE`\)$/,
    ],
    [
      ['plan', ['--report', 'names']],
      /`--report` must be json, markdown or html, with `=FILE` to write a file, not "names"$/,
    ],
    [['plan', ['-o', 'yaml']], /`--output` must be wide, name or json, not "yaml"/],
    [['plan', ['-o', 'name', '--report', 'json']], /`--output name` and `--report` are mutually exclusive/],
    [['plan', ['--report', 'html=']], /`--report` must be json, markdown or html/],
    [['plan', ['--jobs', '0']], /`--jobs` must be a number/],
    [['plan', ['--on-conflict', 'skip']], /`--on-conflict` must be fail, new or local/],
  ];
  for (const [args, message] of refused)
    it(`refuses ${args.flat().join(' ')}`, () => {
      assert.throws(() => fleetArguments(...args), message);
    });

  const writing: readonly (readonly [args: Call, writes: boolean])[] = [
    [['plan', []], false],
    [['apply', []], true],
    [['apply', ['--check']], false],
  ];
  for (const [args, writes] of writing)
    it(`${writes ? 'writes' : 'writes nothing'} with ${args.flat().join(' ')}`, () =>
      assert.equal(fleetArguments(...args).writes, writes));
});
