import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Option } from '../../../cli/arguments/option.ts';
import { optionTokens } from '../../../cli/arguments/sort-arguments.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const RUNS = propertyRuns(2000);

const OPTIONS: readonly Option[] = [
  { name: 'verbose', short: 'v', meaning: '' },
  { name: 'dry-run', meaning: '' },
  { name: 'output', short: 'o', value: 'DIR', meaning: '' },
  { name: 'exclude', value: 'GLOB', meaning: '' },
];

/** Arguments in the forms that options take, and in odd ones. */
const WORDS = [
  '--verbose',
  '--verbose=-c',
  '--output=-c',
  '--output',
  '--exclude',
  '--dry-run',
  '-v',
  '-o',
  '-vo',
  '-ov',
  '-x',
  '-xv',
  '--none',
  '-',
  '',
  'a',
  '=',
  '--=',
];
const TAILS = ['', '', '=', '=b', '=c', '==', 'd', ' e', 'ü'];

describe('optionTokens', () => {
  it('splits arguments as parseArgs of Node does', () => {
    const argument = fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...TAILS)).map((both) => both.join(''));
    fc.assert(
      fc.property(fc.array(argument, { maxLength: 6 }), (args) => {
        assert.deepEqual(optionTokens(args, OPTIONS), tokensOfNode(args), JSON.stringify(args));
      }),
      { numRuns: RUNS },
    );
  });

  it('takes a letter before a dash for no option', () => {
    assert.deepEqual(optionTokens(['-v-output', 'a'], OPTIONS), [
      { kind: 'option', name: 'v-output', rawName: '-v-output' },
      { kind: 'positional', value: 'a' },
    ]);
  });
});

function tokensOfNode(args: readonly string[]): unknown[] {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      OPTIONS.map(({ name, short, value }) => {
        const type = value === undefined ? 'boolean' : 'string';
        return [name, { type, multiple: true, ...(short !== undefined && { short }) } as const];
      }),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  // Without fields that are undefined.
  return JSON.parse(JSON.stringify(tokens.map((token) => ({ ...token, index: undefined })))) as unknown[];
}
