import assert from 'node:assert/strict';
import { compile } from '../../src/cel/index.ts';
import { bindings } from './bindings.ts';

/** Texts of doubles, as Go prints them by `%g`: with an exponent from 10^6 on and below 10^-4. */
const rows: readonly (readonly [double: string, want: string])[] = [
  ['0.0', '0'],
  ['-0.0', '-0'],
  ['1.5', '1.5'],
  ['100000.0', '100000'],
  ['999999.5', '999999.5'],
  ['1000000.0', '1e+06'],
  ['-1234567.0', '-1.234567e+06'],
  ['1e21', '1e+21'],
  ['1e100', '1e+100'],
  ['0.0001', '0.0001'],
  ['0.00012', '0.00012'],
  ['0.00001', '1e-05'],
  ['1.0 / 0.0', '+Inf'],
];

describe('texts of doubles', () => {
  for (const [double, want] of rows)
    it(double, () => assert.equal(compile(`string(${double})`).evaluate(bindings), want));
});
