import assert from 'node:assert/strict';
import { expand, TemplateError, type TemplateData } from '../../src/go-template/index.ts';

/** Returns the output of a template for data, or its message. */
function outcome(template: string, data: TemplateData = { x: [1, 2, 3] }): string {
  try {
    return expand(template, data, { name: 't' });
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

const executing = (text: string): string => `template: t:1:2: executing "t" at <${text}>: `;
const overflows = (number: string): string => `${executing(number)}${number} overflows int`;
const refused = (fault: string, number: string): string => `template: t:1: ${fault}: "${number}"`;
const BITS_64 = `0b${'1'.repeat(64)}`;
const DIGITS_70 = '1'.repeat(70);

/** Actions just within and just beyond a limit, with what Go makes of them. */
const rows: readonly (readonly [name: string, action: string, want: string])[] = [
  ['a token of 10 bytes', 'end "abcdefgh"', 'template: t:1: unexpected "\\"abcdefgh\\"" in end'],
  ['a token of 11 bytes', 'end "abcdefghi"', 'template: t:1: unexpected "\\"abcdefghi"... in end'],
  ['three indexes of a slice', 'slice .x 0 1 2', '[1]'],
  [
    'four indexes of a slice',
    'slice .x 1 2 3 4',
    `${executing('slice .x 1 2 3 4')}error calling slice: too many slice indexes: 4`,
  ],
  ['the greatest int', '9223372036854775807', '9223372036854775807'],
  ['one above the greatest int', '9223372036854775808', overflows('9223372036854775808')],
  [
    'one above the greatest int, with a sign',
    '+9223372036854775808',
    refused('integer overflow', '+9223372036854775808'),
  ],
  ['the least int', '-9223372036854775808', '-9223372036854775808'],
  ['one below the least int', '-9223372036854775809', refused('integer overflow', '-9223372036854775809')],
  ['the greatest uint', '18446744073709551615', overflows('18446744073709551615')],
  ['one above the greatest uint', '18446744073709551616', refused('integer overflow', '18446744073709551616')],
  ['64 binary digits', BITS_64, overflows(BITS_64)],
  ['65 binary digits', `${BITS_64}1`, refused('illegal number syntax', `${BITS_64}1`)],
  ['70 zeros before a digit', `0b${'0'.repeat(70)}1`, '1'],
  ['70 digits', DIGITS_70, refused('integer overflow', DIGITS_70)],
  ['70 digits of a float', `${DIGITS_70}.0`, '1.1111111111111112e+69'],
  ['a float below 2^1024', '0x1.fffffffffffffp1023', '1.7976931348623157e+308'],
  [
    'a float that is rounded to 2^1024',
    '0x1.fffffffffffff8p1023',
    refused('illegal number syntax', '0x1.fffffffffffff8p1023'),
  ],
  ['2^1024', '0x1p1024', refused('illegal number syntax', '0x1p1024')],
  ['54 bits of a float, rounded to even', '0x1.00000000000008p0', '1'],
  ['57 bits of a float, rounded up', '0x1.000000000000081p0', '1.0000000000000002'],
  ['54 bits of a float, rounded up to even', '0x1.00000000000018p0', '1.0000000000000004'],
];

describe('actions at the limits of Go', () => {
  it('takes integers of 64 bits as data, and no others', () => {
    for (const integer of [-(2n ** 63n), 2n ** 63n - 1n]) assert.equal(outcome('{{.}}', integer), String(integer));
    for (const integer of [-(2n ** 63n) - 1n, 2n ** 63n])
      assert.match(outcome('{{.}}', integer), /must be an integer of 64 bits/);
  });

  for (const [name, action, want] of rows) it(name, () => assert.equal(outcome(`{{${action}}}`), want));
});
