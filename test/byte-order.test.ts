import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { byteOrder } from '../src/byte-order.ts';

describe('byteOrder', () => {
  it('compares strings by their UTF-8 bytes', () => {
    const sign = (a: string, b: string): number => Math.sign(byteOrder(a, b));
    const text = fc.string({ unit: 'binary' });
    fc.assert(fc.property(text, text, (a, b) => sign(a, b) === Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  it('sorts an emoji after the private use area', () => {
    assert.ok(byteOrder('\u{1f600}', '\ue000') > 0);
  });
});
