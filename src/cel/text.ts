import { celFunc, celMethod, CelScalar, type CelFunc } from '@bufbuild/cel';
import { spendOnCharacters } from './budget.ts';
import { matches } from './pattern.ts';
import { countCodePoints } from './source.ts';

const { BOOL, BYTES, INT, STRING } = CelScalar;

/** Functions of text and bytes. */
export const TEXT: readonly CelFunc[] = [
  celFunc('_+_', [STRING, STRING], STRING, (left, right) => {
    spendOnCharacters(left.length + right.length);
    return left + right;
  }),
  celFunc('_+_', [BYTES, BYTES], BYTES, concatenation),
  celFunc('size', [STRING], INT, sizeOf),
  celMethod('size', STRING, [], INT, function size() {
    return sizeOf(this);
  }),
  test('contains', (text, part) => text.includes(part)),
  test('startsWith', (text, part) => text.startsWith(part)),
  test('endsWith', (text, part) => text.endsWith(part)),
  celFunc('matches', [STRING, STRING], BOOL, matches),
  test('matches', matches),
];

function test(name: string, holds: (text: string, part: string) => boolean): CelFunc {
  return celMethod(name, STRING, [STRING], BOOL, function method(part) {
    spendOnCharacters(this.length + part.length);
    return holds(this, part);
  });
}

function sizeOf(text: string): bigint {
  spendOnCharacters(text.length);
  return BigInt(countCodePoints(text));
}

function concatenation(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  spendOnCharacters(joined.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
