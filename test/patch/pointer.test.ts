import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatPointer, parsePointer, PatchError } from '../../src/patch/index.ts';

const pointers: readonly (readonly [pointer: string, tokens: readonly string[]])[] = [
  ['', []],
  ['/', ['']],
  ['/foo/0', ['foo', '0']],
  ['/a~1b', ['a/b']],
  ['/m~0n', ['m~n']],
  ['/~01', ['~1']],
  ['/~10', ['/0']],
  ['//', ['', '']],
  ['/c%d/ /"', ['c%d', ' ', '"']],
  ['/__proto__/é', ['__proto__', 'é']],
];

const faults: readonly (readonly [pointer: string, offset: number])[] = [
  ['a', 0],
  [' /a', 0],
  ['#/a', 0],
  ['/a~2', 2],
  ['/a~', 2],
  ['/~0/~~1', 4],
];

describe('JSON pointers', () => {
  for (const [pointer, tokens] of pointers) {
    it(`reads and writes ${JSON.stringify(pointer)}`, () => {
      assert.deepEqual(parsePointer(pointer), tokens);
      assert.equal(formatPointer(tokens), pointer);
    });
  }

  for (const [pointer, offset] of faults) {
    it(`refuses ${JSON.stringify(pointer)}`, () => {
      assert.throws(
        () => parsePointer(pointer),
        (error) => {
          assert.ok(error instanceof PatchError);
          assert.equal(error.code, 'pointer');
          assert.deepEqual(error.place, { pointer, offset });
          return true;
        },
      );
    });
  }

  it('reads back any tokens it writes', () => {
    const token = fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') });
    fc.assert(fc.property(fc.array(token), (tokens) => assert.deepEqual(parsePointer(formatPointer(tokens)), tokens)));
  });
});
