import assert from 'node:assert/strict';
import { fleetArguments } from '../../support/fleet.ts';

/** A command of `fleet`, with its arguments. */
type Call = readonly [action: 'plan' | 'apply', args: readonly string[]];

describe('the arguments of fleet', () => {
  const refused: readonly (readonly [args: Call, message: RegExp])[] = [
    [['plan', ['--commit']], /unknown option "--commit"/],
    [['apply', ['--commit', '--check']], /`--commit` and `--check` are mutually exclusive/],
    [['plan', ['--objects', 'a', '--context', 'b']], /`--objects` and `--context` are mutually exclusive/],
    [['plan', ['--selector', 'a in b']], /`--selector` must be label requirements/],
    [['plan', ['--diff', '--report', 'json']], /cannot both go to stdout/],
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
